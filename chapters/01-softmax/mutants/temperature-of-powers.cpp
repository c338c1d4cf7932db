// [softmax_at_temperature] the powers 1 / T of the probabilities do not sum to 1, and small ones are lost; divide the logits
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  return arma::pow(stable_softmax(x), 1 / temperature);
}
