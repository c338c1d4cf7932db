#include "epreuve/evidence/decimal.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

using namespace epreuve::evidence;
using epreuve::Integer;
using epreuve::tests::says;

namespace {

const Rational step(Integer(1), pow(Integer(10), 40));

Agreement agreement(const char* printed, const Rational& value, const Rational& radius = 0)
{
  return compare(parse_printed(printed), {value, radius, true});
}

bool rounds(const char* printed, const Rational& value)
{
  return agreement(printed, value).rounded == Answer::yes;
}

bool cuts(const char* printed, const Rational& value)
{
  return agreement(printed, value).truncated == Answer::yes;
}

Digits judged(const char* printed, const Rational& value, const Rational& radius = 0)
{
  return judge({agreement(printed, value, radius)});
}

std::string shown(const char* printed, const Rational& value, int extra)
{
  return in_the_form_of(parse_printed(printed), {value, 0, true}, extra);
}

// Digits of |n| / 10^decimals, by hand: the tests' own way of writing a decimal.
std::string write(bool negative, std::string digits, std::size_t decimals)
{
  if (digits.size() <= decimals)
    digits = std::string(decimals + 1 - digits.size(), '0') + digits;
  if (decimals > 0)
    digits.insert(digits.size() - decimals, ".");
  return (negative ? "-" : "") + digits;
}

// A fraction printed in both usual ways with integer arithmetic alone.
struct Printing
{
  Rational value;
  std::string rounded, cut;
};

Printing random_printing(bool negative_zero_too = true)
{
  const auto numerator = *rc::gen::inRange<std::int64_t>(-1000000000, 1000000000);
  // Round denominators give the ties and the numbers that are printed exactly.
  const auto denominator = *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 1000000),
                                           rc::gen::element<std::int64_t>(1, 2, 20, 100, 8000));
  const auto decimals = *rc::gen::inRange<std::size_t>(0, 9);
  const bool negative = numerator < 0;
  std::int64_t scale = 1;
  for (std::size_t i = 0; i < decimals; ++i)
    scale *= 10;
  const std::int64_t n = (negative ? -numerator : numerator) * scale; // below 10^17
  const std::int64_t up = (2 * n + denominator) / (2 * denominator);
  const std::int64_t down = n / denominator;
  const auto signs = [&](std::int64_t shown) { return negative && (negative_zero_too || shown); };
  return {Rational(numerator, denominator), write(signs(up), std::to_string(up), decimals),
          write(signs(down), std::to_string(down), decimals)};
}

} // namespace

