#include "epreuve/math/layer_norm.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::Error;
using epreuve::math::layer_norm;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_token_gets_mean_0_and_variance_1_then_gain_and_bias)
{
  // Mean 4, variance 5: divided by n, not by n - 1.
  const arma::mat x = arma::vec{1, 3, 5, 7};
  const arma::vec expected = arma::vec{-3, -1, 1, 3} / std::sqrt(5);
  BOOST_TEST(arma::abs(layer_norm(x) - expected).max() < 1e-15);
  const arma::vec gain{1, 2, 3, 4}, bias{10, 20, 30, 40};
  BOOST_TEST(arma::abs(layer_norm(x, gain, bias, 0) - (gain % expected + bias)).max() < 1e-14);
  // 5 + 4 = 9.
  BOOST_TEST(
      arma::abs(layer_norm(x, gain, bias, 4) - (gain % arma::vec{-1, -1.0 / 3, 1.0 / 3, 1} + bias))
          .max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(tokens_are_normed_one_by_one_whatever_their_scale_and_offset)
{
  const arma::vec x{1, -2, 4};
  const arma::mat together = arma::join_rows(x, 1000 * x + 7);
  const arma::mat y = layer_norm(together);
  BOOST_TEST(arma::abs(y.col(0) - layer_norm(arma::mat(x))).max() < 1e-15);
  BOOST_TEST(arma::abs(y.col(1) - y.col(0)).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(equal_entries_need_a_positive_epsilon)
{
  const arma::mat x(3, 2, arma::fill::ones);
  const arma::vec gain(3, arma::fill::ones), bias{1, 2, 3};
  BOOST_CHECK_EXCEPTION(layer_norm(x), Error, says("layer_norm", "token 0 has equal entries"));
  BOOST_TEST(arma::abs(layer_norm(x, gain, bias, 1e-5) - arma::repmat(bias, 1, 2)).max() == 0.0);
}

BOOST_AUTO_TEST_CASE(arguments_that_do_not_fit_are_named)
{
  const arma::mat x(3, 2, arma::fill::randu);
  const arma::vec three(3), two(2);
  BOOST_CHECK_EXCEPTION(layer_norm(arma::mat()), Error, says("layer_norm", "0 x 0"));
  BOOST_CHECK_EXCEPTION(layer_norm(x, two, three, 0), Error, says("layer_norm", "got 2 and 3"));
  BOOST_CHECK_EXCEPTION(layer_norm(x, three, three, -1), Error, says("layer_norm", "epsilon"));
}
