// [softmax_at_temperature] overflow: x / T may be large; subtract the maximum first
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  return softmax(x / temperature);
}
