// [pooled_keys] all your groups have the mean of all heads; each has that of its own
arma::mat exercise::pooled_keys(const arma::mat& W_K, arma::uword H, arma::uword G)
{
  const std::vector<arma::mat> heads = split(W_K, H);
  arma::mat mean(heads[0].n_rows, W_K.n_cols, arma::fill::zeros);
  for (const arma::mat& head : heads)
    mean += head / double(H);
  return arma::repmat(mean, G, 1);
}
