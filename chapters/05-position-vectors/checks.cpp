#include "epreuve/exercises/course.hpp"
#include "epreuve/math/positions/position_difference.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/positions/subspaces.hpp"
#include "epreuve/math/positions/token_and_position.hpp"

#include <exercises.hpp>

#include <cmath>
#include <string>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

arma::uword size(Draw& draw, const std::string& name, long smallest, long largest)
{
  return static_cast<arma::uword>(draw.integer(name, smallest, largest));
}

arma::mat column(const arma::vec& x)
{
  return x;
}

/// Whether one pair is nearer to u than all others, by more than rounding.
bool has_one_nearest_pair(const arma::vec& u, const arma::mat& V, const arma::mat& W)
{
  arma::mat distances(V.n_cols, W.n_cols);
  for (arma::uword t = 0; t < V.n_cols; ++t)
    for (arma::uword k = 0; k < W.n_cols; ++k)
      distances(t, k) = arma::norm(u - V.col(t) - W.col(k));
  const arma::vec sorted = arma::sort(arma::vectorise(distances));
  return sorted.n_elem == 1 || sorted(1) - sorted(0) > 1e-9;
}

/// By powers, where the solution divides again and again.
arma::uvec digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  arma::uword power = 1;
  for (arma::uword i = 0; i < m; ++i, power *= b)
    c(i) = k / power % b;
  return c;
}

long position_of(const arma::vec& w, double p)
{
  const arma::vec start = math::position_vector(0, w.n_elem, p);
  return std::lround(math::read_difference(start, w, p)(0));
}

