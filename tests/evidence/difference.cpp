#include "epreuve/evidence/difference.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace epreuve::evidence;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();
const double nan_value = std::numeric_limits<double>::quiet_NaN();

double above(double x, int steps = 1)
{
  for (int i = 0; i < steps; ++i)
    x = std::nextafter(x, infinity);
  return x;
}

} // namespace

BOOST_AUTO_TEST_CASE(neighbours_are_one_ulp_apart_in_every_binade)
{
  for (int exponent = -1074; exponent <= 1023; ++exponent) {
    const double x = std::ldexp(1.0, exponent);
    BOOST_TEST_CONTEXT(exponent)
    {
      BOOST_TEST(difference(above(x), x).ulps == 1);
      BOOST_TEST(difference(-above(x), -x).ulps == 1);
      BOOST_TEST(difference(above(x, 5), x).ulps == 5);
      BOOST_TEST(difference(x, x).ulps == 0);
      // Below a power of two the numbers are twice as dense as the ulp at it.
      if (exponent > -1022)
        BOOST_TEST(difference(std::nextafter(x, 0.0), x).ulps == 0.5);
    }
  }
}

BOOST_AUTO_TEST_CASE(at_zero_the_ulp_is_the_least_positive_number)
{
  BOOST_TEST(difference(least, 0).ulps == 1);
  BOOST_TEST(difference(-3 * least, 0).ulps == 3);
  BOOST_TEST(difference(1e-300, 0).ulps > 1e20);
  BOOST_TEST(difference(0.0, -0.0).ulps == 0);
  BOOST_TEST(difference(0.0, -0.0).absolute == 0);
}

BOOST_AUTO_TEST_CASE(the_largest_number_has_the_spacing_below_it)
{
  BOOST_TEST(difference(std::nextafter(largest, 0.0), largest).ulps == 1);
  BOOST_TEST(difference(std::nextafter(-largest, 0.0), -largest).ulps == 1);
  BOOST_TEST(difference(1, largest).ulps > 1e15);
  BOOST_TEST(difference(1, largest).ulps_of_norm > 1e15);
  const float top = std::numeric_limits<float>::max();
  BOOST_TEST(difference(arma::fmat{1.0f}, arma::fmat{top}).ulps > 1e6);
}

BOOST_AUTO_TEST_CASE(equal_infinities_agree_and_unequal_ones_are_infinitely_far)
{
  for (const double x : {infinity, -infinity}) {
    BOOST_TEST(difference(x, x).absolute == 0);
    BOOST_TEST(difference(x, x).ulps == 0);
    for (const double y : {-x, largest, -largest, 0.0, nan_value}) {
      for (const Difference& d : {difference(x, y), difference(y, x)}) {
        BOOST_TEST(d.absolute == infinity);
        BOOST_TEST(d.ulps == infinity);
        BOOST_TEST(d.ulps_of_norm == infinity);
      }
    }
  }
  BOOST_TEST(difference(largest, -largest).ulps == infinity);
}

BOOST_AUTO_TEST_CASE(nan_differs_from_everything_even_itself_in_any_place)
{
  BOOST_TEST(difference(nan_value, nan_value).ulps == infinity);
  for (arma::uword k = 0; k < 6; ++k) {
    const arma::mat b(2, 3, arma::fill::ones);
    arma::mat a = b;
    a(k) = nan_value;
    const Difference d = difference(a, b);
    BOOST_TEST(d.absolute == infinity);
    BOOST_TEST(d.ulps == infinity);
    BOOST_TEST(d.ulps_of_norm == infinity);
    BOOST_TEST(d.row + 2 * d.col == k);
    BOOST_TEST(d.left == "nan");
    BOOST_TEST(difference(b, a).ulps == infinity);
    for (const Tolerance& t : {absolute(infinity), ulps(infinity), ulps_of_norm(1e308)})
      BOOST_TEST(!t.admits(d));
  }
}

BOOST_AUTO_TEST_CASE(other_shapes_and_empty_matrices_differ_by_infinity)
{
  const arma::mat tall(3, 2, arma::fill::zeros);
  const arma::mat wide(2, 3, arma::fill::zeros);
  const Difference d = difference(tall, wide);
  BOOST_TEST(d.ulps == infinity);
  BOOST_TEST(d.left == "3 x 2");
  BOOST_TEST(d.right == "2 x 3");
  BOOST_TEST(difference(arma::mat(6, 1), arma::mat(1, 6)).absolute == infinity);
  const Difference nothing = difference(arma::mat(0, 3), arma::mat(0, 3));
  BOOST_TEST(nothing.absolute == infinity, "nothing compared is nothing shown");
  BOOST_TEST(nothing.left == "0 x 3");
}

