// [gelu_sigmoid] your sign is wrong: the sigmoid has e^{-z}
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  arma::vec y = x;
  for (double& t : y)
    t = t / (1 + std::exp(1.702 * t));
  return y;
}
