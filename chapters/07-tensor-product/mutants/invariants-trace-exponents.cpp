// [invariants] the trace has no exponents; only the determinant has them
exercise::Invariants exercise::invariants(const arma::mat& A, const arma::mat& B)
{
  return {std::pow(arma::trace(A), B.n_rows) * std::pow(arma::trace(B), A.n_rows),
          std::pow(arma::det(A), B.n_rows) * std::pow(arma::det(B), A.n_rows)};
}
