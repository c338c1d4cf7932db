// [score_variance] you add the variances of q and of k; a term is their product, not their sum
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return static_cast<double>(d) * (arma::var(q_values, 1) + arma::var(k_values, 1));
}
