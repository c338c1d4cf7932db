// [numerical_rank] your count leaves out the largest singular value
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec s = arma::svd(A);
  arma::uword rank = 0;
  for (arma::uword i = 1; i < s.n_elem; ++i)
    if (s(i) > 1e-10 * s(0))
      ++rank;
  return rank;
}
