// [paths_of_length] you take a layer several times: update the longest paths first, or each length sees the layer just taken
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  std::vector<arma::mat> of(k + 1, arma::mat(W[0].n_rows, W[0].n_rows, arma::fill::zeros));
  of[0].eye();
  for (const arma::mat& layer : W)
    for (arma::uword m = 1; m <= k; ++m)
      of[m] += layer * of[m - 1];
  return of[k];
}
