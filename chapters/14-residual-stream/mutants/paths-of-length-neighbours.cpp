// [paths_of_length] you choose only layers that follow each other; a path may pass some by in between
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat sum(arma::size(W[0]), arma::fill::zeros);
  for (arma::uword first = 0; first + k <= W.size(); ++first) {
    arma::mat path(arma::size(W[0]), arma::fill::eye);
    for (arma::uword l = first; l < first + k; ++l)
      path = W[l] * path;
    if (k > 0 || first == 0)
      sum += path;
  }
  return sum;
}
