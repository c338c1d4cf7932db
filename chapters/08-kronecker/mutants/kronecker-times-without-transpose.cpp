// [kronecker_times] you compute vec(B M A); the formula has A^T
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return arma::vectorise(B * arma::reshape(x, B.n_cols, A.n_rows) * A);
}
