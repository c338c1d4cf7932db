// [invariants] you raise each determinant to the size of its own matrix; raise it to the size of the other
exercise::Invariants exercise::invariants(const arma::mat& A, const arma::mat& B)
{
  return {arma::trace(A) * arma::trace(B),
          std::pow(arma::det(A), A.n_rows) * std::pow(arma::det(B), B.n_rows)};
}
