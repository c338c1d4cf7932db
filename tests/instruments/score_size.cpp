#include "epreuve/instruments/heads/score_size.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

using epreuve::tests::says;

static const arma::mat A{{1, 2, -1}, {0, 1, 3}}, B{{2, 0, 1}, {1, -1, 1}};
static const arma::vec a{0.5, -1}, b{1, 2};

BOOST_AUTO_TEST_CASE(it_is_the_mean_over_all_directions_of_a_circle)
{
  // The vectors of mean 0 and length sqrt(3) in three dimensions are a circle; 12 points on it average
  // squares exactly.
  const auto token = [](int i) {
    const double angle = arma::datum::tau * i / 12;
    const arma::vec u = arma::vec{1, -1, 0} / std::sqrt(2), v = arma::vec{1, 1, -2} / std::sqrt(6);
    return arma::vec(std::sqrt(3) * (std::cos(angle) * u + std::sin(angle) * v));
  };
  double all = 0, by_keys = 0;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) {
      const arma::vec q = A * token(i) + a;
      all += std::pow(arma::dot(q, B * token(j) + b), 2) / 144;
      by_keys += std::pow(arma::dot(q, B * token(j)), 2) / 144;
    }
  const ScoreSize size = score_size(A, a, B, b);
  BOOST_TEST(std::abs(size.all - std::sqrt(all)) < 1e-13);
  BOOST_TEST(std::abs(size.by_keys - std::sqrt(by_keys)) < 1e-13);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  BOOST_CHECK_EXCEPTION(score_size(A, a, B.t(), b), epreuve::Error, says("score_size", "3 x 2"));
  BOOST_CHECK_EXCEPTION(score_size(A, {1}, B, b), epreuve::Error, says("score_size", "1 and 2"));
}
