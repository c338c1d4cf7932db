#include "epreuve/math/power.hpp"

#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using namespace epreuve::math;

BOOST_AUTO_TEST_CASE(a_power_is_the_product_repeated)
{
  const RationalMatrix fibonacci{{1, 1}, {1, 0}}, I = RationalMatrix::identity(2);
  BOOST_TEST((power(fibonacci, 0, I) == I));
  BOOST_TEST((power(fibonacci, 1, I) == fibonacci));
  BOOST_TEST((power(fibonacci, 10, I) == RationalMatrix{{89, 55}, {55, 34}}));
  BOOST_TEST(power(3.0, 13) == 1594323.0);
}

struct Counted
{
  int* products;
};
static Counted operator*(Counted a, Counted)
{
  ++*a.products;
  return a;
}

BOOST_AUTO_TEST_CASE(squaring_takes_few_products)
{
  int products = 0;
  power(Counted{&products}, 65'535, Counted{&products});
  BOOST_TEST(products == 31); // 15 squares, 16 factors
}

BOOST_AUTO_TEST_CASE(negative_exponents_are_refused)
{
  BOOST_CHECK_EXCEPTION(power(2.0, -1), epreuve::Error,
                        epreuve::tests::says("must be at least 0, got -1"));
}
