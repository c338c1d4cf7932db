// [numerical_rank] you count columns that are not 0; one may be a combination of the others
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  arma::uword rank = 0;
  for (arma::uword j = 0; j < A.n_cols; j++)
    if (arma::any(A.col(j) != 0))
      ++rank;
  return rank;
}
