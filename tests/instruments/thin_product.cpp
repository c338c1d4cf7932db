#include "epreuve/instruments/thin_product.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

using epreuve::tests::says;

static const arma::mat L{{1, 2}, {0, 1}, {3, -1}, {1, 1}}, R{{2, 0}, {1, -1}, {0, 1}, {4, 2}};

BOOST_AUTO_TEST_CASE(its_singular_values_are_those_of_the_product)
{
  const arma::vec of_product = arma::svd(L * R.t());
  BOOST_TEST(arma::norm(spectrum_of_product(L, R).sigma - of_product.head(2)) < 1e-14);
  BOOST_TEST(of_product(2) < 1e-14);
}

BOOST_AUTO_TEST_CASE(no_rounding_to_single_precision_moves_a_singular_value_by_more_than_the_bound)
{
  const arma::mat A = L / 3, B = R / 7; // no entry of which is a float
  const auto in_single = [](const arma::mat& M) {
    return arma::conv_to<arma::mat>::from(arma::conv_to<arma::fmat>::from(M));
  };
  const ThinSpectrum exact = spectrum_of_product(A, B);
  const arma::vec moved =
      arma::abs(spectrum_of_product(in_single(A), in_single(B)).sigma - exact.sigma);
  BOOST_TEST(moved.max() > 0);
  BOOST_TEST(moved.max() <= exact.rounding);
  BOOST_TEST(exact.rounding < 1e-5);
}

BOOST_AUTO_TEST_CASE(the_trace_over_the_norm_is_that_of_the_product)
{
  const arma::mat product = L * R.t();
  BOOST_TEST(std::abs(trace_over_norm(L, R) - arma::trace(product) / arma::norm(product, "fro")) <
             1e-15);
  const arma::mat Q = arma::orth(L);
  BOOST_TEST(std::abs(trace_over_norm(Q, -Q) + std::sqrt(2)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(directions_count_by_their_weight)
{
  BOOST_TEST(std::abs(effective_rank({3, 3, 3, 0}) - 3) < 1e-14);
  BOOST_TEST(std::abs(effective_rank({5, 0, 0}) - 1) < 1e-15);
  BOOST_TEST(std::abs(effective_rank({std::sqrt(3), 1}) - 4 / std::pow(3, 0.75)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  BOOST_CHECK_EXCEPTION(spectrum_of_product(L, R.t()), epreuve::Error,
                        says("spectrum_of_product", "4 x 2 and 2 x 4"));
  BOOST_CHECK_EXCEPTION(trace_over_norm(L, R.head_rows(3)), epreuve::Error,
                        says("trace_over_norm", "3 x 2"));
  BOOST_CHECK_EXCEPTION(effective_rank({0, 0}), epreuve::Error, says("effective_rank", "are 0"));
}
