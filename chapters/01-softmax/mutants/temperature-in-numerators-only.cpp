// [softmax_at_temperature] your denominator is that of T = 1; divide its exponents by T as well
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  return arma::exp(x / temperature) / arma::accu(arma::exp(x));
}
