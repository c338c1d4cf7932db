// [score_variance] your variances divide by n - 1, as for a sample (arma::var does); the list is the whole population, so divide by n
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const double m_q = arma::mean(q_values), m_k = arma::mean(k_values);
  const double v_q = arma::var(q_values), v_k = arma::var(k_values);
  return static_cast<double>(d) * (v_q * v_k + m_q * m_q * v_k + m_k * m_k * v_q);
}
