#include "epreuve/instruments/cost.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <thread>
#include <vector>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_peak_of_memory_holds_what_was_touched_and_freed)
{
  constexpr double size = 64e6;
  const double before = resident_bytes();
  const Cost cost = cost_of([] { std::vector<char> touched(std::size_t(size), 1); });
  BOOST_TEST(cost.peak_bytes >= before + 0.9 * size);
}

BOOST_AUTO_TEST_CASE(held_memory_is_what_stays_while_the_value_lives)
{
  constexpr double size = 64e6;
  const double held = held_bytes([] { return std::vector<char>(std::size_t(size), 1); });
  BOOST_TEST(held > 0.9 * size);
  BOOST_TEST(held < 1.2 * size);
}

BOOST_AUTO_TEST_CASE(a_time_is_no_shorter_than_the_work)
{
  const auto nap = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  BOOST_TEST(seconds_of(nap, 2) >= 0.02);
  BOOST_CHECK_EXCEPTION(seconds_of(nap, 0), epreuve::Error, says("got 0"));
}
