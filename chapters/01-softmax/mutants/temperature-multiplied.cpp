// [softmax_at_temperature] you multiply the logits by T; the formula divides them
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  arma::vec scaled = x;
  scaled *= temperature;
  return stable_softmax(scaled);
}