BOOST_AUTO_TEST_CASE(every_documented_form_is_read_as_its_exact_value_and_unit)
{
  const auto check = [](const char* text, const Rational& value, const Rational& unit,
                        bool negative) {
    BOOST_TEST_CONTEXT(text)
    {
      const PrintedNumber number = parse_printed(text);
      BOOST_TEST(number.text == text);
      BOOST_CHECK(number.value == value);
      BOOST_CHECK(number.unit == unit);
      BOOST_TEST(number.negative == negative);
    }
  };
  check("0.008", {8, 1000}, {1, 1000}, false);
  check("0,008", {8, 1000}, {1, 1000}, false);
  check("-1.10", {-11, 10}, {1, 100}, true);
  check("−1,1", {-11, 10}, {1, 10}, true);
  check("50257", 50257, 1, false);
  check("007", 7, 1, false);
  check("0089.010", {8901, 100}, {1, 1000}, false);
  check("71%", {71, 100}, {1, 100}, false);
  check("71.5%", {715, 1000}, {1, 1000}, false);
  check("1.05e-7", {105, 1000000000}, {1, 1000000000}, false);
  check("1.05E-07", {105, 1000000000}, {1, 1000000000}, false);
  check("1,05·10^-7", {105, 1000000000}, {1, 1000000000}, false);
  check("1.05·10^−7", {105, 1000000000}, {1, 1000000000}, false);
  check("2e3", 2000, 1000, false);
  check("2e+3", 2000, 1000, false);
  check("-1/3", {-1, 3}, 0, true);
  check("012/018", {2, 3}, 0, false);
  check("-0.00", 0, {1, 100}, true);
  check("0.00", 0, {1, 100}, false);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_number_is_refused_with_the_text_and_the_reason)
{
  const auto check = [](const char* text, const char* reason) {
    BOOST_TEST_CONTEXT(text)
    {
      BOOST_CHECK_EXCEPTION(parse_printed(text), epreuve::Error, says(reason));
      BOOST_CHECK_EXCEPTION(parse_printed(text), epreuve::Error, says("\"" + std::string(text)));
    }
  };
  check("", "a digit was expected");
  check("-", "a digit was expected");
  check("--1", "a digit was expected");
  check("+1", "a digit was expected");
  check(".5", "a digit was expected");
  check("abc", "a digit was expected");
  check("nan", "a digit was expected");
  check("inf", "a digit was expected");
  check("5.", "after the decimal mark");
  check("1.2.3", "\".3\" does not belong");
  check("1.2x", "\"x\" does not belong");
  check("1 2", "\" 2\" does not belong");
  check("0x10", "\"x10\" does not belong");
  check("7%%", "\"%\" does not belong");
  check("1e", "an exponent needs");
  check("1e-", "an exponent needs");
  check("1e401", "at most 400");
  check("1e99999999999999999999", "at most 400");
  check("1/0", "the second not 0");
  check("1/", "the second not 0");
  check("1/2/3", "the second not 0");
  check("1/-3", "the second not 0");
  check("0.5/3", "does not belong");
}

BOOST_AUTO_TEST_CASE(tables_are_read_row_by_row_and_ragged_or_empty_ones_are_refused)
{
  const PrintedTable table = parse_printed_table("1  0,5;\n-2\t1/3");
  BOOST_TEST(table.n_rows == 2u);
  BOOST_TEST(table.n_cols == 2u);
  BOOST_REQUIRE_EQUAL(table.entries.size(), 4u);
  BOOST_CHECK(table.entries[2].value == -2);
  BOOST_CHECK(table.entries[3].value == Rational(1, 3));
  BOOST_CHECK_EXCEPTION(parse_printed_table(""), epreuve::Error, says("empty row"));
  BOOST_CHECK_EXCEPTION(parse_printed_table("  \n"), epreuve::Error, says("empty row"));
  BOOST_CHECK_EXCEPTION(parse_printed_table("1 2;"), epreuve::Error, says("empty row"));
  BOOST_CHECK_EXCEPTION(parse_printed_table("1 2; 3"), epreuve::Error,
                        says("row 2 has 1 entries, the first has 2"));
  BOOST_CHECK_EXCEPTION(parse_printed_table("1 2, 3"), epreuve::Error, says("\"2,\""));
}

BOOST_AUTO_TEST_CASE(rounding_accepts_ties_both_ways_and_nothing_one_step_beyond_them)
{
  BOOST_TEST(rounds("0.008", {75, 10000}));
  BOOST_TEST(rounds("0.008", {85, 10000}));
  BOOST_TEST(!rounds("0.008", Rational(75, 10000) - step));
  BOOST_TEST(!rounds("0.008", Rational(85, 10000) + step));
  BOOST_TEST(rounds("-0.008", {-75, 10000}));
  BOOST_TEST(rounds("-0.008", {-85, 10000}));
  BOOST_TEST(!rounds("-0.008", Rational(-75, 10000) + step));
  BOOST_TEST(!rounds("-0.008", Rational(-85, 10000) - step));
  BOOST_TEST(rounds("71%", {705, 1000}));
  BOOST_TEST(!rounds("71%", Rational(705, 1000) - step));
  BOOST_TEST(rounds("2e3", 2500));
  BOOST_TEST(!rounds("2e3", 2500 + step));
}

