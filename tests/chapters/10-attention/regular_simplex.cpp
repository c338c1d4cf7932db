#include "chapters/10-attention/regular_simplex.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(vertices_have_length_1_and_the_same_angle_two_by_two)
{
  for (const arma::uword r : {1, 2, 3, 7, 64}) {
    const arma::mat u = regular_simplex(r);
    BOOST_TEST_REQUIRE(u.n_rows == r);
    BOOST_TEST_REQUIRE(u.n_cols == r + 1);
    arma::mat expected(r + 1, r + 1, arma::fill::value(-1 / double(r)));
    expected.diag().ones();
    BOOST_TEST(arma::abs(u.t() * u - expected).max() < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(a_simplex_needs_a_dimension)
{
  BOOST_CHECK_EXCEPTION(regular_simplex(0), Error, says("at least 1, got 0"));
}
