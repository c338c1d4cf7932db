#include "affine_scan.hpp"

#include "epreuve/error.hpp"

#include <cmath>
#include <utility>

namespace epreuve::instruments {

AffineStep followed_by(const AffineStep& first, const AffineStep& then)
{
  return {then.A * first.A, then.A * first.b + then.b};
}

ScannedStates scanned(std::vector<AffineStep> steps, const arma::vec& h0)
{
  if (steps.empty())
    throw Error("scanned: there must be at least one step");
  ScannedStates result{{}, 0};
  for (std::size_t reach = 1; reach < steps.size(); reach *= 2) {
    std::vector<AffineStep> next = steps;
    for (std::size_t t = reach; t < steps.size(); ++t)
      next[t] = followed_by(steps[t - reach], steps[t]);
    steps = std::move(next);
    ++result.rounds;
  }
  for (const AffineStep& step : steps)
    result.h.emplace_back(step.A * h0 + step.b);
  return result;
}

arma::vec newton_errors(const arma::mat& U, const arma::mat& a, const arma::vec& h0,
                        arma::uword rounds)
{
  arma::mat right = a, guess(arma::size(a), arma::fill::zeros);
  for (arma::uword t = 0; t < a.n_cols; ++t)
    right.col(t) = arma::tanh(a.col(t) + U * (t == 0 ? h0 : arma::vec(right.col(t - 1))));
  arma::vec errors(rounds);
  for (double& error : errors) {
    std::vector<AffineStep> steps;
    for (arma::uword t = 0; t < a.n_cols; ++t) {
      const arma::vec before = t == 0 ? h0 : arma::vec(guess.col(t - 1));
      const arma::vec h = arma::tanh(a.col(t) + U * before);
      const arma::mat J = arma::diagmat(1 - arma::square(h)) * U;
      steps.push_back({J, h - J * before});
    }
    const ScannedStates states = scanned(std::move(steps), h0);
    for (arma::uword t = 0; t < a.n_cols; ++t)
      guess.col(t) = arma::clamp(states.h[t], -1, 1); // states are in there
    error = arma::abs(guess - right).max();
  }
  return errors;
}

} // namespace epreuve::instruments
