#include "epreuve/math/positions/cosine_integral.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/mpl/list.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace epreuve;
using epreuve::math::cosine_integral;
using epreuve::tests::says;

using Reals = boost::mpl::list<float, double>;

namespace {

// The power series at any x. Its terms reach e^x before they cancel: 200 digits leave 50 correct
// ones up to x = 300.
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>>;

template <typename Real>
Wide by_series(Real x)
{
  const Wide square = Wide(x) * Wide(x);
  Wide sum = 0;
  Wide power = 1;
  for (int k = 2; abs(power) > Wide("1e-60"); k += 2) {
    power *= -square / ((k - 1) * k);
    sum += power / k;
  }
  return boost::math::constants::euler<Wide>() + log(Wide(x)) + sum;
}

template <typename Real>
double promise(Real x)
{
  const double size = std::max(1.0, std::abs(static_cast<double>(by_series(x))));
  return size * static_cast<double>(std::numeric_limits<Real>::epsilon());
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_cosine_integral_matches_its_series_at_two_hundred_digits, Real,
                              Reals)
{
  for (int i = -400; i <= 400; ++i) {
    const Real x = std::pow(Real(10), static_cast<Real>(i) / 162); // 0.0034 to 295
    const Wide error = Wide(cosine_integral(x)) - by_series(x);
    BOOST_TEST(std::abs(static_cast<double>(error)) <= promise(x), "at x = " << x);
  }
}

BOOST_AUTO_TEST_CASE(the_cosine_integral_matches_known_values_near_zero_and_far_away)
{
  // Computed with mpmath at 30 digits.
  BOOST_TEST(std::abs(cosine_integral(0.0001) - -8.633124709574650) <= 10 * 0x1p-52);
  BOOST_TEST(std::abs(cosine_integral(1000.0) - 0.0008263155110906823) <= 0x1p-52);
  BOOST_TEST(std::abs(cosine_integral(1e10) - -4.875060251748227e-11) <= 1e-19);
}

BOOST_AUTO_TEST_CASE(the_cosine_integral_refuses_what_is_not_positive)
{
  for (const double x : {0.0, -1.0, HUGE_VAL, std::nan("")})
    BOOST_CHECK_EXCEPTION(cosine_integral(x), Error,
                          says("cosine_integral", "x must be finite and positive, got"));
}
