// [learnt_shift] your matrix goes back: it takes each column to the one before it
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  const arma::mat X = W.cols(1, W.n_cols - 1), Y = W.cols(0, W.n_cols - 2);
  return Y * X.t() * arma::inv(X * X.t());
}
