#include "exercises.hpp"

static arma::mat distributions(const arma::mat& Z)
{
  arma::mat Q = arma::exp(Z.each_row() - arma::max(Z, 0));
  Q.each_row() /= arma::sum(Q, 0);
  return Q;
}

/// dL/dZ: what is said less what is true, each context as often as it occurs.
static arma::mat logit_gradient(const arma::mat& Z, const arma::mat& J)
{
  return distributions(Z).each_row() % arma::sum(J, 0) - J;
}

// [logits_after]
arma::vec exercise::logits_after(const arma::mat& A, const arma::mat& B, arma::uword i)
{
  return B * A.col(i);
}

// [bigram_loss]
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  double loss = 0;
  for (arma::uword i = 0; i < Z.n_cols; ++i) {
    const double largest = Z.col(i).max();
    const double log_sum = largest + std::log(arma::accu(arma::exp(Z.col(i) - largest)));
    loss += arma::dot(J.col(i), log_sum - Z.col(i));
  }
  return loss;
}

// [unembedding_gradient]
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  return logit_gradient(B * A, J) * A.t();
}

// [embedding_gradient]
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  return B.t() * logit_gradient(B * A, J);
}

// [tied_gradient]
arma::mat exercise::tied_gradient(const arma::mat& A, const arma::mat& J)
{
  const arma::mat G = logit_gradient(A.t() * A, J);
  return A * (G + G.t());
}

// [optimal_logits]
arma::mat exercise::optimal_logits(const arma::mat& J)
{
  const arma::mat L = arma::log(J);
  return L.each_row() - arma::mean(L, 0);
}

// [dimensions_needed]
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  const arma::mat centred = M.each_row() - arma::mean(M, 0);
  return centred.is_zero(1e-9) ? 0 : arma::rank(centred, 1e-9);
}
