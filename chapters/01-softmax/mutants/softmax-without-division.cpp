// [softmax] you return the exponentials; divide them by their sum
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec sigma = x;
  sigma.for_each([](double& value) { value = std::exp(value); });
  return sigma;
}
