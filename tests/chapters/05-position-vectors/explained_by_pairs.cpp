#include "chapters/05-position-vectors/explained_by_pairs.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

namespace {

/// Rows cos(omega k) and sin(omega k), K columns.
arma::mat pair_of(double omega, arma::uword K)
{
  const arma::rowvec angles = omega * arma::regspace<arma::rowvec>(0, double(K) - 1);
  return arma::join_cols(arma::cos(angles), arma::sin(angles));
}

arma::vec square_wave(arma::uword T, arma::uword K)
{
  arma::vec y(K);
  for (arma::uword k = 0; k < K; ++k)
    y(k) = k % T < T / 2 ? 1 : -1;
  return y;
}

} // namespace

BOOST_AUTO_TEST_CASE(what_is_a_combination_of_a_pair_is_explained_whole_and_by_it_alone)
{
  const arma::uword K = 120;
  const arma::mat W =
      arma::join_cols(pair_of(arma::datum::tau / 12, K), pair_of(arma::datum::tau / 30, K));
  const arma::vec y = 5 + 2 * W.row(2).t() - 3 * W.row(3).t();
  const arma::vec shares = explained_by_pairs(y, W);
  BOOST_TEST(std::abs(shares(1) - 1) < 1e-13);
  BOOST_TEST(shares(0) < 1e-13); // whole periods are orthogonal
}

BOOST_AUTO_TEST_CASE(shares_are_those_of_least_squares)
{
  arma::arma_rng::set_seed(3);
  const arma::mat W(6, 40, arma::fill::randn);
  const arma::vec y(40, arma::fill::randn);
  const arma::vec shares = explained_by_pairs(y, W);
  for (arma::uword i = 0; i < 3; ++i) {
    const arma::mat X = arma::join_rows(arma::ones(40), W.rows(2 * i, 2 * i + 1).t());
    const arma::vec rest = y - X * arma::solve(X, y);
    const double expected = 1 - arma::dot(rest, rest) / (40 * arma::var(y, 1));
    BOOST_TEST(std::abs(shares(i) - expected) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(a_square_wave_and_the_sine_of_its_period_are_related_as_the_formula_says)
{
  // Over whole periods nothing is left out.
  for (const arma::uword T : {4U, 8U, 10U, 64U}) {
    const arma::uword K = 8 * T;
    const double seen =
        explained_by_pairs(square_wave(T, K), pair_of(arma::datum::tau / double(T), K))(0);
    BOOST_TEST(std::abs(seen - square_wave_explained(T, 0, K)) < 1e-12);
  }
  BOOST_TEST(square_wave_explained(2, 0, 10) == 1); // (-1)^k is a cosine
}

BOOST_AUTO_TEST_CASE(a_wave_that_drifts_explains_less_as_the_formula_says)
{
  const arma::uword T = 8, K = 4000;
  for (const double delta : {0.0002, 0.0005, 0.001}) {
    const double seen =
        explained_by_pairs(square_wave(T, K), pair_of(arma::datum::tau / 8 - delta, K))(0);
    BOOST_TEST(std::abs(seen - square_wave_explained(T, delta, K)) < 2. * T / K);
    BOOST_TEST(square_wave_explained(T, delta, K) < 0.99 * square_wave_explained(T, 0, K));
  }
}

BOOST_AUTO_TEST_CASE(what_has_no_share_is_refused)
{
  const arma::mat W(4, 9, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(explained_by_pairs(arma::ones(8), W), Error, says("got 4 x 9 and 8"));
  BOOST_CHECK_EXCEPTION(explained_by_pairs(arma::ones(9), W), Error, says("y is constant"));
  BOOST_CHECK_EXCEPTION(explained_by_pairs(arma::ones(9), W.head_rows(3)), Error, says("n even"));
  BOOST_CHECK_EXCEPTION(square_wave_explained(7, 0, 10), Error, says("even and positive, got 7"));
  BOOST_CHECK_EXCEPTION(square_wave_explained(8, 0, 0), Error, says("K must be positive"));
}
