// [token_reader] your matrix keeps positions and forgets tokens
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  const arma::mat parts = arma::pinv(arma::join_rows(V, W));
  return W * parts.tail_rows(W.n_cols);
}
