// How values are compared with each other, and how they are written for a student.

#include "epreuve/exercises/values.hpp"

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN();

struct Point
{
  double x = 0;
  arma::vec v{};
  static constexpr auto fields = std::tuple(&Point::x, &Point::v);
};

struct Nested
{
  arma::uvec a_long_1;
  std::vector<Point> points;
  static constexpr auto fields = std::tuple(&Nested::a_long_1, &Nested::points);
};

Objection object(const auto& got, const auto& expected, const Closeness& closeness)
{
  return exercises::object(value_of(got), value_of(expected), closeness);
}
std::string shown(const auto& x, int digits = short_digits)
{
  return show(value_of(x), digits);
}

bool passes(const auto& got, const auto& expected, const Closeness& closeness = {})
{
  return !object(got, expected, closeness);
}

} // namespace

BOOST_AUTO_TEST_CASE(an_empty_matrix_equals_any_other_empty_one_and_none_with_entries)
{
  BOOST_TEST(passes(arma::mat(3, 0), arma::mat()));
  BOOST_TEST(passes(arma::mat(), arma::mat(0, 2)));
  BOOST_TEST(!passes(arma::mat(), arma::mat(1, 1)));
  BOOST_TEST(!passes(arma::mat(1, 1), arma::mat()));
}

BOOST_AUTO_TEST_CASE(what_is_no_value_equals_nothing)
{
  BOOST_TEST(exercises::object(Value(), value_of(1.0), {}).has_value());
  BOOST_TEST(exercises::object(value_of(1.0), Value(), {}).has_value());
  BOOST_TEST(exercises::object(Value(), Value(), {}).has_value());
}

BOOST_AUTO_TEST_CASE(numbers_are_close_by_any_of_three_measures)
{
  BOOST_TEST(close(1 + 0.9e-9, 1, {.absolute = 0, .relative = 1e-9, .of_largest = 0}, 1));
  BOOST_TEST(!close(1 + 1.1e-9, 1, {.absolute = 0, .relative = 1e-9, .of_largest = 0}, 1));
  BOOST_TEST(close(0.5e-12, 0, {.absolute = 1e-12, .relative = 0, .of_largest = 0}, 1));
  BOOST_TEST(!close(2e-12, 0, {.absolute = 1e-12, .relative = 0, .of_largest = 0}, 1));
  BOOST_TEST(close(1e-5, 0, {.absolute = 0, .relative = 0, .of_largest = 1e-9}, 1e5));
  BOOST_TEST(!close(1e-3, 0, {.absolute = 0, .relative = 0, .of_largest = 1e-9}, 1e5));
}

BOOST_AUTO_TEST_CASE(infinities_and_nan_equal_themselves_alone)
{
  const Closeness generous{.absolute = infinity, .relative = infinity, .of_largest = 0};
  BOOST_TEST(close(infinity, infinity, {}, 0));
  BOOST_TEST(!close(-infinity, infinity, {}, 0));
  BOOST_TEST(!close(1e308, infinity, generous, 0));
  BOOST_TEST(!close(infinity, 1e308, {}, 1e308));
  BOOST_TEST(close(not_a_number, not_a_number, {}, 0));
  BOOST_TEST(!close(not_a_number, 1, generous, 0));
  BOOST_TEST(!close(1, not_a_number, generous, 0));
}

BOOST_AUTO_TEST_CASE(a_difference_is_put_into_words_where_numbers_do_not_show_it)
{
  BOOST_TEST(object(arma::mat(2, 3), arma::mat(3, 2), {}).value() ==
             "the shape is 2 x 3, expected 3 x 2");
  BOOST_TEST(object(arma::mat{{1, not_a_number}}, arma::mat{{1, 2}}, {}).value() ==
             "entry (0, 1) is not a number (NaN)");
  BOOST_TEST(object(not_a_number, 1.0, {}).value() == "the result is not a number (NaN)");
  BOOST_TEST(object(std::vector<int>{1}, std::vector<int>{}, {}).value() ==
             "the length is 1, expected 0");
  BOOST_TEST(object(std::vector<int>{1, 2}, std::vector<int>{1, 3}, {}).value() ==
             "element 1 differs");
  arma::vec large(20, arma::fill::zeros), other = large;
  other[17] = 1;
  BOOST_TEST(object(other, large, {}).value() == "entry 17 is 1, expected 0");
}

BOOST_AUTO_TEST_CASE(every_part_of_a_value_counts)
{
  BOOST_TEST(passes(Point{1, {2, 3}}, Point{1, {2, 3}}));
  BOOST_TEST(!passes(Point{1, {2, 3}}, Point{1, {2, 4}}));
  BOOST_TEST(!passes(Point{1, {2, 3}}, Point{2, {2, 3}}));
  BOOST_TEST(!passes(std::pair(1.0, std::string("a")), std::pair(1.0, std::string("b"))));
  BOOST_TEST(!passes(arma::uvec{1, 2}, arma::uvec{2, 1}));
  BOOST_TEST(passes(arma::mat(0, 3), arma::mat(0, 3)));
}

