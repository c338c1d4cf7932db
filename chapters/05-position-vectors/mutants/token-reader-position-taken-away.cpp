// [token_reader] you take away the orthogonal projection onto the positions; that takes a part of the tokens, too
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  return arma::eye(V.n_rows, V.n_rows) - W * arma::pinv(W);
}
