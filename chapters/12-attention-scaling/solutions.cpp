#include "exercises.hpp"

// [attention_scores]
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  return Q.t() * K;
}

// [scaled_scores]
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  const double d = Q.n_rows;
  return attention_scores(Q, K) / std::sqrt(d);
}

// [mean_and_variance]
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const double n = x.n_elem;
  const double m = arma::accu(x) / n;
  return {m, arma::accu(arma::square(x - m)) / n};
}

// [score_variance]
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const auto [m_q, v_q] = mean_and_variance(q_values);
  const auto [m_k, v_k] = mean_and_variance(k_values);
  // Of one term: E[q^2] E[k^2] - (m_q m_k)^2, with E[q^2] = v_q + m_q^2.
  const double of_one_term = v_q * v_k + v_q * m_k * m_k + m_q * m_q * v_k;
  return static_cast<double>(d) * of_one_term;
}

// [attention_pattern]
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  const arma::vec largest = arma::max(S, 1);
  arma::mat A = S;
  A.each_col() -= largest;
  A = arma::exp(A);
  const arma::vec sums = arma::sum(A, 1);
  A.each_col() /= sums;
  return A;
}

// [attention_output]
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  return V * A.t();
}

// [row_entropies]
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::mat terms = A;
  terms.transform([](double p) { return p == 0 ? 0 : -p * std::log(p); });
  return arma::sum(terms, 1);
}

// [pattern_gradient]
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  const arma::vec along = arma::sum(A % G, 1); // the weighted mean of each row of G
  return A % (G.each_col() - along);
}

// [merged]
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  // e^{-inf} would do for an empty one, if only -inf - (-inf) were a number.
  const double scale_a = a.sum == 0 ? 0 : std::exp(a.largest - largest);
  const double scale_b = b.sum == 0 ? 0 : std::exp(b.largest - largest);
  return {largest, scale_a * a.sum + scale_b * b.sum, scale_a * a.values + scale_b * b.values};
}