BOOST_AUTO_TEST_CASE(the_worst_entry_is_located_and_each_measure_has_its_own_worst)
{
  const arma::mat b{{1, 1e-6}, {1024, 2}};
  arma::mat a = b;
  a(1, 0) = above(1024, 3); // 3 ulp, 3 * 2^-42 absolute
  a(0, 1) = above(1e-6, 7); // 7 ulp, tiny
  const Difference d = difference(a, b);
  BOOST_TEST(d.absolute == 3 * std::ldexp(1.0, -42));
  BOOST_TEST(d.row == 1u);
  BOOST_TEST(d.col == 0u);
  BOOST_TEST(d.ulps == 7);
  BOOST_TEST(d.ulps_of_norm == 3);
}

BOOST_AUTO_TEST_CASE(ulps_of_norm_counts_in_ulps_of_the_largest_entry_of_the_reference)
{
  const arma::mat b{1, -1024};
  const arma::mat a{1 + std::ldexp(1.0, -42), -1024};
  BOOST_TEST(difference(a, b).ulps_of_norm == 1);
  BOOST_TEST(difference(a, b).ulps == 1024);
  const arma::mat with_infinity{infinity, 1};
  BOOST_TEST(difference(arma::mat{infinity, above(1)}, with_infinity).ulps_of_norm == 1);
  BOOST_TEST(difference(arma::mat{1e-9}, arma::mat{0.0}).ulps_of_norm > 1e300);
}

BOOST_AUTO_TEST_CASE(float_matrices_count_float_ulps)
{
  const float next = std::nextafter(1.0f, 2.0f);
  BOOST_TEST(difference(arma::fmat{next}, arma::fmat{1.0f}).ulps == 1);
  BOOST_TEST(difference(arma::fmat{next}, arma::fmat{1.0f}).absolute == std::ldexp(1.0, -23));
  BOOST_TEST(difference(arma::fmat{next}, arma::fmat{8.0f}).ulps_of_norm ==
             (8 - static_cast<double>(next)) / std::ldexp(1.0, -20));
}

BOOST_AUTO_TEST_CASE(a_tolerance_admits_up_to_its_amount_and_not_beyond)
{
  const Difference two = difference(above(1, 2), 1);
  BOOST_TEST(ulps(2).admits(two));
  BOOST_TEST(!ulps(1.99).admits(two));
  BOOST_TEST(ulps_of_norm(2).admits(two));
  BOOST_TEST(!ulps_of_norm(1).admits(two));
  BOOST_TEST(absolute(std::ldexp(1.0, -51)).admits(two));
  BOOST_TEST(!absolute(std::ldexp(1.0, -52)).admits(two));
  BOOST_TEST(!exactly().admits(two));
  BOOST_TEST(exactly().admits(difference(1, 1)));
  BOOST_TEST(!ulps(nan_value).admits(two));
  BOOST_TEST(!ulps(-1).admits(difference(1, 1)));
}

BOOST_AUTO_TEST_CASE(tolerances_and_differences_read_well)
{
  BOOST_TEST(ulps(4).text() == "4 ulp");
  BOOST_TEST(ulps_of_norm(8).text() == "8 ulp of the largest entry");
  BOOST_TEST(absolute(1e-12).text() == "1e-12");
  BOOST_TEST(exactly().text() == "equal");
  const Difference two = difference(above(1, 2), 1);
  BOOST_TEST(describe(two, ulps(4)) == "worst 2 ulp");
  BOOST_TEST(describe(two, ulps_of_norm(4)) == "worst 2 ulp of the largest entry");
  BOOST_TEST(describe(two, absolute(1)) == "worst 4.4e-16");
  BOOST_TEST(describe(difference(1, 1), ulps(4)) == "equal to the last bit");
}

BOOST_AUTO_TEST_CASE(the_worst_of_two_differences_keeps_the_worst_of_each_measure)
{
  const Difference many_ulps = difference(above(1e-9, 100), 1e-9);
  const Difference far = difference(1e9 + 1, 1e9);
  for (const Difference& d : {worst(many_ulps, far), worst(far, many_ulps)}) {
    BOOST_TEST(d.absolute == 1);
    BOOST_TEST(d.left == far.left);
    BOOST_TEST(d.ulps == std::max(many_ulps.ulps, far.ulps));
    BOOST_TEST(d.ulps_of_norm == far.ulps_of_norm);
  }
  BOOST_TEST(worst(far, difference(nan_value, 1)).ulps == infinity);
}
