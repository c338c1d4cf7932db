#include "exercises.hpp"

// [sentence_scores]
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  const arma::mat Q = W_Q * x, K = W_K * x;
  return Q.t() * K;
}

// [pattern_by_rows]
arma::mat exercise::pattern_by_rows(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}

// [head_by_columns]
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x, V = head.W_V * x;
  return V * pattern_by_rows(Q.t(), K.t()).t();
}

// [translated]
exercise::RowHead exercise::translated(const exercise::Head& head)
{
  return {head.W_Q.t(), head.W_K.t(), head.W_V.t()};
}

// [head_by_rows]
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  return pattern_by_rows(X * head.W_Q, X * head.W_K) * X * head.W_V;
}

// [head_as_matrix]
arma::mat exercise::head_as_matrix(const arma::mat& A, const arma::mat& W)
{
  return arma::kron(A, W);
}

// [soft_lookup]
arma::vec exercise::soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V,
                                double T)
{
  const arma::vec s = K.t() * q / T;
  const arma::vec weights = arma::exp(s - s.max());
  return V * weights / arma::accu(weights);
}

// [largest_temperature]
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  // Worst are n - 1 keys that are all at the gap: (n - 1) e / (1 + (n - 1) e) = epsilon, e = e^{-gap / T}.
  return gap / std::log(double(n - 1) * (1 - epsilon) / epsilon);
}

// [cross_attention]
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * y;
  return V * pattern_by_rows(Q.t(), K.t()).t();
}

// [values_gradient]
arma::mat exercise::values_gradient(const arma::mat& A, const arma::mat& G)
{
  return G * A;
}
