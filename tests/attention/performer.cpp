#include "epreuve/attention/performer.hpp"

#include "epreuve/instruments/differences.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

namespace {

double largest(const arma::mat& left, const arma::mat& right)
{
  BOOST_REQUIRE(arma::size(left) == arma::size(right));
  return arma::abs(left - right).max();
}

/// Weighted means of the values with explicit weights, row by row.
arma::mat by_weights(arma::mat W, const arma::mat& V, bool causal)
{
  if (causal)
    W = arma::trimatl(W);
  W.each_col() /= arma::sum(W, 1);
  return V * W.t();
}

struct Moments
{
  double mean, variance;
};

/// Of phi(x) . phi(y) with one direction, over so many draws.
template <typename Features>
Moments kernel(const arma::vec& x, const arma::vec& y, const Features& features, arma::uword draws)
{
  arma::vec seen(draws);
  for (arma::uword draw = 0; draw < draws; ++draw) {
    const arma::mat Omega(1, x.n_elem, arma::fill::randn);
    seen(draw) = arma::dot(features(arma::mat(x), Omega), features(arma::mat(y), Omega));
  }
  return {arma::mean(seen), arma::var(seen)};
}

} // namespace

BOOST_AUTO_TEST_CASE(both_kernels_have_the_mean_and_variance_that_are_stated)
{
  arma::arma_rng::set_seed(1);
  const arma::vec x{0.3, -0.4}, y{0.2, 0.1};
  const double exact = std::exp(arma::dot(x, y)), plus = arma::accu(arma::square(x + y)),
               minus = arma::accu(arma::square(x - y));
  const Moments positive = kernel(x, y, positive_features<double>, 20000);
  const double positive_variance = exact * exact * (std::exp(plus) - 1);
  BOOST_TEST(std::abs(positive.mean - exact) < 5 * std::sqrt(positive_variance / 20000));
  BOOST_TEST(positive.variance / positive_variance == 1, boost::test_tools::tolerance(0.1));
  const Moments trigonometric = kernel(x, y, trigonometric_features<double>, 20000);
  const double trigonometric_variance =
      exact * exact * (std::exp(minus) + std::exp(-minus) - 2) / 2;
  BOOST_TEST(std::abs(trigonometric.mean - exact) < 5 * std::sqrt(trigonometric_variance / 20000));
  BOOST_TEST(trigonometric.variance / trigonometric_variance == 1,
             boost::test_tools::tolerance(0.1));
}

