#include "epreuve/math/layer_norm.hpp"

#include "epreuve/instruments/derivative.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using epreuve::Error;
using epreuve::instruments::jacobian_50, epreuve::instruments::Reference;
using epreuve::math::layer_norm, epreuve::math::layer_norm_jacobian, epreuve::math::rms_norm;
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

BOOST_AUTO_TEST_CASE(a_variance_that_is_only_the_rounding_of_the_mean_is_none)
{
  // The mean of three times 0.1 is not 0.1.
  BOOST_CHECK_EXCEPTION(layer_norm(arma::mat(arma::vec{0.1, 0.1, 0.1})), Error,
                        says("token 0 has equal entries"));
  BOOST_CHECK_EXCEPTION(layer_norm(arma::fmat(arma::fvec{0.1F, 0.1F, 0.1F})), Error,
                        says("token 0 has equal entries"));
  BOOST_CHECK_EXCEPTION(layer_norm(arma::mat{{1, 0.1 + 0.2}, {2, 0.3}, {3, 0.3}}), Error,
                        says("token 1 has entries that differ by no more than rounding"));
  BOOST_CHECK_EXCEPTION(layer_norm_jacobian(arma::vec{0.1, 0.1, 0.1}), Error,
                        says("equal entries"));
  const arma::vec ones(3, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(layer_norm(arma::mat(0.1 * ones), ones, ones, 0), Error,
                        says("equal entries"));
  // A thousand roundings apart, the entries are told apart, though the mean is off by a thousandth of that.
  const arma::mat near = arma::vec{1, 1 + 0x1p-42, 1 - 0x1p-42};
  BOOST_TEST(arma::abs(layer_norm(near) - layer_norm(arma::mat(arma::vec{0, 1, -1}))).max() < 2e-3);
}

BOOST_AUTO_TEST_CASE(entries_whose_squares_overflow_or_vanish_are_normed_like_others)
{
  const arma::vec x{1, -2, 4}, ones(3, arma::fill::ones);
  const arma::mat expected = layer_norm(arma::mat(x)), root = rms_norm(arma::mat(x), ones, 0);
  BOOST_TEST(arma::abs(layer_norm(arma::mat(arma::vec{1e200, -1e200})) - arma::vec{1, -1}).max() ==
             0.0);
  for (const int exponent : {-1022, -600, 600, 1020}) { // a power of 2 rounds nothing
    const arma::mat scaled = x * std::ldexp(1., exponent);
    BOOST_TEST(arma::abs(layer_norm(scaled) - expected).max() == 0.0, exponent);
    BOOST_TEST(arma::abs(rms_norm(scaled, ones, 0) - root).max() == 0.0, exponent);
    if (exponent > 0) {
      BOOST_TEST(arma::abs(layer_norm(scaled, ones, 0 * ones, 1e-5) - expected).max() == 0.0);
      BOOST_TEST(arma::abs(rms_norm(scaled, ones, 1e-5) - root).max() == 0.0);
    }
  }
  BOOST_TEST(
      arma::abs(layer_norm_jacobian(arma::vec(x * 0x1p600)) * 0x1p600 - layer_norm_jacobian(x))
          .max() == 0.0);
  // Below epsilon a token stays small.
  BOOST_TEST(
      arma::abs(layer_norm(arma::mat(1e-200 * x), ones, 0 * ones, 1e-6) - 1e-197 * (x - 1)).max() <
      1e-210);
  const arma::fmat large = arma::conv_to<arma::fmat>::from(arma::mat(x)) * 1e20F;
  BOOST_TEST(arma::abs(arma::conv_to<arma::mat>::from(layer_norm(large)) - expected).max() < 1e-6);
}

BOOST_AUTO_TEST_CASE(arguments_that_do_not_fit_are_named)
{
  const arma::mat x(3, 2, arma::fill::randu);
  const arma::vec three(3), two(2);
  BOOST_CHECK_EXCEPTION(layer_norm(arma::mat()), Error, says("layer_norm", "0 x 0"));
  BOOST_CHECK_EXCEPTION(layer_norm(x, two, three, 0), Error, says("layer_norm", "got 2 and 3"));
  BOOST_CHECK_EXCEPTION(layer_norm(x, three, three, -1), Error, says("layer_norm", "epsilon"));
}

BOOST_AUTO_TEST_CASE(rms_norm_scales_and_does_not_shift)
{
  // Mean squares 25 and 4.
  const arma::mat x{{3, 2}, {4, -2}, {5, 2}, {std::sqrt(50.), 2}};
  const arma::vec gain{1, 2, 3, 4};
  const arma::mat y = rms_norm(x, gain, 0);
  BOOST_TEST(arma::abs(y - arma::diagmat(gain) * x * arma::diagmat(arma::vec{0.2, 0.5})).max() <
             1e-15);
  BOOST_TEST(arma::abs(rms_norm(x, gain, 5).col(1) - gain % x.col(1) / 3).max() < 1e-15);
  const arma::vec centred{1, -3, 2};
  const arma::vec ones(3, arma::fill::ones);
  BOOST_TEST(arma::abs(rms_norm(centred, ones, 1) - layer_norm(centred, ones, 0 * ones, 1)).max() <
             1e-15);
  BOOST_CHECK_EXCEPTION(rms_norm(x, arma::vec(3), 0), Error, says("rms_norm", "4 x 2 and 3"));
  BOOST_CHECK_EXCEPTION(rms_norm(0 * x, gain, 0), Error, says("rms_norm", "token 0 is 0"));
  BOOST_CHECK_EXCEPTION(rms_norm(x, gain, -1), Error, says("rms_norm", "epsilon"));
}

BOOST_AUTO_TEST_CASE(the_jacobian_is_that_of_differences)
{
  const arma::vec x{1, -2, 4, 0.5};
  for (const double epsilon : {0., 0.3}) {
    const auto f = [&](const std::vector<Reference>& z) {
      Reference mean = 0, variance = 0;
      for (const Reference& entry : z)
        mean += entry / 4;
      for (const Reference& entry : z)
        variance += (entry - mean) * (entry - mean) / 4;
      std::vector<Reference> y;
      for (const Reference& entry : z)
        y.push_back((entry - mean) / sqrt(variance + Reference(epsilon)));
      return y;
    };
    // Eight roundings of numbers of at most 1.
    BOOST_TEST(arma::abs(layer_norm_jacobian(x, epsilon) - jacobian_50(f, x)).max() < 1e-15);
  }
  BOOST_CHECK_EXCEPTION(layer_norm_jacobian(arma::vec(3, arma::fill::ones)), Error,
                        says("equal entries"));
  BOOST_CHECK_EXCEPTION(layer_norm_jacobian(x, -1), Error, says("layer_norm_jacobian", "epsilon"));
}
