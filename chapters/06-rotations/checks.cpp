#include "epreuve/exercises/course.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/positions/rotations.hpp"

#include <exercises.hpp>

#include <numbers>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

// An angle l omega_i, of up to 10^6 radians, is rounded by up to 10^6 u with u = 2^-53, and its
// omega_i before it by a few u (a dozen by repeated products): at most 10^-9 together. R_1
// multiplied by itself 10^6 times errs by less than 3.2 10^6 u, see the chapter. float, with
// u = 2^-24, is far outside already at l = 1.
constexpr Closeness of_unit_vectors{.absolute = 1e-8};
/// For coordinates of up to 9, or sums of a few unit vectors' coordinates.
constexpr Closeness of_other_vectors{.absolute = 1e-7};

constexpr long million = 1'000'000;

arma::uword draw_even(Draw& draw, long largest = 6)
{
  return static_cast<arma::uword>(2 * draw.integer("n/2", 1, largest / 2));
}

double draw_base(Draw& draw)
{
  return static_cast<double>(draw.integer("p", 2, 100));
}

std::tuple<long, arma::uword, double> draw_shift(Draw& draw)
{
  const long l = draw.integer("l", -9, 9);
  const arma::uword n = draw_even(draw);
  return {l, n, draw_base(draw)};
}

