// [softmax_at_temperature] T changes nothing in your result: each exponent is x_i / T, and a number that is the same for all i cancels
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  const arma::vec e = arma::exp(x - x.max()) / temperature;
  return e / arma::sum(e);
}
