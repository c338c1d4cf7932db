// [numerical_rank] you compare the singular values with a fixed number: a tiny matrix may have full rank. Compare them with the largest
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  arma::uword rank = 0;
  for (double s : arma::vec(arma::svd(A)))
    if (s > 1e-12)
      ++rank;
  return rank;
}
