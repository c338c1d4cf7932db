// [paths_of_length] this is the k-th power of the sum of the layers, which takes them in every order and several times
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat sum(arma::size(W[0]), arma::fill::zeros), power(arma::size(W[0]), arma::fill::eye);
  for (const arma::mat& layer : W)
    sum += layer;
  for (arma::uword m = 0; m < k; ++m)
    power = sum * power;
  return power;
}
