// [learnt_shift] your inverse of X is on the wrong side: A X = Y gives A = Y times an inverse of X
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  return arma::pinv(W.head_cols(W.n_cols - 1)) * W.tail_cols(W.n_cols - 1);
}
