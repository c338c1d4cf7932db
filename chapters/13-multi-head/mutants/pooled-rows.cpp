// [pooled_keys] you take the mean of rows that are neighbours, within a head; row i of a group is the mean of row i of each of its heads
arma::mat exercise::pooled_keys(const arma::mat& W_K, arma::uword H, arma::uword G)
{
  const arma::uword in_group = H / G;
  arma::mat pooled(W_K.n_rows / in_group, W_K.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < W_K.n_rows; ++i)
    pooled.row(i / in_group) += W_K.row(i) / double(in_group);
  return pooled;
}
