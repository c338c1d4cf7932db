#include "epreuve/instruments/positions/by_distance.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(points_on_a_circle_at_equal_angles_depend_on_distance_alone)
{
  const arma::rowvec angle = 0.3 * arma::regspace<arma::rowvec>(0, 9);
  const ByDistance seen = by_distance(2 * arma::join_cols(arma::cos(angle), arma::sin(angle)));
  BOOST_TEST(seen.share == 1, boost::test_tools::tolerance(1e-13));
  BOOST_TEST(seen.mean(4) == std::cos(1.2), boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(what_distance_does_not_tell_is_not_counted)
{
  const ByDistance seen = by_distance(arma::mat{{1, 0, 2}}); // products 1 0 2; 0 0 0; 2 0 4
  // mean 1; by distance 5/3, 0, 2, so 3 (2/3)^2 + 4 + 2 of 16
  BOOST_TEST(seen.share == (4. / 3 + 6) / 16, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(seen.mean(2) == 2 / (5. / 3), boost::test_tools::tolerance(1e-14));
}

BOOST_AUTO_TEST_CASE(vectors_that_say_nothing_are_refused)
{
  BOOST_CHECK_EXCEPTION(by_distance(arma::mat(3, 1)), Error, says("at least two"));
  BOOST_CHECK_EXCEPTION(by_distance(arma::mat(3, 4, arma::fill::ones)), Error, says("the same"));
}
