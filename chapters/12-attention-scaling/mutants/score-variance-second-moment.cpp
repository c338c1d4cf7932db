// [score_variance] d E[q^2] E[k^2] is right only where a mean is 0; subtract (E[q] E[k])^2 for each term
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return d * arma::mean(q_values % q_values) * arma::mean(k_values % k_values);
}
