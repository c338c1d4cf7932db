// [pooled_keys] you add the heads up; the mean divides by how many there are in a group
arma::mat exercise::pooled_keys(const arma::mat& W_K, arma::uword H, arma::uword G)
{
  const std::vector<arma::mat> heads = split(W_K, H);
  const arma::uword in_group = H / G, r = W_K.n_rows / H;
  arma::mat pooled(G * r, W_K.n_cols, arma::fill::zeros);
  for (arma::uword h = 0; h < H; ++h)
    pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) += heads[h];
  return pooled;
}
