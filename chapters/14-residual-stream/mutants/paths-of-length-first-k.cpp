// [paths_of_length] this is one path, that of the first k layers; all choices of k layers are added
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat path(arma::size(W[0]), arma::fill::eye);
  for (arma::uword l = 0; l < k; ++l)
    path = W[l] * path;
  return path;
}
