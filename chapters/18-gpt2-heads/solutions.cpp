#include "exercises.hpp"

// [weight_back]
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0;
  for (arma::uword i = back; i < pattern.n_rows; ++i)
    sum += pattern(i, i - back);
  return sum / static_cast<double>(pattern.n_rows - back);
}

// [duplicate_token_score]
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0;
  arma::uword queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    const arma::uvec copies = arma::find(tokens.head(i) == tokens(i));
    const arma::rowvec row = pattern.row(i);
    sum += arma::accu(row.elem(copies));
    queries += copies.is_empty() ? 0 : 1;
  }
  return queries == 0 ? 0 : sum / static_cast<double>(queries);
}

// [match]
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  // ||A||^2 = tr A A^T = tr W_Q^T W_K W_K^T W_Q = tr (W_Q W_Q^T) (W_K W_K^T), d x d
  const double trace = arma::accu(W_Q % W_K);
  return trace / std::sqrt(arma::trace(W_Q * W_Q.t() * (W_K * W_K.t())));
}

// [nearest_rotation]
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec sigma;
  arma::svd(U, sigma, V, Y * X.t());
  if (arma::det(U * V.t()) < 0)
    U.tail_cols(1) *= -1;
  return U * V.t();
}

// [composition]
double exercise::composition(const Head& first, const Head& second)
{
  const auto squared_norm = [](const arma::mat& L, const arma::mat& R) { // of L^T R, L and R d x n
    return arma::trace(L * L.t() * (R * R.t()));
  };
  const arma::mat between = second.W_K * first.W_O; // A C = W_Q^T (W_K W_O) W_V
  return std::sqrt(squared_norm(second.W_Q, between * first.W_V) /
                   squared_norm(second.W_Q, second.W_K) / squared_norm(first.W_O.t(), first.W_V));
}
