// [token_reader] you return which token it is, N x n, not the token's vector; multiply by V
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  return arma::pinv(arma::join_rows(V, W)).eval().head_rows(V.n_cols);
}
