// [learnt_shift] you return the best rotation; A may be any matrix, and another one fits better
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, W.tail_cols(W.n_cols - 1) * W.head_cols(W.n_cols - 1).t());
  return U * V.t();
}
