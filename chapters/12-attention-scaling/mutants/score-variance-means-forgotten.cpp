// [score_variance] d Var(q) Var(k) is right only where both means are 0
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return d * mean_and_variance(q_values).second * mean_and_variance(k_values).second;
}
