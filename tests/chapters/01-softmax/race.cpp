#include "chapters/01-softmax/race.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::instruments::win_probabilities;
using epreuve::tests::says;

namespace {

double normal(double t)
{
  return std::erfc(-t / std::sqrt(2)) / 2;
}

double normal_density(double t)
{
  return arma::normpdf(t);
}

} // namespace

BOOST_AUTO_TEST_CASE(gumbel_noise_makes_it_softmax)
{
  const auto F = [](double t) { return std::exp(-std::exp(-t)); };
  const auto f = [](double t) { return std::exp(-t - std::exp(-t)); };
  for (const arma::vec& x :
       {arma::vec{0.5}, arma::vec{1000, 1001, 998.5}, arma::vec{-3, 4, -11, 4}})
    BOOST_TEST(arma::abs(win_probabilities(x, F, f) - epreuve::math::softmax(x)).max() <= 1e-14);
}

BOOST_AUTO_TEST_CASE(of_two_normal_variables_the_difference_decides)
{
  // x_1 + Z_1 > x_2 + Z_2 where a normal variable of variance 2 is below x_1 - x_2.
  const arma::vec p = win_probabilities({0.3, -0.9}, normal, normal_density);
  BOOST_TEST(std::abs(p(0) - normal(1.2 / std::sqrt(2))) <= 1e-14);
  BOOST_TEST(std::abs(p(1) - normal(-1.2 / std::sqrt(2))) <= 1e-14);
}

BOOST_AUTO_TEST_CASE(a_race_without_runners_or_with_an_infinite_lead_is_refused)
{
  const auto run = [](const arma::vec& x) { win_probabilities(x, normal, normal_density); };
  BOOST_CHECK_EXCEPTION(run({}), epreuve::Error, says("have an entry"));
  BOOST_CHECK_EXCEPTION(run({0, arma::datum::inf}), epreuve::Error, says("must be finite"));
}
