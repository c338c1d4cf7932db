// The mutants of a solution: which there are, how they become one program, and how an author takes some for equal.

#include "epreuve/exercises/mutants.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/system/read_text.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
namespace fs = std::filesystem;

namespace {

const std::string preamble = "#include \"exercises.hpp\"\n"
                             "\n"
                             "static double half(double x)\n"
                             "{\n"
                             "  return x / 2.;\n"
                             "}\n"
                             "static double unused(double x)\n"
                             "{\n"
                             "  return x + 7;\n"
                             "}\n"
                             "\n";

/// A file with these lines as the body of exercise::f, and another exercise.
std::string with_lines(const std::string& lines)
{
  return preamble + "// [f] First\ndouble exercise::f(const arma::mat& X, arma::uword i)\n{\n" +
         lines + "}\n\n// [g] Second\ndouble exercise::g(double x)\n{\n  return x - 9;\n}\n";
}

/// What the mutants of f make of a line.
std::multiset<std::string> made_of(const std::string& line)
{
  std::multiset<std::string> made;
  for (const Mutant& mutant : mutants_of(with_lines("  " + line + "\n"), "f"))
    if (mutant.before == line)
      made.insert(mutant.after);
  return made;
}

using Made = std::multiset<std::string>;

} // namespace

BOOST_AUTO_TEST_CASE(operators_are_exchanged_and_their_second_operands_left_out)
{
  const auto check = [](const std::string& line, const Made& expected) {
    BOOST_TEST(made_of(line) == expected, boost::test_tools::per_element());
  };
  check("const double s = a + b * c;", {"const double s = a - b * c;", "const double s = a;",
                                        "const double s = a + b / c;", "const double s = a + b;"});
  check("const bool p = a < b && c == d;",
        {"const bool p = a <= b && c == d;", "const bool p = a >= b && c == d;",
         "const bool p = a < b || c == d;", "const bool p = a < b;",
         "const bool p = a < b && c != d;"});
  check("const auto z = u % v;",
        {"const auto z = u * v;", "const auto z = u / v;", "const auto z = u;"});
  check("s -= a;", {"s += a;", ";"});
  check("++n;", {"--n;", ";"});
  check("return -a;", {"return a;", "return {};"});
  check("const bool q = !p;", {"const bool q = p;"});
}

