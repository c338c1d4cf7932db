#include "epreuve/math/positions/position_reader.hpp"

#include "epreuve/math/positions/positions.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::math;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(every_position_is_read_until_the_slowest_pair_has_nearly_turned)
{
  arma::uword wrong = 0;
  for (long k = 0; k <= 930; ++k) // (2 pi - 1) 1000^{3/4} = 939
    wrong += read_position(position_vector(k, 8, 1000), 1000) != k;
  BOOST_TEST(wrong == 0U);
}

BOOST_AUTO_TEST_CASE(angles_that_are_off_by_less_than_half_leave_the_position)
{
  const arma::vec omega = frequencies(16);
  for (const long k : {0, 1, 700, 15'000})
    for (const double off : {-0.49, 0.49}) {
      arma::vec seen(16);
      for (arma::uword i = 0; i < 8; ++i) {
        const double angle = omega(i) * double(k) + (i % 2 == 0 ? off : -off);
        seen(2 * i) = 3 * std::cos(angle); // lengths do not matter
        seen(2 * i + 1) = 3 * std::sin(angle);
      }
      BOOST_TEST(read_position(seen) == k);
    }
}

BOOST_AUTO_TEST_CASE(odd_lengths_small_bases_and_what_is_not_finite_are_refused)
{
  BOOST_CHECK_EXCEPTION(read_position(arma::ones(3)), epreuve::Error, says("even"));
  BOOST_CHECK_EXCEPTION(read_position(arma::ones(4), 0.5), epreuve::Error,
                        says("read_position", "0.5"));
  BOOST_CHECK_EXCEPTION(read_position({1, arma::datum::nan}), epreuve::Error,
                        says("read_position", "finite"));
}
