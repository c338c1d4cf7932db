// [learnt_shift] you return Y X^T, how the columns go together; X X^T has to be undone
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  return W.tail_cols(W.n_cols - 1) * W.head_cols(W.n_cols - 1).t();
}