BOOST_AUTO_TEST_CASE(sums_over_features_are_the_means_with_the_weights_that_they_stand_for)
{
  arma::arma_rng::set_seed(2);
  const arma::mat Psi(5, 7, arma::fill::randu), Phi(5, 7, arma::fill::randu),
      V(3, 7, arma::fill::randn);
  for (const bool causal : {false, true})
    BOOST_TEST(largest(feature_attention(Psi, Phi, V, causal),
                       by_weights(Psi.t() * Phi, V, causal)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(performer_is_attention_by_positive_features_of_queries_and_keys)
{
  arma::arma_rng::set_seed(3);
  const arma::mat Q(4, 6, arma::fill::randn), K(4, 6, arma::fill::randn),
      V(2, 6, arma::fill::randn), Omega(8, 4, arma::fill::randn);
  const double root = std::sqrt(2); // 4^(1/4)
  const arma::mat W =
      positive_features<double>(Q / root, Omega).t() * positive_features<double>(K / root, Omega);
  for (const bool causal : {false, true})
    BOOST_TEST(largest(performer_attention(Q, K, V, Omega, causal), by_weights(W, V, causal)) <
               1e-13);
}

BOOST_AUTO_TEST_CASE(with_many_directions_performer_comes_close_to_attention)
{
  arma::arma_rng::set_seed(4);
  const arma::mat Q = arma::mat(2, 5, arma::fill::randn) / 2,
                  K = arma::mat(2, 5, arma::fill::randn) / 2, V(2, 5, arma::fill::randn);
  const arma::mat exact = by_weights(arma::exp(Q.t() * K / std::sqrt(2)), V, false);
  const arma::mat few(20, 2, arma::fill::randn), many(20000, 2, arma::fill::randn);
  BOOST_TEST(largest(performer_attention(Q, K, V, many, false), exact) < 0.03);
  BOOST_TEST(largest(performer_attention(Q, K, V, few, false), exact) > 0.03);
}

BOOST_AUTO_TEST_CASE(long_queries_do_not_overflow)
{
  const arma::mat Q(arma::vec{1000, 0}), K{{1, -1}, {0, 1}}, V(1, 2, arma::fill::ones),
      Omega{{1, 2}, {3, -1}};
  BOOST_TEST(performer_attention(Q, K, V, Omega)(0, 0) == 1, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(the_way_back_through_features_is_the_slope_of_the_loss)
{
  arma::arma_rng::set_seed(5);
  const std::array<arma::mat, 3> arguments{arma::mat(3, 5, arma::fill::randn),
                                           arma::mat(3, 5, arma::fill::randn),
                                           arma::mat(2, 5, arma::fill::randn)};
  const arma::mat Omega(6, 3, arma::fill::randn), U(2, 5, arma::fill::randn);
  for (const bool causal : {false, true}) {
    const auto to =
        performer_attention_backward(arguments[0], arguments[1], arguments[2], Omega, U, causal);
    const std::array<arma::mat, 3> gradients{to.Q, to.K, to.V};
    for (std::size_t which = 0; which < 3; ++which) {
      const arma::mat slopes = epreuve::instruments::gradient_by_differences(
          [&](const arma::mat& changed) {
            std::array<arma::mat, 3> at = arguments;
            at[which] = changed;
            return arma::accu(U % performer_attention(at[0], at[1], at[2], Omega, causal));
          },
          arguments[which], 1e-6);
      BOOST_TEST(largest(gradients[which], slopes) < 1e-8);
    }
  }
}

BOOST_AUTO_TEST_CASE(directions_are_orthogonal_within_blocks_and_as_long_as_normal_vectors)
{
  arma::arma_rng::set_seed(6);
  const arma::mat Omega = orthogonal_directions(7, 3);
  const arma::mat products = Omega * Omega.t();
  for (arma::uword i = 0; i < 7; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (i / 3 == j / 3)
        BOOST_TEST(std::abs(products(i, j)) < 1e-14);
  // An entry is N(0, 1): mean 0, mean square 1, mean fourth power 3; 30 000 of them, standard deviations 0.006, 0.008
  // and 0.06 if they were independent.
  const arma::vec entries = arma::vectorise(orthogonal_directions(10000, 3));
  BOOST_TEST(std::abs(arma::mean(entries)) < 0.03);
  BOOST_TEST(std::abs(arma::mean(arma::square(entries)) - 1) < 0.04);
  BOOST_TEST(std::abs(arma::mean(arma::vec(arma::pow(entries, 4))) - 3) < 0.3);
}

BOOST_AUTO_TEST_CASE(features_that_do_not_fit_are_refused)
{
  const arma::mat X(3, 2, arma::fill::ones), Omega(4, 2), V(1, 3, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(positive_features(X, Omega), Error, says("m x 3"));
  BOOST_CHECK_EXCEPTION(trigonometric_features(X, Omega), Error, says("m x 3"));
  BOOST_CHECK_EXCEPTION(orthogonal_directions(0, 2), Error, says("at least 1"));
  BOOST_CHECK_EXCEPTION(feature_attention(X, X, V), Error, says("a column for each key"));
  BOOST_CHECK_EXCEPTION(feature_attention(X, arma::mat(3, 3, arma::fill::ones), V, true), Error,
                        says("got 2 and 3"));
  BOOST_CHECK_EXCEPTION(feature_attention<double>(arma::vec{1, -1}, arma::vec{1, 1}, arma::vec{1}),
                        Error, says("denominator of query 0 is 0"));
}
