#include "epreuve/math/compensated_sum.hpp"

#include "epreuve/error.hpp"
#include "epreuve/rational.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

#include <cmath>
#include <limits>
#include <string>

using epreuve::Rational;
using epreuve::math::compensated_sum;

BOOST_AUTO_TEST_CASE(terms_too_small_to_move_the_sum_one_by_one_still_count)
{
  arma::vec x(1025, arma::fill::value(0x1p-53));
  x(0) = 1;
  BOOST_TEST(arma::accu(x.head(2)) == 1);
  BOOST_TEST(compensated_sum(x) == 1 + 0x1p-43);
  BOOST_TEST(compensated_sum(arma::reverse(x)) == 1 + 0x1p-43);
}

BOOST_AUTO_TEST_CASE(a_large_term_that_comes_and_goes_leaves_the_rest)
{
  BOOST_TEST(compensated_sum({1, 1e100, 1, -1e100}) == 2);
}

BOOST_AUTO_TEST_CASE(a_sum_of_many_positive_terms_is_within_an_ulp_of_the_exact_one)
{
  arma::vec x(50257);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    x(i) = std::fmod(0.6180339887498949 * static_cast<double>(i), 1.0);
  Rational exact = 0;
  for (const double x_i : x)
    exact += Rational(x_i);
  const double result = compensated_sum(x);
  const double ulp = std::nextafter(result, 1e300) - result;
  BOOST_TEST(abs(Rational(result) - exact) <= Rational(ulp));
}

RC_BOOST_PROP(terms_that_cancel_are_summed_within_the_bound_of_the_header, ())
{
  const auto N = static_cast<arma::uword>(*rc::gen::inRange(2, 200));
  arma::vec x(N);
  for (double& term : x)
    term = std::ldexp(*rc::gen::inRange(-1000000, 1000001), *rc::gen::inRange(-60, 1));
  x(N - 1) = -arma::accu(x.head(N - 1));

  Rational sum = 0, magnitudes = 0;
  for (const double term : x) {
    sum += Rational(term);
    magnitudes += abs(Rational(term));
  }
  const Rational u(0x1p-53), Nu = u * N;
  RC_ASSERT(abs(Rational(compensated_sum(x)) - sum) <= u * abs(sum) + Nu * Nu * magnitudes);
}

BOOST_AUTO_TEST_CASE(the_empty_sum_is_0)
{
  BOOST_TEST(compensated_sum({}) == 0);
}

BOOST_AUTO_TEST_CASE(a_term_that_is_not_finite_is_refused)
{
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    BOOST_CHECK_EXCEPTION(compensated_sum({1, bad}), epreuve::Error, [](const auto& error) {
      return std::string(error.what()).find("compensated_sum: x must be finite") == 0 &&
             std::string(error.what()).find("at index 1") != std::string::npos;
    });
}
