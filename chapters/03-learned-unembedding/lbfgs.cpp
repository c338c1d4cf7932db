#include "lbfgs.hpp"

#include "epreuve/error.hpp"

#include <cmath>
#include <deque>
#include <utility>
#include <vector>

namespace epreuve::instruments {

namespace {

constexpr std::size_t secant_pairs_kept = 20;

struct SecantPair
{
  arma::vec s, y; ///< changes of x and of the gradient
  double rho;     ///< 1 / s.y
};

/// H g by the two loops: through the pairs backwards, and forwards again.
arma::vec secant_direction(const std::deque<SecantPair>& pairs, arma::vec g)
{
  std::vector<double> alpha(pairs.size());
  for (std::size_t k = pairs.size(); k-- > 0;) {
    alpha[k] = pairs[k].rho * arma::dot(pairs[k].s, g);
    g -= alpha[k] * pairs[k].y;
  }
  if (!pairs.empty())
    g /= pairs.back().rho * arma::dot(pairs.back().y, pairs.back().y);
  for (std::size_t k = 0; k < pairs.size(); ++k)
    g += (alpha[k] - pairs[k].rho * arma::dot(pairs[k].y, g)) * pairs[k].s;
  return g;
}

} // namespace

LocalMinimum lbfgs(const std::function<ValueAndGradient(const arma::vec&)>& f,
                   const arma::vec& start, double slope, arma::uword most)
{
  if (start.is_empty())
    throw Error("lbfgs: there is no variable to change");
  ValueAndGradient here = f(start);
  if (here.gradient.n_elem != start.n_elem)
    throw Error("lbfgs: {} variables, but a gradient of {} entries", start.n_elem,
                here.gradient.n_elem);
  if (!std::isfinite(here.value) || !here.gradient.is_finite())
    throw Error("lbfgs: the function or its gradient is not finite at the start");
  LocalMinimum best{start, here.value, arma::abs(here.gradient).max(), 0};
  std::deque<SecantPair> pairs;
  while (best.largest_slope > slope && best.steps < most) {
    arma::vec H_g = secant_direction(pairs, here.gradient);
    double descent = arma::dot(H_g, here.gradient);
    if (!(descent > 0)) { // rounding has spoilt the pairs: begin again, straight downhill
      pairs.clear();
      H_g = here.gradient;
      descent = arma::dot(H_g, H_g);
    }
    double step = pairs.empty() ? 1 / (1 + std::sqrt(descent)) : 1;
    ValueAndGradient there;
    arma::vec x;
    for (; step > 1e-18; step /= 2) {
      x = best.x - step * H_g;
      there = f(x);
      if (there.value <= best.value - 1e-4 * step * descent)
        break;
    }
    if (!(there.value < best.value)) {
      if (pairs.empty())
        break; // no double is lower
      pairs.clear();
      continue;
    }
    SecantPair pair{x - best.x, there.gradient - here.gradient, 0};
    const double sy = arma::dot(pair.s, pair.y);
    if (sy > 1e-14 * arma::norm(pair.s) * arma::norm(pair.y)) {
      pair.rho = 1 / sy;
      pairs.push_back(std::move(pair));
      if (pairs.size() > secant_pairs_kept)
        pairs.pop_front();
    }
    here = std::move(there);
    best = {std::move(x), here.value, arma::abs(here.gradient).max(), best.steps + 1};
  }
  return best;
}

} // namespace epreuve::instruments
