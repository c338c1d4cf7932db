#include "chapters/08-kronecker/growth.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <thread>
#include <vector>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(exponents_are_those_of_the_larger_half)
{
  const Growth growth{{1, 2, 4, 8, 16}, {9, 9, 4, 8, 16}, {7, 7, 16, 64, 256}};
  BOOST_TEST(growth.exponent_of_seconds() == 1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(growth.exponent_of_bytes() == 2, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(what_is_run_is_timed_and_what_is_kept_is_weighed)
{
  const auto megabytes = [](arma::uword d) { return d * 1000 * 1000; };
  const Growth growth = growth_of(
      {16, 64}, megabytes,
      [](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(10)); },
      [](std::size_t bytes) { return std::vector<char>(bytes, 1); });
  BOOST_TEST(growth.seconds.min() >= 0.01);
  for (const arma::uword k : {0, 1})
    BOOST_TEST(growth.bytes(k) == growth.d(k) * 1e6, boost::test_tools::tolerance(0.2));
}

BOOST_AUTO_TEST_CASE(three_sizes_are_too_few_for_an_exponent)
{
  const Growth growth{{1, 2, 4}, {1, 2, 4}, {1, 2, 4}};
  BOOST_CHECK_EXCEPTION((void)growth.exponent_of_seconds(), epreuve::Error, says("got 3"));
}
