// [numerical_rank] you count rows that are not 0; one may be a combination of the others
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  arma::uword rank = 0;
  for (arma::uword i = 0; i < A.n_rows; i++)
    if (arma::norm(A.row(i)) > 0)
      rank++;
  return rank;
}
