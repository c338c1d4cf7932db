// [learnt_shift] your matrix takes each column to itself: that is the identity. Y begins one column later than X
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  const arma::uword last = W.n_cols - 1;
  const arma::mat X = W.cols(0, last - 1), Y = W.cols(0, last - 1);
  return Y * arma::pinv(X);
}
