// What a chapter's exercises.hpp says of its exercises, and what is refused in it.

#include "epreuve/exercise.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::exercises;
using epreuve::tests::says;

namespace {

const std::string header = R"(#pragma once

/// What there is to write.
namespace exercise {

/// A record.
struct Pair
{
  double a; ///< the first
  static constexpr auto fields = std::tuple(&Pair::a);
};

/// # One half, "exactly"
/// 2 points, 3 stars: exo7 2.1; notes
/// Half of x.
///
///     y = x / 2
///
/// @param x  any number
double half(double x);

/// # Of two lines
/// 1 point, 1 star: thomas
/// The largest.
std::pair<arma::uvec, arma::vec> top_k(const std::vector<std::pair<double, int>>& logits,
                                       arma::uword k);

} // namespace exercise

// Hints.

// [top_k]
// - Sort.
// - See arma::sort_index, and
//   then the first k.
// - Take them.

// [half]
// - "Half" is // no remark.
// - Divide.
// - By 2.
)";

const std::vector<std::string> hints{"\"Half\" is // no remark.", "Divide.", "By 2."};

/// The header with other text in one place.
std::string with(const std::string& text, const std::string& other)
{
  std::string changed = header;
  BOOST_REQUIRE(changed.find(text) != std::string::npos);
  return changed.replace(changed.find(text), text.size(), other);
}

/// Expects an error that begins with this line.
void refuses(const std::string& text, int line, const std::string& words)
{
  BOOST_CHECK_EXCEPTION(exercises_in(text, "chapters/23-norms/exercises.hpp"), epreuve::Error,
                        says(fmt::format("chapters/23-norms/exercises.hpp:{}: {}", line, words)));
}

} // namespace