arma::vec noisy(long k, arma::uword n, double p, double noise)
{
  arma::vec w = math::position_vector(k, n, p);
  for (arma::uword i = 0; i < n; ++i)
    w(i) += i % 3 == 0 ? -noise : noise;
  return w;
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(digits)
      .expects(digits)
      .on("m >= 1: one digit", 7, 10, 1)
      .on("b >= 2: 22 in base 2, of the document", 22, 2, 5)
      .on("leading zeros", 305, 10, 5)
      .on("a base above 10", 4096, 16, 4)
      .on("b^m <= 10^18: 18 digits", 123'456'789'987'654'321, 10, 18)
      .on_random([](Draw& draw) {
        const arma::uword b = size(draw, "b", 2, 9), m = size(draw, "m", 1, 6);
        arma::uword count = 1;
        for (arma::uword i = 0; i < m; ++i)
          count *= b;
        return std::tuple(size(draw, "k", 0, static_cast<long>(count) - 1), b, m);
      });

  course.EXERCISE(sines_then_cosines)
      .expects([](const arma::vec& w) {
        const arma::mat pairs(w.memptr(), 2, w.n_elem / 2);
        return arma::vec(arma::vectorise(arma::flipud(pairs).t()));
      })
      .on("n even, >= 2: one pair", arma::vec{1, 2})
      .on("two pairs", arma::vec{1, 2, 3, 4})
      .on("three pairs", arma::vec{1, 2, 3, 4, 5, 6})
      .on_random([](Draw& draw) {
        return std::tuple(arma::vec(draw.whole("w", 2 * size(draw, "n/2", 1, 5), 1, 9)));
      });

  course.EXERCISE(with_positions)
      .expects([](const arma::mat& X, const arma::mat& P, arma::uword first) {
        arma::mat sum = X;
        for (arma::uword j = 0; j < X.n_cols; ++j) {
          if (first + j >= P.n_cols)
            return arma::mat();
          sum.col(j) += P.col(first + j);
        }
        return sum;
      })
      .on("K >= 1; first token, >= 0: one position", column({1}), column({5}), 0)
      .on("a text that goes on", arma::mat{{1, 2}}, arma::mat{{10, 20, 30, 40}}, 1)
      .on("up to the last position", arma::mat{{1, 2}}, arma::mat{{10, 20, 30}}, 1)
      .on("any empty matrix if a token would be beyond the table: one too many", arma::mat{{1, 2}},
          arma::mat{{10, 20, 30}}, 2)
      .on("more tokens than positions", arma::mat{{1, 2, 3}}, arma::mat{{10, 20}}, 0)
      .on("far beyond the table", column({1}), arma::mat{{10, 20}}, 9)
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 1, 3);
        const arma::mat X = draw.whole("X", n, size(draw, "K", 1, 4), 9);
        const arma::mat P = draw.whole("P", n, size(draw, "L", 1, 6), 9);
        return std::tuple(X, P, size(draw, "first", 0, 4));
      });

  course.EXERCISE(position_of)
      .expects(position_of)
      .on("position 0", arma::vec{1, 0, 1, 0}, 100.)
      .on("n even, >= 2: one pair", arma::vec{std::cos(2.), std::sin(2.)}, 9.)
      .on("position 3 of the document's example", math::position_vector(3, 6, 100.), 100.)
      .on("after the first turn of the fast pair", math::position_vector(9, 6, 100.), 100.)
      .on("an error of up to 0.01", noisy(200, 6, 1000., 0.01), 1000.)
      .on("at most 100 times slower", noisy(287, 4, 1e4, 0.01), 1e4)
      .on_random([](Draw& draw) {
        const arma::uword n = 2 * size(draw, "n/2", 1, 5);
        const double p = std::pow(double(draw.integer("p^(2/n)", 2, 100)), double(n) / 2);
        const auto last = static_cast<long>(3 / math::frequencies(n, p).back());
        const long k = draw.integer("k", 0, last);
        const arma::vec noise = draw.vector("noise", n, -0.01, 0.01);
        return std::tuple(arma::vec(math::position_vector(k, n, p) + noise), p);
      })
      .on_large("k may be 10^11", "k is about 10^11 here: too many to try",
                [] { return std::tuple(noisy(123'456'789'012, 14, 1e14, 0.005), 1e14); });

  course.EXERCISE(causal_means)
      .expects([](const arma::mat& X) {
        const arma::rowvec counts = arma::regspace<arma::rowvec>(1, double(X.n_cols));
        return arma::mat(arma::cumsum(X, 1).eval().each_row() / counts);
      })
      .within({.absolute = 1e-9})
      .on("K >= 1: one token", column({5}))
      .on("a first token that stands out", arma::mat{{1, 0, 0, 0}})
      .on("two coordinates", arma::mat{{1, 3, 5}, {2, 0, 4}})
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 1, 4);
        return std::tuple(draw.whole("X", n, size(draw, "K", 1, 6), 9));
      })
      .on_large("200 000 tokens",
                "K is 200 000 here, and to add up all columns before each takes 4 10^10 additions",
                [] { return std::tuple(arma::mat(2, 200'000, arma::fill::ones)); });

  using exercise::Pair;
  course.EXERCISE(token_and_position)
      .domain(has_one_nearest_pair)
      .expects([](const arma::vec& u, const arma::mat& V, const arma::mat& W) {
        const auto [token, position] = math::nearest_pair(u, V, W);
        return Pair{token, position};
      })
      .mistake(
          "the least distance so far begins with a number, and no pair may be as near as that; "
          "begin with arma::datum::inf",
          [](const arma::vec& u, const arma::mat& V, const arma::mat& W, const Pair& result) {
            constexpr double least_guess = 10; // from 0 on, other mistakes would look like it
            const auto [token, position] = math::nearest_pair(u, V, W);
            return result.token == 0 && result.position == 0
                       ? Constants{least_guess, arma::norm(u - V.col(token) - W.col(position))}
                       : no_constant;
          })
      .on("one of each", arma::vec{3}, column({1}), column({2}))
      .on("two of each", arma::vec{12}, arma::mat{{0, 10}}, arma::mat{{0, 2}})
      .on("a position that looks like a token", arma::vec{7}, arma::mat{{0, 5, 9}},
          arma::mat{{0, 7}})
      .on("a long token far away", arma::vec{1.2, 0.9}, arma::mat{{1, 30}, {1, 30}},
          arma::mat{{0, 0.5}, {0, 0}})
      .on("the larger sum of magnitudes", arma::vec{0, 0}, arma::mat{{3, 2}, {0, 2}},
          column({0, 0}))
      .on("the larger magnitude", arma::vec{0, 0}, arma::mat{{2.5, 3}, {2.5, 0}}, column({0, 0}))
      .on("may be far from every pair", arma::vec{2e9}, arma::mat{{0, 1e9}}, column({0}))
      .on("twice as far from every pair", arma::vec{4e9}, arma::mat{{0, 2e9}}, column({0}))
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n", 2, 5), N = size(draw, "N", 1, 5);
        const arma::uword K = size(draw, "K", 1, 5);
        const arma::mat V = draw.matrix("V", n, N, -5, 5), W = draw.matrix("W", n, K, -5, 5);
        const arma::uword t = size(draw, "t", 0, long(N) - 1), k = size(draw, "k", 0, long(K) - 1);
        return std::tuple(arma::vec(V.col(t) + W.col(k) + 1e-6), V, W);
      });

  course.EXERCISE(token_reader)
      .domain([](const arma::mat& V, const arma::mat& W) {
        return arma::rank(arma::join_rows(V, W)) == V.n_cols + W.n_cols;
      })
      .expects([](const arma::mat& V, const arma::mat& W) { return math::projection_along(V, W); })
      .within({.absolute = 1e-8})
      .on("two axes", column({1, 0}), column({0, 2}))
      .on("45 degrees", column({1, 0}), column({1, 1}))
      .on("a dimension to spare", column({2, 0, 0}), column({1, 1, 0}))
      .on("two tokens", arma::mat{{1, 0}, {0, 1}, {0, 0}, {0, 0}}, column({1, 2, 3, 0}))
      // Integers up to 2 with 10 on a diagonal: independent, of a condition below 10.
      .on_random([](Draw& draw) {
        const arma::uword N = size(draw, "N", 1, 2), K = size(draw, "K", 1, 2);
        const arma::uword n = N + K + size(draw, "n - N - K", 0, 1);
        const arma::mat both =
            draw.integer_matrix("(V W)", n, N + K, -2, 2) + 10 * arma::mat(arma::eye(n, N + K));
        return std::tuple(arma::mat(both.head_cols(N)), arma::mat(both.tail_cols(K)));
      });
}