BOOST_AUTO_TEST_CASE(values_are_written_as_a_student_reads_them)
{
  BOOST_TEST(show(1.0 / 3) == "0.333333");
  BOOST_TEST(show(1.0 / 3, 10) == "0.3333333333");
  BOOST_TEST(show(not_a_number) == "NaN");
  BOOST_TEST(show(-infinity) == "-inf");
  BOOST_TEST(show(-0.0) == "0");
  BOOST_TEST(shown(true) == "true");
  BOOST_TEST(shown(std::string("a\tb")) == "\"a␉b\"");
  BOOST_TEST(shown(arma::vec{1, 2}) == "(1, 2)");
  BOOST_TEST(shown(arma::uvec{1, 2}) == "(1, 2)");
  BOOST_TEST(shown(arma::mat{{1, 2}, {3, 4}}) == "(1, 2; 3, 4)");
  BOOST_TEST(shown(arma::mat(arma::vec{1, 2})) == "(1; 2)");
  BOOST_TEST(shown(arma::vec()) == "an empty vector");
  BOOST_TEST(shown(arma::mat(0, 3)) == "an empty 0 x 3 matrix");
  BOOST_TEST(shown(arma::vec(20)).ends_with("... 20 in all)"));
  BOOST_TEST(shown(arma::mat(20, 30)).ends_with("...), 20 x 30"));
  BOOST_TEST(shown(std::vector<std::string>{"a", "b"}) == "{\"a\", \"b\"}");
  BOOST_TEST(shown(Point{1, {2, 3}}) == "{x = 1, v = (2, 3)}");
}

BOOST_AUTO_TEST_CASE(a_number_of_ten_digits_is_written_as_it_is)
{
  BOOST_TEST(show(1e9) == "1000000000");
  BOOST_TEST(show(1e9 + 1) == "1000000001");
  BOOST_TEST(show(0.1) == "0.1");
  BOOST_TEST(show(-1234.56789) == "-1234.56789");
  BOOST_TEST(show(1e300) == "1e+300");
  BOOST_TEST(show(0.1 + 0.2) == "0.3");
  BOOST_TEST(show(0.1 + 0.2, all_digits) == "0.30000000000000004");
  BOOST_TEST(show(2.0 / 3, all_digits) == "0.6666666666666666");
}

BOOST_AUTO_TEST_CASE(all_digits_of_any_number_read_back)
{
  std::mt19937_64 generator(1);
  for (int i = 0; i < 1000; ++i) {
    const double x = std::bit_cast<double>(generator());
    if (std::isfinite(x))
      BOOST_TEST(std::strtod(show(x, all_digits).c_str(), nullptr) == x);
  }
}

BOOST_AUTO_TEST_CASE(a_rounded_value_is_marked)
{
  BOOST_TEST(show_as("x", value_of(arma::vec{1, 1.0 / 3}), 6) == "x ≈ (1, 0.333333)");
  BOOST_TEST(show_as("x", value_of(arma::vec{1, 0.25, not_a_number, -infinity}), 6) ==
             "x = (1, 0.25, NaN, -inf)");
  BOOST_TEST(show_as("x", value_of(1.0 / 3), all_digits) == "x = 0.3333333333333333");
  // In a record only the fields that are rounded.
  BOOST_TEST(show_as("p", value_of(Point{1.0 / 3, {2, 3}}), 6) == "p = {x ≈ 0.333333, v = (2, 3)}");
  BOOST_TEST(show_as("n", value_of(3), 6) == "n = 3");
}

BOOST_AUTO_TEST_CASE(an_input_whose_entries_would_look_the_same_has_all_its_digits)
{
  const double third = 1.0 / 3;
  BOOST_TEST(digits_for(value_of(arma::vec{third, 2 * third})) == short_digits);
  BOOST_TEST(digits_for(value_of(arma::vec{third, third})) == short_digits); // they are the same
  BOOST_TEST(digits_for(value_of(arma::vec{third, 7, third + 1e-9})) == all_digits);
  BOOST_TEST(digits_for(value_of(std::tuple(third, Point{0, {1, third + 1e-9}}))) == all_digits);
  BOOST_TEST(digits_for(value_of(arma::vec{not_a_number, not_a_number, infinity, -infinity})) ==
             short_digits);
  const std::tuple numbers(third, Point{0, {1, -2 * third}}),
      shorter(0.333333, Point{0, {1, -0.666667}});
  BOOST_TEST((bytes_of(rounded(value_of(numbers))) == bytes_of(shorter)));
}

BOOST_AUTO_TEST_CASE(a_field_has_the_name_that_the_program_gives_it)
{
  static_assert(member_name<&Point::x>() == "x");
  static_assert(field_name<Point, 1>() == "v");
  static_assert(field_name<Nested, 0>() == "a_long_1");
  BOOST_TEST(shown(Nested{{1, 2}, {{3, {4}}}}) ==
             "{a_long_1 = (1, 2), points = {{x = 3, v = (4)}}}");
}

BOOST_AUTO_TEST_CASE(an_extent_counts_numbers)
{
  BOOST_TEST(extent(value_of(std::tuple(1.0, arma::mat(2, 3), std::string("abc")))) == 10u);
  BOOST_TEST(extent(value_of(std::vector<Point>{{1, {2, 3}}, {}})) == 4u);
}
