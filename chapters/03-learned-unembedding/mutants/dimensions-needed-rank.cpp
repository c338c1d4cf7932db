// [dimensions_needed] you take the rank of M; softmax allows a constant for each column, which can save a dimension
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  return M.is_zero() ? 0 : arma::rank(M, 1e-9);
}
