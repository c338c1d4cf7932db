// [kronecker_solve] you multiply by transposes; they are inverses only for rotations and the like
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return vectorized(B.t() * unvectorized(y, B.n_rows) * A);
}