BOOST_AUTO_TEST_CASE(truncation_is_towards_zero_with_half_open_ends)
{
  BOOST_TEST(cuts("0.008", {8, 1000}));
  BOOST_TEST(cuts("0.008", Rational(9, 1000) - step));
  BOOST_TEST(!cuts("0.008", {9, 1000}));
  BOOST_TEST(!cuts("0.008", Rational(8, 1000) - step));
  BOOST_TEST(cuts("-0.008", {-8, 1000}));
  BOOST_TEST(cuts("-0.008", Rational(-9, 1000) + step));
  BOOST_TEST(!cuts("-0.008", {-9, 1000}));
  BOOST_TEST(!cuts("-0.008", Rational(-8, 1000) + step));
}

BOOST_AUTO_TEST_CASE(
    an_unsigned_zero_is_a_small_number_of_either_sign_and_a_signed_one_is_not_positive)
{
  const Rational unit(1, 100);
  for (const int sign : {1, -1}) {
    BOOST_TEST(cuts("0.00", sign * (unit - step)));
    BOOST_TEST(!cuts("0.00", sign * unit));
    BOOST_TEST(rounds("0.00", sign * unit / 2));
    BOOST_TEST(!rounds("0.00", sign * (unit / 2 + step)));
  }
  BOOST_TEST(cuts("-0.00", step - unit));
  BOOST_TEST(cuts("-0.00", 0));
  BOOST_TEST(!cuts("-0.00", step));
  BOOST_TEST(!cuts("-0.00", -unit));
  BOOST_TEST(rounds("-0.00", -unit / 2));
  BOOST_TEST(rounds("-0.00", 0));
  BOOST_TEST(!rounds("-0.00", -unit / 2 - step));
  BOOST_TEST(!rounds("-0.00", step), "0.003 is not printed as -0.00");
}

BOOST_AUTO_TEST_CASE(off_by_one_unit_wrong_sign_and_swapped_digits_are_wrong)
{
  const Rational value(2372, 10000);
  BOOST_CHECK(judged("0.237", value) == Digits::rounded);
  BOOST_CHECK(judged("0.236", value) == Digits::wrong);
  BOOST_CHECK(judged("0.238", value) == Digits::wrong);
  BOOST_CHECK(judged("-0.237", value) == Digits::wrong);
  BOOST_CHECK(judged("0.273", value) == Digits::wrong);
  BOOST_CHECK(judged("2.37", value) == Digits::wrong);
  BOOST_CHECK(judged("0.237%", value) == Digits::wrong);
  BOOST_CHECK(judged("23.7%", value) == Digits::rounded);
  BOOST_CHECK(judged("0.23", value) == Digits::truncated ||
              judged("0.23", value) == Digits::rounded);
  BOOST_TEST(agreement("0.238", value).units_off == -0.8);
  BOOST_TEST(agreement("0.236", value).units_off == 1.2);
}