BOOST_AUTO_TEST_CASE(an_exercise_is_a_declaration_its_comment_and_its_hints)
{
  const std::vector<Exercise> found = exercises_in(header);
  BOOST_REQUIRE_EQUAL(found.size(), 2U);
  const Exercise& half = found[0];
  BOOST_TEST(half.name == "half");
  BOOST_TEST(half.title == "One half, \"exactly\"");
  BOOST_TEST(half.section == "exo7 2.1; notes");
  BOOST_TEST(half.points == 2);
  BOOST_TEST(half.stars == 3);
  BOOST_TEST(half.hints == hints, boost::test_tools::per_element());
  BOOST_TEST(half.statement == "Half of x.\n\n    y = x / 2\n\n@param x  any number\n");
  BOOST_TEST(half.signature == "double half(double x)");
  BOOST_TEST(half.line == 13);
  const Exercise& top_k = found[1];
  BOOST_TEST(top_k.name == "top_k");
  BOOST_TEST(top_k.points == 1);
  BOOST_TEST(top_k.hints.at(1) == "See arma::sort_index, and then the first k.");
  const std::vector<std::string> arguments{"logits", "k"};
  BOOST_TEST(top_k.arguments == arguments, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_comment_without_title_or_points_is_refused)
{
  refuses(with("/// # One half, \"exactly\"\n", ""), 13, "half has no title");
  refuses(with("/// # One half, \"exactly\"", "/// #"), 13, "half has no title");
  refuses(with("2 points, 3 stars: exo7 2.1; notes", "2 points: exo7"), 14,
          "expected points, difficulty and source of half, as in \"/// 2 points, 1 star: exo7 "
          "2.1\", got \"/// 2 points: exo7\"");
  refuses(with("3 stars", "6 stars"), 14, "expected points");
  refuses(with("2 points", "0 points"), 14, "expected points");
  refuses(with("notes\n", "notes\n///\n"), 15, "expected the statement of half");
  refuses(with("/// The largest.\n", ""), 24, "expected the statement of top_k");
}

BOOST_AUTO_TEST_CASE(a_comment_that_no_function_follows_is_refused)
{
  refuses(with("double half(double x);", "\ndouble half(double x);"), 13,
          "no function is declared");
  refuses(with("double half(double x);", "double\nhalf(double x);"), 13, "no function is declared");
}

BOOST_AUTO_TEST_CASE(what_is_no_declaration_with_names_is_refused)
{
  refuses(with("half(double x);", "half(double x) { return x / 2; }"), 20,
          "the declaration of half");
  refuses(with("half(double x)", "half(double)"), 20, "half has a parameter without a name");
  refuses(with("} // namespace exercise\n", ""), 41, "expected \"namespace exercise\"");
}

BOOST_AUTO_TEST_CASE(two_exercises_of_one_name_are_refused)
{
  refuses(with("arma::vec> top_k(", "arma::vec> half("), 25,
          "half is declared a second time; the first comment of that name is in line 13");
}

BOOST_AUTO_TEST_CASE(hints_without_words_or_exercise_are_refused)
{
  refuses(with("// - Divide.", "// -"), 40, "a hint of half without words");
  refuses(with("// - Divide.", "// - "), 40, "a hint of half without words");
  refuses(with("// - Divide.\n", ""), 13, "half has hints: 2, expected 3 at least");
  refuses(with("// [half]", "// [hafl]"), 38,
          "hints of \"hafl\", which is not declared above; the nearest name is \"half\"");
  refuses(with("// [half]", "// [top_k]"), 38, "hints of top_k for a second time");
  refuses(with("// [half]", "// [half] fr"), 38, "expected \"// [NAME]\" alone");
  refuses(with("// [half]", "// ["), 38, "expected \"// [NAME]\" alone, got \"// [\"");
  refuses(with("// [top_k]\n", ""), 32, "a hint of no exercise");
  refuses(with("// - Divide.", "// Divide."), 40, "expected a hint");
  refuses(with("// - Divide.", "Divide."), 40, "expected a hint");
}

// So neither the judge nor a worker is compiled again.
BOOST_AUTO_TEST_CASE(title_points_and_hints_are_nothing_to_the_compiler)
{
  const std::string compiled = for_compiler(header, "/a/exercises.hpp");
  for (const auto& [text, other] :
       {std::pair("One half", "A half"), std::pair("2 points", "1 point"),
        std::pair("// - Divide.", "// - Divide it,\n//   I mean."),
        std::pair("any number", "a number")})
    BOOST_TEST(for_compiler(with(text, other), "/a/exercises.hpp") == compiled, text);
  BOOST_TEST(for_compiler(with("double half(", "float half("), "/a/exercises.hpp") != compiled);
  BOOST_TEST(compiled.starts_with("#line 1 \"/a/exercises.hpp\"\n#pragma once\n"));
  BOOST_TEST(compiled.ends_with("#define EPREUVE_EXERCISES(each) each(half) each(top_k)\n"));
  BOOST_TEST(compiled.find("//") == std::string::npos);
  // What is left is on its line, one after #line.
  const std::string above = compiled.substr(0, compiled.find("double half"));
  BOOST_TEST(std::ranges::count(above, '\n') == 20);
}

BOOST_AUTO_TEST_CASE(a_stub_is_the_function_that_is_not_started)
{
  const auto found = exercises_in(header);
  BOOST_TEST(stub(found.at(0)) == "// [half] One half, \"exactly\"\n"
                                  "double exercise::half(double x)\n"
                                  "{\n  throw NotStarted();\n}\n");
}

BOOST_AUTO_TEST_CASE(a_stub_has_lines_of_100_characters_with_parameters_below_each_other)
{
  Exercise exercise;
  exercise.name = "probability";
  exercise.title = "x";
  exercise.signature =
      "double probability(const arma::uvec& text, arma::uword N,\n"
      "                   std::pair<arma::uword, arma::uword> contexts, double lambda)";
  BOOST_TEST(
      stub(exercise) ==
      "// [probability] x\n"
      "double exercise::probability(const arma::uvec& text, arma::uword N,\n"
      "                             std::pair<arma::uword, arma::uword> contexts, double lambda)\n"
      "{\n  throw NotStarted();\n}\n");
}
