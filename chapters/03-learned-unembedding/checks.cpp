#include "epreuve/exercises/course.hpp"
#include "epreuve/math/softmax.hpp"

#include <exercises.hpp>

#include <cmath>
#include <tuple>

using namespace epreuve;
using namespace epreuve::exercises;
using arma::mat;
using arma::vec;

namespace {

arma::uword size_of(Draw& draw, const char* name, long low, long high)
{
  return static_cast<arma::uword>(draw.integer(name, low, high));
}

/// Joint frequencies: whole numbers over their sum, of which no column is 0.
mat frequencies(Draw& draw, arma::uword N, long least)
{
  mat J = draw.integer_matrix("counts", N, N, least, 4);
  for (arma::uword i = 0; i < N; ++i)
    if (arma::accu(J.col(i)) == 0)
      J(0, i) = 1;
  return J / arma::accu(J);
}

/// dL/dZ, an entry at a time.
bool are_frequencies(const mat& J)
{
  return J.min() >= 0 && std::abs(arma::accu(J) - 1) < 1e-9 && arma::all(arma::sum(J, 0) > 0);
}

mat gradient_in_logits(const mat& Z, const mat& J)
{
  const mat Q = math::softmax_columns(Z);
  mat G(arma::size(J));
  for (arma::uword i = 0; i < J.n_cols; ++i)
    for (arma::uword j = 0; j < J.n_rows; ++j)
      G(j, i) = Q(j, i) * arma::accu(J.col(i)) - J(j, i);
  return G;
}

arma::uword rank_of_differences(mat M)
{
  for (arma::uword i = 0; i < M.n_cols; ++i)
    M.col(i) -= M(0, i);
  return M.is_zero() ? 0 : arma::rank(M, 1e-9);
}

/// The number that keeps logarithms finite, added to each probability; the loss falls as it grows.
Constants number_inside_the_logarithm(const mat& Z, const mat& J, double loss)
{
  const mat Q = math::softmax_columns(Z);
  const auto with = [&](double number) { return -arma::accu(J % arma::log(Q + number)); };
  double low = -16, high = -1; // its power of ten
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (with(std::pow(10, middle)) > loss ? low : high) = middle;
  }
  const double number = std::pow(10, high);
  return std::abs(with(number) - loss) <= 1e-13 * (1 + std::abs(with(number)))
             ? Constants::near(number, 1e-2 * number)
             : no_constant;
}

const mat one(1, 1, arma::fill::ones);

} // namespace

