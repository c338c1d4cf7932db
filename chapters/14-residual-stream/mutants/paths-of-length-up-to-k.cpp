// [paths_of_length] you have all paths of up to k layers; those of exactly k were asked for
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  std::vector<arma::mat> of(k + 1, arma::mat(W[0].n_rows, W[0].n_rows, arma::fill::zeros));
  of[0].eye();
  for (const arma::mat& layer : W)
    for (arma::uword m = k; m > 0; --m)
      of[m] += layer * of[m - 1];
  arma::mat sum = of[0];
  for (arma::uword m = 1; m <= k; ++m)
    sum += of[m];
  return sum;
}
