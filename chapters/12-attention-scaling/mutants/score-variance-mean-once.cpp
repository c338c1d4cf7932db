// [score_variance] you subtract the squared mean of one term only; each of the d terms has it
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const double m = arma::mean(q_values) * arma::mean(k_values);
  return static_cast<double>(d) * arma::mean(arma::square(q_values)) *
             arma::mean(arma::square(k_values)) -
         m * m;
}