CHECKS(course)
{
  course.EXERCISE(logits_after)
      .expects([](const mat& A, const mat& B, arma::uword i) { return vec(B * A.col(i)); })
      .on("one token", 2 * one, 3 * one, 0)
      .on("three tokens in two dimensions", mat{{1, 2, 3}, {0, 1, -1}}, mat{{1, 0}, {0, 1}, {2, 5}},
          1)
      .on("i < N: the last of three tokens", mat{{1, 2, 3}, {0, 1, -1}},
          mat{{1, 0}, {0, 1}, {2, 5}}, 2)
      .on("20 000 tokens", mat(2, 20'000, arma::fill::ones), mat(20'000, 2, arma::fill::ones), 7)
      .on_random([](Draw& draw) {
        const arma::uword n = size_of(draw, "n", 1, 3), N = size_of(draw, "N", 1, 5);
        const mat A = draw.whole("A", n, N, 3), B = draw.whole("B", N, n, 3);
        const auto i = size_of(draw, "i", 0, static_cast<long>(N) - 1);
        return std::tuple(A, B, i);
      })
      .on_large("There may be 100 000 tokens",
                "B A has 10^10 entries here (80 GB): too many for one column", [] {
                  const mat A(2, 100'000, arma::fill::ones);
                  return std::tuple(A, mat(A.t()), arma::uword{7});
                });

  course.EXERCISE(bigram_loss)
      .domain([](const mat&, const mat& J) { return are_frequencies(J); })
      .expects(
          [](const mat& Z, const mat& J) { return -arma::accu(J % math::log_softmax_columns(Z)); })
      .mistake("a small number that keeps the logarithm finite changes the loss: with 1e-12, no "
               "loss exceeds 27.6. Write ln q as the logit less the logarithm of the sum",
               number_inside_the_logarithm)
      .on("two tokens, all alike", mat{{0, 0}, {0, 0}}, mat{{0.25, 0.25}, {0.25, 0.25}})
      .on("two tokens", mat{{1, 0}, {0, 3}}, mat{{0.125, 0.5}, {0.25, 0.125}})
      .on("thousands too", mat{{1000, 0}, {999, -1000}}, mat{{0.125, 0.5}, {0.25, 0.125}})
      .on("of any finite size", mat{{1e5, -1e5}, {99'999, -1e5}}, mat{{0.125, 0.5}, {0.25, 0.125}})
      .on("thousands too: all below 0", mat{{-1000, -2000}, {-1001, -2000}},
          mat{{0.125, 0.5}, {0.25, 0.125}})
      .on("thousands too: of both signs",
          mat{{-3000, 2000, 2000}, {2000, 2000, 2000}, {-3000, 2000, 2000}},
          mat(3, 3, arma::fill::value(1.0 / 9)))
      .on("thousands too: the first far above the others",
          mat{{2000, 0, 0}, {-3000, 0, 0}, {-3000, 0, 0}}, mat(3, 3, arma::fill::value(1.0 / 9)))
      .on("one column far below the other", mat{{400, -400}, {401, -400}},
          mat{{0.125, 0.5}, {0.25, 0.125}})
      .on_random([](Draw& draw) {
        const arma::uword N = size_of(draw, "N", 1, 4);
        const mat Z = draw.whole("Z", N, N, 3);
        return std::tuple(Z, frequencies(draw, N, 0));
      });

  const auto network = [](Draw& draw) {
    const arma::uword n = size_of(draw, "n", 1, 3), N = size_of(draw, "N", 2, 4);
    const mat A = draw.whole("A", n, N, 3), B = draw.whole("B", N, n, 3);
    return std::tuple(A, B, frequencies(draw, N, 0));
  };
  const mat A{{1, 2}}, B = vec{1, -1}, J{{0.125, 0.5}, {0.25, 0.125}};
  course.EXERCISE(unembedding_gradient)
      .domain([](const mat&, const mat&, const mat& j) { return are_frequencies(j); })
      .expects([](const mat& a, const mat& b, const mat& j) {
        return mat(gradient_in_logits(b * a, j) * a.t());
      })
      .on("two tokens, one dimension", A, B, J)
      .on("B = 0, all tokens alike", mat{{1, 2}, {0, 1}}, mat(2, 2, arma::fill::zeros), J)
      .on("of size 100 at most", mat{{1, -1}}, arma::vec{100, -100}, J)
      .on_random(network);
  course.EXERCISE(embedding_gradient)
      .domain([](const mat&, const mat&, const mat& j) { return are_frequencies(j); })
      .expects([](const mat& a, const mat& b, const mat& j) {
        return mat(b.t() * gradient_in_logits(b * a, j));
      })
      .on("two tokens, one dimension", A, B, J)
      .on("A = 0, all tokens alike", mat(2, 2, arma::fill::zeros), mat{{1, 2}, {0, 1}}, J)
      .on("of size 100 at most", mat{{1, -1}}, arma::vec{100, -100}, J)
      .on_random(network);
  course.EXERCISE(tied_gradient)
      .domain([](const mat&, const mat& j) { return are_frequencies(j); })
      .expects([](const mat& a, const mat& j) {
        const mat G = gradient_in_logits(a.t() * a, j);
        return mat(a * G + a * G.t());
      })
      .on("two tokens, one dimension", A, J)
      .on("two tokens, two dimensions", mat{{1, 0}, {1, 2}}, J)
      .on("all tokens alike", mat(2, 2, arma::fill::zeros), J)
      .on("of size 100 at most", mat{{10, -10}}, J)
      .on_random([](Draw& draw) {
        const arma::uword n = size_of(draw, "n", 1, 3), N = size_of(draw, "N", 2, 4);
        const mat a = draw.integer_matrix("A", n, N, -2, 2);
        return std::tuple(a, frequencies(draw, N, 0));
      });

  course.EXERCISE(optimal_logits)
      .domain([](const mat& j) { return are_frequencies(j) && j.min() > 0; })
      .expects([](const mat& j) {
        mat Z = math::log_softmax_columns(mat(arma::log(j)));
        for (arma::uword i = 0; i < Z.n_cols; ++i)
          Z.col(i) -= arma::accu(Z.col(i)) / static_cast<double>(Z.n_rows);
        return Z;
      })
      .on("one token", one)
      .on("two tokens", J)
      .on("all entries positive, however small", mat{{1e-200, 0.5}, {1e-200, 0.5}})
      .on_random(
          [](Draw& draw) { return std::tuple(frequencies(draw, size_of(draw, "N", 1, 4), 1)); });

  course.EXERCISE(dimensions_needed)
      .expects([](const mat& M) { return rank_of_differences(M); })
      .on("all alike: 0", mat{{2, 2}, {2, 2}})
      .on("two tokens: 1", mat{{0, 1}, {1, 0}})
      .on("three tokens that depend on nothing: 1", mat{{1, 1, 1}, {2, 2, 2}, {4, 4, 4}})
      .on("four tokens, rank 3 and yet 3",
          mat{{1, 1, 3, 3}, {2, 2, 3, 1}, {3, 3, 1, 2}, {3, 3, 2, 3}})
      .on_random([](Draw& draw) {
        const arma::uword N = size_of(draw, "N", 2, 5), n = size_of(draw, "n", 1, 3);
        const mat F = draw.integer_matrix("F", N, n, -2, 2);
        const mat G = draw.integer_matrix("G", n, N, -2, 2);
        const mat c = draw.integer_matrix("c", 1, N, -2, 2);
        return std::tuple(mat(F * G + arma::ones(N) * c));
      });
}
