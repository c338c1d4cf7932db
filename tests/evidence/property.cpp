#include "epreuve/evidence/property.hpp"
#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace epreuve::evidence;

namespace {

double number_after(const std::string& text, const std::string& mark)
{
  return std::stod(text.substr(text.find(mark) + mark.size()));
}

} // namespace

BOOST_AUTO_TEST_CASE(a_true_property_passes_and_counts_its_draws)
{
  const PropertyResult result =
      check_property([](Draw& draw) { return std::abs(draw.real("x", -2, 3)) <= 3; }, 1000, 1);
  BOOST_TEST(result.passed);
  BOOST_TEST(result.draws == 1000u);
  BOOST_TEST(result.counterexample.empty());
  BOOST_TEST(result.failure.empty());
}

BOOST_AUTO_TEST_CASE(no_draws_show_nothing)
{
  BOOST_TEST(!check_property([](Draw&) { return true; }, 0, 1).passed);
  BOOST_TEST(!check_property([](Draw&) { return Difference(); }, exactly(), 0, 1).passed);
}

BOOST_AUTO_TEST_CASE(a_property_that_draws_nothing_shows_nothing)
{
  const PropertyResult result = check_property([](Draw&) { return true; }, 10, 1);
  BOOST_TEST(!result.passed);
  BOOST_TEST(result.threw);
}

BOOST_AUTO_TEST_CASE(one_counterexample_in_ten_thousand_is_found_with_a_hundred_thousand_draws)
{
  // Missing it has probability (1 - 10^-4)^100000 = 4.5e-5 per seed.
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const PropertyResult result =
        check_property([](Draw& draw) { return draw.integer("k", 0, 9999) != 4711; }, 100000, seed);
    BOOST_TEST(!result.passed);
    BOOST_TEST(result.counterexample == "k = 4711");
    BOOST_TEST(result.failure == "false");
  }
}

