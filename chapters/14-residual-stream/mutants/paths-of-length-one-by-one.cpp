// [paths_of_length] you go through all choices of layers, and there are too many
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat sum(arma::size(W[0]), arma::fill::zeros);
  for (arma::uword subset = 0; subset < arma::uword(1) << W.size(); ++subset) {
    arma::mat path(arma::size(W[0]), arma::fill::eye);
    arma::uword length = 0;
    for (arma::uword l = 0; l < W.size(); ++l)
      if (subset >> l & 1) {
        path = W[l] * path;
        ++length;
      }
    if (length == k)
      sum += path;
  }
  return sum;
}