BOOST_AUTO_TEST_CASE(nothing_that_is_not_finite_agrees_with_a_printed_number)
{
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    for (const char* printed : {"0", "-0.00", "1", "1e400", "1/3"}) {
      const Agreement a = compare(parse_printed(printed), computed_number(bad, 8));
      BOOST_CHECK(a.rounded == Answer::no && a.truncated == Answer::no);
      BOOST_CHECK(std::isnan(a.units_off));
      BOOST_CHECK(judge({a}) == Digits::wrong);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_value_whose_uncertainty_straddles_an_end_is_unknown)
{
  const Rational wide(1, 10000);
  BOOST_CHECK(agreement("0.24", {245, 1000}, wide).rounded == Answer::unknown);
  BOOST_CHECK(agreement("0.24", {2448, 10000}, wide).rounded == Answer::yes);
  BOOST_CHECK(agreement("0.24", {2452, 10000}, wide).rounded == Answer::no);
  BOOST_CHECK(agreement("0.24", {2449, 10000}, wide).rounded == Answer::yes);
  BOOST_CHECK(agreement("0.24", {25, 100}, wide).truncated == Answer::unknown);
  BOOST_CHECK(agreement("0.24", {2499, 10000}, wide).truncated == Answer::unknown);
  BOOST_CHECK(agreement("0.24", Rational(2499, 10000) - step, wide).truncated == Answer::yes);
  BOOST_CHECK(agreement("0.25", {25, 100}, 1).rounded == Answer::unknown);
  BOOST_CHECK(agreement("1/3", Rational(1, 3), step).rounded == Answer::unknown);
  BOOST_CHECK(agreement("1/3", Rational(1, 3) + step, step / 2).rounded == Answer::no);
  BOOST_CHECK(agreement("1/3", Rational(1, 3)).rounded == Answer::yes);
  BOOST_CHECK(agreement("1/3", Rational(1, 3) + step).rounded == Answer::no);
}

BOOST_AUTO_TEST_CASE(digits_that_may_be_rounded_are_not_called_cut)
{
  // Cut off, 0.125 gives 0.12. Rounded, it may give 0.12 too: that depends on whether the true
  // value is below 0.125, which is not known.
  BOOST_CHECK(judged("0.12", {125, 1000}, step) == Digits::unknown);
  BOOST_CHECK(judged("0.12", {125, 1000}) == Digits::rounded);
  BOOST_CHECK(judged("0.12", Rational(125, 1000) + 2 * step, step) == Digits::truncated);
  BOOST_CHECK(judge({agreement("0.12", {125, 1000}, step), agreement("0.12", {129, 1000})}) ==
              Digits::truncated);
}

BOOST_AUTO_TEST_CASE(a_table_is_cut_or_rounded_throughout_or_wrong)
{
  const Agreement both = agreement("0.12", {122, 1000});
  const Agreement only_cut = agreement("0.12", {128, 1000});
  const Agreement only_rounded = agreement("0.13", {128, 1000});
  const Agreement neither = agreement("0.14", {128, 1000});
  BOOST_CHECK(judge({both, both}) == Digits::rounded);
  BOOST_CHECK(judge({both, only_rounded}) == Digits::rounded);
  BOOST_CHECK(judge({both, only_cut}) == Digits::truncated);
  BOOST_CHECK(judge({only_rounded, only_cut}) == Digits::wrong);
  BOOST_CHECK(judge({only_cut, only_rounded, both}) == Digits::wrong);
  BOOST_CHECK(judge({both, neither}) == Digits::wrong);
  BOOST_CHECK(judge({only_cut, neither}) == Digits::wrong);
  const Agreement no_idea = agreement("0.13", {128, 1000}, 1);
  BOOST_CHECK(judge({both, no_idea}) == Digits::unknown);
  BOOST_CHECK(judge({neither, no_idea}) == Digits::wrong);
  // 1 computed as 1 - 2^-53 is still "1" cut off.
  BOOST_CHECK(judge({only_cut, agreement("1.00", 1 - step, 2 * step)}) == Digits::truncated);
  BOOST_CHECK_THROW(judge({}), epreuve::Error);
}

BOOST_AUTO_TEST_CASE(a_computed_double_is_known_to_so_many_ulps)
{
  const ComputedNumber one = computed_number(1, 8);
  BOOST_CHECK(one.value == 1);
  BOOST_CHECK(one.radius == Rational(Integer(8), pow(Integer(2), 52)));
  BOOST_CHECK(computed_number(-0.1, 0).radius == 0);
  BOOST_CHECK(computed_number(-0.1, 0).value ==
              Rational(Integer(-3602879701896397), pow(Integer(2), 55)));
  BOOST_CHECK(computed_number(0, 1).radius == Rational(Integer(1), pow(Integer(2), 1074)));
  const double largest = std::numeric_limits<double>::max();
  BOOST_CHECK(computed_number(largest, 1).radius == pow(Integer(2), 971));
  BOOST_CHECK_EXCEPTION(computed_number(1, -1), epreuve::Error, says("-1"));
  BOOST_CHECK_EXCEPTION(computed_number(1, std::nan("")), epreuve::Error, says("nan"));
  BOOST_CHECK_EXCEPTION(computed_number(1, std::numeric_limits<double>::infinity()), epreuve::Error,
                        says("inf"));
}

BOOST_AUTO_TEST_CASE(a_value_is_shown_in_the_printed_form_with_more_digits)
{
  BOOST_TEST(shown("0.237", {23719, 100000}, 1) == "0.2372");
  BOOST_TEST(shown("9.99", {99996, 10000}, 1) == "10.000");
  BOOST_TEST(shown("-0.99", {-9999, 10000}, 1) == "-1.000");
  BOOST_TEST(shown("71%", {713, 1000}, 1) == "71.3%");
  BOOST_TEST(shown("7.1%", {713, 10000}, 2) == "7.130%");
  BOOST_TEST(shown("1.05e-7", {1049, 10000000000}, 1) == "1.049e-7");
  BOOST_TEST(shown("1.0e-7", {9999, 100000000000}, 1) == "1.00e-7");
  BOOST_TEST(shown("1.0e-7", {-9999, 100000000000}, 1) == "-1.00e-7");
  BOOST_TEST(shown("1,05·10^-7", {1049, 10000000000}, 1) == "1.049e-7");
  BOOST_TEST(shown("2e3", 1000, 1) == "1.0e3");
  BOOST_TEST(shown("2e3", 0, 1) == "0");
  BOOST_TEST(shown("1e-400", step * Rational(Integer(3), pow(Integer(10), 360)), 1) == "3.0e-400");
  BOOST_TEST(shown("1e400", Rational(3 * pow(Integer(10), 400)), 1) == "3.0e400");
  BOOST_TEST(shown("3", 3, 1) == "3.0");
  BOOST_TEST(shown("1/3", {2, 6}, 1) == "1/3");
}

BOOST_AUTO_TEST_CASE(whatever_is_printed_by_rounding_or_by_cutting_is_recognised)
{
  BOOST_TEST(rc::check("printed by hand", [] {
    const Printing p = random_printing(*rc::gen::arbitrary<bool>());
    const Agreement rounded = agreement(p.rounded.c_str(), p.value);
    const Agreement cut = agreement(p.cut.c_str(), p.value);
    RC_ASSERT(rounded.rounded == Answer::yes);
    RC_ASSERT(cut.truncated == Answer::yes);
    RC_ASSERT(judge({rounded}) == Digits::rounded);
    RC_ASSERT(
        judge({cut}) ==
        (p.cut == p.rounded || cut.rounded == Answer::yes ? Digits::rounded : Digits::truncated));
    RC_ASSERT(std::abs(rounded.units_off) <= 0.5);
    RC_ASSERT(std::abs(cut.units_off) < 1 + 1e-15);
  }));
}

BOOST_AUTO_TEST_CASE(changing_any_printed_digit_is_found_wrong)
{
  BOOST_TEST(rc::check("one digit changed", [] {
    const Printing p = random_printing();
    const std::set<std::string> right{p.rounded, p.cut};
    for (const std::string& printed : right) {
      for (std::size_t i = 0; i < printed.size(); ++i) {
        if (printed[i] < '0' || printed[i] > '9')
          continue;
        const int change = *rc::gen::inRange(1, 10);
        std::string changed = printed;
        changed[i] = static_cast<char>('0' + (printed[i] - '0' + change) % 10);
        if (right.count(changed))
          continue;
        const Agreement a = agreement(changed.c_str(), p.value);
        // A tie rounds either way; no other change may pass.
        const bool tie = std::abs(a.units_off) == 0.5;
        RC_ASSERT(tie || judge({a}) == Digits::wrong);
      }
    }
  }));
}

BOOST_AUTO_TEST_CASE(the_opposite_sign_is_found_wrong)
{
  BOOST_TEST(rc::check("sign changed", [] {
    const Printing p = random_printing();
    for (const std::string& printed : {p.rounded, p.cut}) {
      if (printed.find_first_of("123456789") == std::string::npos)
        continue;
      const std::string changed = printed.starts_with('-') ? printed.substr(1) : "-" + printed;
      RC_ASSERT(judged(changed.c_str(), p.value) == Digits::wrong);
    }
  }));
}
