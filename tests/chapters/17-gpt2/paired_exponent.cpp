#include "chapters/17-gpt2/paired_exponent.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::evidence;
using epreuve::instruments::paired_exponent;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(what_grows_by_a_power_has_its_exponent_without_error)
{
  const arma::vec before{1, 5, 2, 7};
  const Estimate b = paired_exponent(before, 8 * before, 4);
  BOOST_TEST(std::abs(b.value - 1.5) < 1e-15);
  BOOST_TEST(b.standard_error < 1e-15);
  BOOST_TEST(b.n == 4);
}

BOOST_AUTO_TEST_CASE(the_standard_error_is_how_far_repeated_estimates_scatter)
{
  arma::arma_rng::set_seed(1);
  arma::vec values(2000), errors(2000);
  for (arma::uword i = 0; i < values.n_elem; ++i) {
    const arma::vec common = 1 + arma::randu(100);
    const Estimate b = paired_exponent(common, 2 * common + arma::randu(100), 2);
    values(i) = b.value;
    errors(i) = b.standard_error;
  }
  const double scatter = arma::stddev(values);
  BOOST_TEST(std::abs(arma::mean(errors) / scatter - 1) < 0.08); // 5 standard errors of the scatter
}

BOOST_AUTO_TEST_CASE(what_is_outside_its_domain_is_refused)
{
  BOOST_CHECK_EXCEPTION(paired_exponent({1, 2}, {1, 2, 3}, 2), epreuve::Error, says("2 and 3"));
  BOOST_CHECK_EXCEPTION(paired_exponent({1, 0}, {1, 2}, 2), epreuve::Error, says("> 0"));
  BOOST_CHECK_EXCEPTION(paired_exponent({1, 2}, {1, 2}, 1), epreuve::Error, says("factor 1"));
}
