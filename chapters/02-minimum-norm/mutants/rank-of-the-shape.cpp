// [numerical_rank] you return the largest rank that a matrix of this shape can have; look at its entries
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return A.n_rows < A.n_cols ? A.n_rows : A.n_cols;
}
