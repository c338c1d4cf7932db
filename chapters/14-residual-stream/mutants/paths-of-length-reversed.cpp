// [paths_of_length] the products are in the wrong order: the last layer is on the left
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  std::vector<arma::mat> of(k + 1, arma::mat(W[0].n_rows, W[0].n_rows, arma::fill::zeros));
  of[0].eye();
  for (const arma::mat& layer : W)
    for (arma::uword m = k; m > 0; --m)
      of[m] += of[m - 1] * layer;
  return of[k];
}
