// [softmax_at_temperature] you divide the probabilities by T; divide the logits
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  arma::vec sigma = stable_softmax(x);
  for (double& s : sigma)
    s /= temperature;
  return sigma;
}