/// Least squares by the singular value decomposition.
arma::mat best_map(const arma::mat& X, const arma::mat& Y)
{
  return Y * arma::pinv(X);
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(frequencies)
      .expects([](arma::uword n, double p) {
        return n % 2 != 0 ? arma::vec() : math::frequencies(n, p);
      })
      .on("one pair", 2, 100.0)
      .on("the document's example", 6, 100.0)
      .on("n >= 1: the smallest odd n", 1, 100.0)
      .on("none if n is odd: 7", 7, 100.0)
      .on("as wide as GPT-2", 768, 10'000.0)
      .on_random([](Draw& draw) {
        const auto n = static_cast<arma::uword>(draw.integer("n", 1, 12));
        return std::tuple(n, draw_base(draw));
      });

  course.EXERCISE(position_vector)
      .expects([](long k, arma::uword n, double p) { return math::position_vector(k, n, p); })
      .within(of_unit_vectors)
      .on("position 0", 0, 4, 100.0)
      .on("n even, >= 2: one pair", 1, 2, 100.0)
      .on("the document's example", 1, 6, 100.0)
      .on("k <= 10^6", million, 6, 10'000.0)
      .on_random([](Draw& draw) {
        const long k = draw.integer("k", 0, 20);
        const arma::uword n = draw_even(draw);
        return std::tuple(k, n, draw_base(draw));
      });

  course.EXERCISE(rotation)
      .expects([](double omega) { return math::rotation(omega); })
      .within({.absolute = 1e-9})
      .on("one radian", 1.0)
      .on("no turn", 0.0)
      .on("half a turn", std::numbers::pi)
      .on("backwards", -0.5)
      .on("any angle: a million radians", 1e6)
      .on_random([](Draw& draw) { return std::tuple(draw.real("omega", -10, 10)); });

  course.EXERCISE(shift_matrix)
      .expects([](long l, arma::uword n, double p) {
        return arma::mat(math::rotation_block_matrix(l, n, p) + 0.0); // -0 would be shown so
      })
      .within(of_unit_vectors)
      .on("n even, >= 2: one step, one pair", 1, 2, 100.0)
      .on("no step", 0, 4, 100.0)
      .on("two steps", 2, 2, 100.0)
      .on("one step, two pairs", 1, 4, 100.0)
      .on("a step back", -1, 4, 100.0)
      .on("l <= 10^6", million, 4, 10'000.0)
      .on_random(draw_shift);

  course.EXERCISE(shifted)
      .expects([](const arma::vec& x, long l, double p) { return math::rotate(x, l, p); })
      .within(of_other_vectors)
      .on("n even, >= 2: one pair, one step", arma::vec{1, 0}, 1, 100.0)
      .on("no step", arma::vec{3, 4}, 0, 100.0)
      .on("one pair, a step back", arma::vec{3, 4}, -1, 100.0)
      .on("two pairs", arma::vec{1, 2, 3, 4}, 1, 100.0)
      .on("l <= 10^6", arma::vec{1, 2, 3, 4}, million, 10'000.0)
      .on("20 000 coordinates", arma::linspace(-1, 1, 20'000), 3, 10'000.0)
      .on_random([](Draw& draw) {
        const arma::uword n = draw_even(draw);
        const arma::vec x = draw.vector("x", n, -9, 9);
        const long l = draw.integer("l", -9, 9);
        return std::tuple(x, l, draw_base(draw));
      })
      .on_large("10^6 coordinates",
                "n is 10^6 here, and n^2 steps or numbers (a matrix of 8 TB) are too many",
                [] { return std::tuple(arma::vec(arma::linspace(-1, 1, million)), 3L, 10'000.0); });

  course.EXERCISE(similarity)
      .expects([](long l, arma::uword n, double p) {
        return arma::dot(math::position_vector(0, n, p), math::position_vector(l, n, p));
      })
      .within(of_other_vectors)
      .on("a position with itself", 0, 4, 100.0)
      .on("n even, >= 2: neighbours, one pair", 1, 2, 100.0)
      .on("neighbours, the document's example", 1, 6, 100.0)
      .on("the same backwards", -1, 6, 100.0)
      .on("l <= 10^6", million, 6, 10'000.0)
      .on_random(draw_shift);

  course.EXERCISE(rotary)
      .expects([](const arma::mat& X, long s, double p) { return math::rotary_embedding(X, p, s); })
      .within(of_other_vectors)
      .on("n even, >= 2: one token at position 0", arma::mat(arma::vec{1, 2}), 0, 100.0)
      .on("one token at position 1", arma::mat(arma::vec{1, 0}), 1, 100.0)
      .on("one token twice", arma::mat{{1, 1}, {0, 0}}, 0, 100.0)
      .on("s <= 10^6: far away", arma::mat{{1, 1}, {0, 0}, {1, 1}, {0, 0}}, million, 10'000.0)
      .on_random([](Draw& draw) {
        const arma::uword n = draw_even(draw);
        const auto K = static_cast<arma::uword>(draw.integer("K", 1, 5));
        const arma::mat X = draw.matrix("X", n, K, -9, 9);
        const long s = draw.integer("s", 0, 9);
        return std::tuple(X, s, draw_base(draw));
      });

  const auto before = [](const arma::mat& W) -> arma::mat { return W.head_cols(W.n_cols - 1); };
  const auto after = [](const arma::mat& W) -> arma::mat { return W.tail_cols(W.n_cols - 1); };
  const auto positions = [](arma::uword n, arma::uword K, double p) {
    return math::position_matrix(K, n, p);
  };
  course.EXERCISE(learnt_shift)
      .domain([=](const arma::mat& W) {
        return W.n_cols > W.n_rows && arma::rank(before(W)) == W.n_rows;
      })
      .expects([=](const arma::mat& W) { return best_map(before(W), after(W)); })
      // The condition of what is drawn here is below 20 (11.7 in 200 000 draws): the normal
      // equations, which square it, lose three digits of sixteen.
      .within({.absolute = 1e-8, .relative = 1e-8})
      .on("three positions, one pair", positions(2, 3, 100))
      .on("noise in one entry",
          arma::mat(positions(2, 4, 100) + arma::mat{{0, 0, 0, 0.5}, {0, 0, 0, 0}}))
      .on("many positions, two pairs", positions(4, 40, 9))
      .on_random([=](Draw& draw) {
        const arma::uword n = draw_even(draw, 4);
        const auto K = n + static_cast<arma::uword>(draw.integer("K - n", 2, 6));
        const auto p = static_cast<double>(draw.integer("p", 4, 9));
        return std::tuple(arma::mat(positions(n, K, p) + draw.matrix("noise", n, K, -0.02, 0.02)));
      });
}
