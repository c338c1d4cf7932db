// [softmax_at_temperature] the maximum that you subtract is that of x, but your exponents are x / T: subtract the maximum of x / T
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  return softmax(x / temperature - x.max());
}
