// [score_variance] this is the standard deviation, the square root of the variance
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const auto [m_q, v_q] = mean_and_variance(q_values);
  const auto [m_k, v_k] = mean_and_variance(k_values);
  return std::sqrt(d * (v_q * v_k + v_q * m_k * m_k + m_q * m_q * v_k));
}