BOOST_AUTO_TEST_CASE(a_failing_vector_shrinks_to_one_entry_of_the_least_failing_size)
{
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const PropertyResult result = check_property(
        [](Draw& draw) {
          const long n = draw.integer("n", 1, 12);
          const arma::vec x = draw.vector("x", static_cast<arma::uword>(n), -30, 30);
          return arma::all(x < 20);
        },
        1000, seed);
    BOOST_TEST(!result.passed);
    BOOST_TEST_CONTEXT(result.counterexample)
    {
      BOOST_TEST(result.counterexample.starts_with("n = 1, x = ("));
      BOOST_TEST(number_after(result.counterexample, "(") >= 20);
      BOOST_TEST(number_after(result.counterexample, "(") < 30);
      BOOST_TEST(number_after(result.counterexample, "(") ==
                 std::trunc(number_after(result.counterexample, "(")));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_failing_integer_shrinks_to_the_least_one)
{
  const auto below = [](long limit) {
    return check_property([=](Draw& draw) { return draw.integer("k", -1000, 1000) < limit; }, 1000,
                          3)
        .counterexample;
  };
  BOOST_TEST(below(137) == "k = 137");
  BOOST_TEST(below(0) == "k = 0");
  BOOST_TEST(check_property([](Draw& draw) { return draw.integer("k", -9, -3) > -7; }, 1000, 3)
                 .counterexample.starts_with("k = -"));
  BOOST_TEST(check_property([](Draw& draw) { return draw.integer("k", 5, 90) < 0; }, 10, 3)
                 .counterexample == "k = 5");
}

BOOST_AUTO_TEST_CASE(sizes_drawn_first_shrink_what_depends_on_them)
{
  const PropertyResult result = check_property(
      [](Draw& draw) {
        const auto m = static_cast<arma::uword>(draw.integer("m", 1, 6));
        const auto n = static_cast<arma::uword>(draw.integer("n", 1, 6));
        const arma::mat a = draw.integer_matrix("A", m, n, -9, 9);
        BOOST_TEST_REQUIRE(a.n_rows == m);
        BOOST_TEST_REQUIRE(a.n_cols == n);
        return m * n < 6;
      },
      1000, 5);
  BOOST_TEST(!result.passed);
  const double m = number_after(result.counterexample, "m = ");
  const double n = number_after(result.counterexample, "n = ");
  BOOST_TEST_CONTEXT(result.counterexample)
  {
    BOOST_TEST(m * n >= 6);
    BOOST_TEST((m - 1) * n < 6);
    BOOST_TEST(m * (n - 1) < 6);
    BOOST_TEST(result.counterexample.find_first_of("123456789", result.counterexample.find('(')) ==
               std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(whole_numbers_are_drawn_from_minus_the_most_to_the_most)
{
  for (const long most : {2L, 9L}) {
    double low = 0, high = 0;
    bool whole = true;
    check_property(
        [&](Draw& draw) {
          const arma::mat a = most == 2 ? draw.whole("A", 2, 3) : draw.whole("A", 2, 3, most);
          low = std::min(low, a.min());
          high = std::max(high, a.max());
          whole = whole && arma::accu(a != arma::round(a)) == 0;
          return true;
        },
        300, 4);
    BOOST_TEST(whole);
    BOOST_TEST(low == static_cast<double>(-most)); // missed with a probability of (18/19)^1800
    BOOST_TEST(high == static_cast<double>(most));
  }
}

BOOST_AUTO_TEST_CASE(a_counterexample_reads_row_by_row)
{
  const PropertyResult result = check_property(
      [](Draw& draw) {
        const arma::mat a = draw.integer_matrix("A", 2, 2, 0, 9);
        return a(0, 1) < 3 || a(1, 0) < 2;
      },
      1000, 2);
  BOOST_TEST(result.counterexample == "A = (0, 3; 2, 0)");
}

BOOST_AUTO_TEST_CASE(an_exception_is_a_failure_that_names_it_and_the_input)
{
  const PropertyResult result = check_property(
      [](Draw& draw) {
        if (draw.integer("k", 0, 100) >= 40)
          throw std::runtime_error("the cat sat on it");
        return true;
      },
      1000, 1);
  BOOST_TEST(!result.passed);
  BOOST_TEST(result.threw);
  BOOST_TEST(result.counterexample == "k = 40");
  BOOST_TEST(result.failure == "throws: the cat sat on it");
}

BOOST_AUTO_TEST_CASE(shrinking_a_false_input_does_not_end_at_one_that_throws)
{
  const PropertyResult result = check_property(
      [](Draw& draw) {
        const long k = draw.integer("k", 0, 1000);
        if (k == 0)
          throw std::runtime_error("no vector has 0 entries");
        return k < 10;
      },
      1000, 1);
  BOOST_TEST(!result.passed);
  BOOST_TEST(!result.threw);
  BOOST_TEST(result.counterexample == "k = 10");
  BOOST_TEST(result.failure == "false");
}

BOOST_AUTO_TEST_CASE(sides_that_differ_by_more_than_the_tolerance_fail_with_both_values)
{
  const auto sides = [](Draw& draw) {
    const auto x = static_cast<double>(draw.integer("x", 0, 100));
    return difference(x < 50 ? x : x + 1, x);
  };
  BOOST_TEST(check_property(sides, absolute(1), 1000, 1).passed);
  const PropertyResult result = check_property(sides, absolute(0.999), 1000, 1);
  BOOST_TEST(!result.passed);
  BOOST_TEST(result.counterexample == "x = 50");
  BOOST_TEST(result.failure == "51 against 50");
}

BOOST_AUTO_TEST_CASE(the_worst_difference_over_all_draws_is_kept)
{
  double largest = 0;
  const PropertyResult result = check_property(
      [&](Draw& draw) {
        const double x = draw.real("x", 0, 1);
        largest = std::max(largest, x);
        return difference(x, 0);
      },
      absolute(1), 500, 9);
  BOOST_TEST(result.passed);
  BOOST_TEST(result.worst.absolute == largest);
}

BOOST_AUTO_TEST_CASE(nan_on_either_side_never_passes)
{
  const PropertyResult result =
      check_property([](Draw& draw) { return difference(std::sqrt(draw.real("x", -1, 1)), 0); },
                     absolute(2), 100, 1);
  BOOST_TEST(!result.passed);
}

BOOST_AUTO_TEST_CASE(the_same_seed_draws_the_same_inputs_and_another_seed_others)
{
  const auto inputs = [](std::uint64_t seed) {
    std::string all;
    check_property(
        [&](Draw& draw) {
          draw.integer("k", -5, 5);
          draw.real("r", 0, 1);
          draw.vector("v", 3, -1, 1);
          draw.matrix("M", 2, 2, -1, 1);
          all += draw.text() + "\n";
          return true;
        },
        50, seed);
    return all;
  };
  BOOST_TEST(inputs(42) == inputs(42));
  BOOST_TEST(inputs(42) != inputs(43));
}

BOOST_AUTO_TEST_CASE(draws_fill_their_ranges)
{
  std::set<long> integers;
  double low = 1;
  double high = 0;
  check_property(
      [&](Draw& draw) {
        integers.insert(draw.integer("k", -3, 3));
        const arma::vec x = draw.vector("x", 2, 0, 1);
        low = std::min(low, x.min());
        high = std::max(high, x.max());
        return true;
      },
      2000, 4);
  BOOST_TEST(integers.size() == 7u);
  BOOST_TEST(*integers.begin() == -3);
  BOOST_TEST(low >= 0);
  BOOST_TEST(high <= 1);
  BOOST_TEST(low < 0.01);
  BOOST_TEST(high > 0.99);
}

BOOST_AUTO_TEST_CASE(empty_and_unbounded_ranges_are_named)
{
  const double infinity = std::numeric_limits<double>::infinity();
  const auto failure = [](const Predicate& property) {
    const PropertyResult result = check_property(property, 3, 1);
    BOOST_TEST(!result.passed);
    BOOST_TEST(result.threw);
    return result.failure;
  };
  BOOST_TEST(failure([](Draw& d) { return d.integer("apples", 2, 1) > 0; }).find("\"apples\"") !=
             std::string::npos);
  BOOST_TEST(failure([](Draw& d) {
               return d.real("pears", 1, std::nan("")) > 0;
             }).find("\"pears\"") != std::string::npos);
  BOOST_TEST(failure([=](Draw& d) { return d.real("plums", 0, infinity) > 0; }).find("\"plums\"") !=
             std::string::npos);
  BOOST_TEST(failure([](Draw& d) {
               return d.matrix("figs", 2, 2, 1, 0).is_empty();
             }).find("\"figs\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(ten_thousand_draws_of_a_small_property_take_less_than_a_second)
{
  const auto start = std::chrono::steady_clock::now();
  const PropertyResult result = check_property(
      [](Draw& draw) {
        const auto n = static_cast<arma::uword>(draw.integer("n", 1, 5));
        return arma::norm(draw.vector("x", n, -1, 1)) <= std::sqrt(5.0);
      },
      10000, 1);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  BOOST_TEST(result.passed);
  BOOST_TEST_MESSAGE("10 000 draws of up to 5 reals: " << took.count() << " s");
  BOOST_WARN_LT(took.count(), 1.0);
}

BOOST_AUTO_TEST_CASE(sizes_are_drawn_from_the_whole_range_and_even_ones_are_even)
{
  std::set<arma::uword> sizes, even;
  const auto collect = [&](Draw& draw) {
    sizes.insert(draw.size("n", 2, 5));
    even.insert(draw.even_size("m", 1, 7));
    return true;
  };
  BOOST_TEST(check_property(collect, 200, 1).passed);
  BOOST_TEST((sizes == std::set<arma::uword>{2, 3, 4, 5}));
  BOOST_TEST((even == std::set<arma::uword>{2, 4, 6}));
}

BOOST_AUTO_TEST_CASE(one_of_a_list_shrinks_towards_its_first)
{
  const PropertyResult result =
      check_property([](Draw& draw) { return draw.one_of("base", {2, 10, 16, 60}) < 10; }, 100, 1);
  BOOST_TEST(result.counterexample == "base = 10");
  const PropertyResult empty =
      check_property([](Draw& draw) { return draw.one_of("base", std::vector<int>{}) < 10; }, 1, 1);
  BOOST_TEST(empty.threw);
}

BOOST_AUTO_TEST_CASE(a_range_without_an_even_number_is_an_error)
{
  const PropertyResult result =
      check_property([](Draw& draw) { return draw.even_size("n", 3, 3) > 0; }, 1, 1);
  BOOST_TEST(result.threw);
  BOOST_TEST(result.failure.find("\"n\"") != std::string::npos);
}