BOOST_AUTO_TEST_CASE(constants_become_their_neighbours_and_none_becomes_itself)
{
  BOOST_TEST(made_of("const double c = 3;") ==
                 (Made{"const double c = 0;", "const double c = 1;", "const double c = (-3);",
                       "const double c = 4;", "const double c = 2;", "const double c = 6;"}),
             boost::test_tools::per_element());
  // 0 is its own opposite and its own double, and one more than it is 1 again.
  BOOST_TEST(made_of("const double c = 0.;") ==
                 (Made{"const double c = 1.;", "const double c = (-1.);"}),
             boost::test_tools::per_element());
  BOOST_TEST(made_of("const double tolerance = 1e-9;") ==
                 (Made{"const double tolerance = 0.;", "const double tolerance = 1.;",
                       "const double tolerance = (-1e-09);"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(functions_become_near_ones_or_are_left_out)
{
  const auto check = [](const std::string& line, const Made& expected) {
    BOOST_TEST(made_of(line) == expected, boost::test_tools::per_element());
  };
  check("const double m = X.row(i).max();",
        {"const double m = X.col(i).max();", "const double m = X.row(i + 1).max();",
         "const double m = X.row(i).min();"});
  check("const double m = std::sqrt(a);", {"const double m = (a);"});
  check("const auto T = X.t();", {"const auto T = X;"});
  check("double least = arma::datum::inf;", {"double least = 100;"});
  check("bool p = true;", {"bool p = false;"});
  // A variable of that name is not called.
  check("const double c = sum;", {});
}

BOOST_AUTO_TEST_CASE(statements_are_left_out_and_conditions_decided)
{
  BOOST_TEST(made_of("if (p) n = m;") ==
                 (Made{"if (true) n = m;", "if (false) n = m;", "if (p) ;"}),
             boost::test_tools::per_element());
  // Without a condition, the loop would not end; and what is declared is used.
  BOOST_TEST(
      made_of("for (arma::uword k = n; k != m; ++k)") ==
          (Made{"for (arma::uword k = n; k == m; ++k)", "for (arma::uword k = n; k != m; --k)"}),
      boost::test_tools::per_element());
  BOOST_TEST(made_of("std::vector<double> list;") == Made{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_a_section_uses_from_above_belongs_to_it_and_nothing_else)
{
  const auto lines_with = [](const std::string& body, const std::string& part) {
    return std::ranges::count_if(mutants_of(with_lines(body), "f"), [&](const Mutant& mutant) {
      return mutant.before.find(part) != std::string::npos;
    });
  };
  BOOST_TEST(lines_with("  return half(X(0, i));\n", "x / 2.") > 0);
  BOOST_TEST(lines_with("  return X(0, i);\n", "x / 2.") == 0);
  BOOST_TEST(lines_with("  return half(X(0, i));\n", "x + 7") == 0);
  BOOST_TEST(lines_with("  return half(X(0, i));\n", "x - 9") == 0);
  BOOST_CHECK_EXCEPTION(mutants_of(with_lines(""), "h"), Error, [](const Error& error) {
    return std::string(error.what()).find("[h]") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(a_line_of_the_program_belongs_to_one_mutant)
{
  const std::string solutions = with_lines("  return half(X(0, i)) - X(1, i);\n");
  const std::vector<Mutant> mutants = mutants_of(solutions, "f");
  const MutantProgram program = program_of(solutions, "f", mutants, {1, 2, mutants.size()});
  int line = 1;
  std::string::size_type begin = 0;
  std::set<std::size_t> found;
  for (std::string::size_type end = 0; (end = program.text.find('\n', begin)) != std::string::npos;
       begin = end + 1, ++line) {
    const std::string text = program.text.substr(begin, end - begin);
    for (const std::size_t number : {std::size_t{1}, std::size_t{2}, mutants.size()}) {
      const Mutant& mutant = mutants[number - 1];
      if (text.find(mutant.after) != std::string::npos && mutant.after.size() > 3) {
        BOOST_TEST(program.at(line) == number, text);
        found.insert(number);
      }
    }
  }
  BOOST_TEST(found.size() == 3u);
  BOOST_TEST(program.at(1) == 0u);
}

BOOST_AUTO_TEST_CASE(a_mark_says_which_mutant_and_why)
{
  const EqualMutant mark{"f", "return \"a\";", "", "nothing \\ returns"};
  const std::vector<EqualMutant> read = equal_mutants(as_line(mark) + "\n" + as_line(mark) + "\n");
  BOOST_REQUIRE(read.size() == 2u);
  BOOST_TEST(read[1].before == mark.before);
  BOOST_TEST(read[1].after.empty());
  BOOST_TEST(read[1].why == mark.why);
  const auto complains = [](const std::string& words) {
    return [words](const Error& error) {
      return std::string(error.what()).find(words) != std::string::npos;
    };
  };
  BOOST_CHECK_EXCEPTION(equal_mutants(as_line(mark) + "\n" + as_line({"f", "a", "b", " "})), Error,
                        complains("line 2: the member \"equal\""));
  BOOST_CHECK_EXCEPTION(equal_mutants("[]"), Error, complains("line 1: the member \"exercise\""));
}

// Whether they pass is for ./epreuve try --mutants, which takes minutes for a chapter.
BOOST_AUTO_TEST_CASE(every_mark_of_the_chapters_fits_a_mutant)
{
  std::size_t marks = 0;
  for (const auto& chapter : fs::directory_iterator(fs::path(EPREUVE_SOURCE_DIR) / "chapters")) {
    const fs::path file = chapter.path() / "mutants.jsonl";
    if (!fs::exists(file))
      continue;
    const std::string solutions = read_text(chapter.path() / "solutions.cpp");
    for (const EqualMutant& mark : equal_mutants(read_text(file))) {
      ++marks;
      BOOST_TEST(std::ranges::any_of(mutants_of(solutions, mark.exercise),
                                     [&](const Mutant& mutant) {
                                       return mutant.before == mark.before &&
                                              mutant.after == mark.after;
                                     }),
                 file << ": no mutant of " << mark.exercise << " is " << mark.after);
    }
  }
  BOOST_TEST(marks > 0u);
}
