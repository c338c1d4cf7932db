// [score_variance] d E[q^2] E[k^2] is not E[s^2]: products of two different terms belong to s^2 too
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const double m = static_cast<double>(d) * arma::mean(q_values) * arma::mean(k_values);
  return static_cast<double>(d) * arma::mean(arma::square(q_values)) *
             arma::mean(arma::square(k_values)) -
         m * m;
}
