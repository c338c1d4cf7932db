#include "epreuve/math/positions/token_and_position.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::math;
using epreuve::Error;
using epreuve::tests::says;

namespace {
const arma::mat V{{0, 5, 9}}, W{{0, 1, 2}};
}

BOOST_AUTO_TEST_CASE(the_nearest_pair_is_the_one_that_was_added)
{
  for (arma::uword t = 0; t < 3; ++t)
    for (arma::uword k = 0; k < 3; ++k) {
      const bool found = nearest_pair(V.col(t) + W.col(k) + 0.4, V, W) == TokenAndPosition{t, k};
      BOOST_TEST(found);
    }
}

BOOST_AUTO_TEST_CASE(who_reads_the_token_first_is_misled_by_a_position_that_looks_like_one)
{
  const arma::mat far{{0, 7}};
  const arma::vec u{7}; // token 0 at position 1
  BOOST_TEST((nearest_pair(u, V, far) == TokenAndPosition{0, 1}));
  BOOST_TEST((token_first(u, V, far) == TokenAndPosition{1, 0})); // 7 is nearer to 5 than to 0
}

BOOST_AUTO_TEST_CASE(in_one_dimension_the_wrong_token_is_a_normal_integral)
{
  // v - v' = sqrt(2) s g, and |w + sqrt(2) s g| < |w| for -sqrt(2) |w| / s < g < 0
  const double expected = std::erf(1.5) / 2;
  BOOST_TEST(wrong_token_probability(1, 2, 3) == expected, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(what_has_no_pairs_is_refused)
{
  BOOST_CHECK_EXCEPTION(nearest_pair({1, 2}, V, W), Error, says("as long as u, 2"));
  BOOST_CHECK_EXCEPTION(token_first({arma::datum::inf}, V, W), Error, says("finite"));
  BOOST_CHECK_EXCEPTION(wrong_token_probability(0, 1, 1), Error, says("n = 0"));
  BOOST_CHECK_EXCEPTION(wrong_token_probability(1, 0, 1), Error, says("s = 0"));
}
