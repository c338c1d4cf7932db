#include "learning_to_attend.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"

#include <fmt/format.h>

namespace epreuve::instruments {

namespace {

/// Row i is J (p_i - e_t), J = diag(p_i) - p_i p_i^T: the gradient of the loss by the scores.
arma::mat score_gradient(const arma::mat& P, const arma::mat& targets)
{
  const arma::mat error = P - targets;
  const arma::vec along = arma::sum(P % error, 1);
  return P % (error.each_col() - along);
}

void require_fit(const char* function, const AttentionTask& task, arma::SizeMat scores)
{
  const arma::SizeMat expected = arma::size(task.tokens.n_cols, task.keys.n_cols);
  if (arma::size(task.targets) != expected || scores != expected)
    throw Error("{}: scores and targets must have a row for each of the {} tokens and a column for "
                "each of the {} keys, got {} x {} and {} x {}",
                function, task.tokens.n_cols, task.keys.n_cols, scores.n_rows, scores.n_cols,
                task.targets.n_rows, task.targets.n_cols);
}

} // namespace

arma::mat targets_in_turn(arma::uword tokens, arma::uword keys)
{
  arma::mat targets(tokens, keys, arma::fill::zeros);
  for (arma::uword i = 0; i < tokens; ++i)
    targets(i, i % keys) = 1;
  return targets;
}

double attention_loss(const arma::mat& P, const arma::mat& targets)
{
  return arma::accu(arma::square(P - targets)) / 2 / P.n_rows;
}

arma::mat trained_queries(arma::mat W_Q, const AttentionTask& task, double c, double eta,
                          arma::uword steps)
{
  const auto& [x, K, targets] = task;
  require_fit("trained_queries", task, arma::size(targets));
  if (W_Q.n_rows != K.n_rows || W_Q.n_cols != x.n_rows)
    throw Error("trained_queries: W_Q must be {} x {}, got {} x {}", K.n_rows, x.n_rows, W_Q.n_rows,
                W_Q.n_cols);
  for (arma::uword step = 0; step < steps; ++step) {
    const arma::mat P = math::softmax_rows(c * (W_Q * x).t() * K);
    W_Q -= eta * c * K * score_gradient(P, targets).t() * x.t();
  }
  return W_Q;
}

arma::vec learning_curve(const AttentionTask& task, arma::mat scores, double rho, arma::uword steps)
{
  const auto& [x, K, targets] = task;
  require_fit("learning_curve", task, arma::size(scores));
  const arma::mat tokens_gram = x.t() * x / x.n_rows, keys_gram = K.t() * K / K.n_rows;
  arma::vec losses(steps + 1);
  for (arma::uword step = 0; step <= steps; ++step) {
    const arma::mat P = math::softmax_rows(scores);
    losses(step) = attention_loss(P, targets);
    scores -= rho * tokens_gram * score_gradient(P, targets) * keys_gram;
  }
  return losses;
}

arma::vec fastest_learning_curve(const AttentionTask& task, const arma::mat& scores,
                                 std::initializer_list<double> rates, arma::uword steps)
{
  if (rates.size() == 0)
    throw Error("fastest_learning_curve: at least one rate is needed, got none");
  arma::vec best;
  for (const double rho : rates) {
    const arma::vec curve = learning_curve(task, scores, rho, steps);
    if (best.is_empty() || arma::accu(curve) < arma::accu(best))
      best = curve;
  }
  return best;
}

std::vector<std::string> steps_until_below(double loss, const arma::mat& curves)
{
  std::vector<std::string> steps;
  for (arma::uword i = 0; i < curves.n_cols; ++i) {
    const arma::uvec below = arma::find(curves.col(i) < loss, 1);
    steps.push_back(below.is_empty() ? "never" : fmt::format("{}", below(0)));
  }
  return steps;
}

} // namespace epreuve::instruments
