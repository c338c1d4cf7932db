// [score_variance] d Var(q) Var(k) is right only where both means are 0, and arma::var divides by n - 1
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return static_cast<double>(d) * arma::var(q_values) * arma::var(k_values);
}
