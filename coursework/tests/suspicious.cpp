#include "epreuve/exercises/suspicious.hpp"

#include "epreuve/exercises/in_common.hpp"
#include "epreuve/system/read_text.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve::exercises;

namespace {

/// "3: WORDS" of each.
std::vector<std::string> said_of(const std::string& text)
{
  std::vector<std::string> said;
  for (const Message& message : suspicious(Source(text)))
    said.push_back(std::to_string(message.line) + ": " + message.words);
  return said;
}

void is_suspicious(const std::string& text, const std::string& words)
{
  const std::vector<std::string> said = said_of(text);
  BOOST_TEST_REQUIRE(said.size() == 1u, text);
  BOOST_TEST(said.front().find(words) != std::string::npos, said.front());
}

void is_not(const std::string& text)
{
  BOOST_TEST(said_of(text).empty(), text);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_quotient_of_whole_numbers_is_cut)
{
  is_suspicious("x = std::pow(y, 1 / 2);",
                "1: 1 / 2 is a quotient of whole numbers, which is 0: write 1.0 / 2");
  is_suspicious("x = std::pow(y, -1 / 2);", "which is 0");
  is_suspicious("x = 7u / 2 * y;", "7 / 2 is a quotient of whole numbers, which is 3");
  is_suspicious("{\n  arma::uword a = 3, n = x.n_elem;\n  return 1 / n * y;\n}", "3: 1 / n is");
  is_suspicious("double f(int n)\n{\n  return 1 / n;\n}", "3: 1 / n is");
  is_suspicious("int k = f(2, 3), n = 4; y = 1 / n;", "1 / n is");
  is_suspicious("return 1 / x.n_elem;", "1 / x.n_elem is");
  is_suspicious("return 1 / pair.x.size();", "1 / pair.x.size() is");
  for (const char* right : {"1. / 2",
                            "1.0 / 2",
                            "4 / 2",
                            "1 / x",
                            "x * 1 / 2",
                            "1 / 2.",
                            "1e3 / 7",
                            "n / 2",
                            "1 / x(0)",
                            "0x10 / 3",
                            "double f(double n) { return 1 / n; }",
                            "int n = 3; double m = 1, q = 1 / m;",
                            "1 / x.n_elem_of",
                            "int n; double n; 1 / n",
                            "double x = 3; int k = std::min(7, x); y = 1 / x;",
                            "int k = f(g(n, a), b); y = 1 / a + 1 / b;",
                            "f(static_cast<int>(x), y); 1 / y",
                            "std::pair<int, y> p; 1 / y",
                            "// 1 / 2",
                            "\"1 / 2\""})
    is_not(right);
}

BOOST_AUTO_TEST_CASE(a_name_is_a_whole_number_in_its_section_alone)
{
  is_suspicious(
      "// [a] A\ndouble a(int n) { return 1 / n; }\n// [b] B\nauto b(vec n) { return 1 / n; }\n",
      "2: 1 / n");
}

BOOST_AUTO_TEST_CASE(a_power_is_not_written_with_a_caret)
{
  is_suspicious("int y = x ^ 2;", "std::pow(x, 2)");
  is_suspicious("int y = x ^ 3;", "std::pow(x, 3)");
  is_not("a ^ b");
}

BOOST_AUTO_TEST_CASE(each_names_the_exercise_in_whose_section_it_is)
{
  const auto found = suspicious(Source(
      "int helper = 1 / 2;\n// [a] A\ndouble a() { return 1; }\n// [b] B\nint b = 3 / 2;\n"));
  BOOST_TEST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].function == "");
  BOOST_TEST(found[1].function == "b");
}

namespace {

/// The cause that is found in the section of b, in line 6.
std::string cause(const std::string& in_common, const std::string& code)
{
  return cause_of(in_common,
                  Source("\n// [a] A\nfloat other = log10(3.1416 * n / m);\n// [b] B\nint n, m;\n" +
                         code + "\n// [c] C\nfloat x;\n"),
                  "b");
}

void has_cause(const std::string& in_common, const std::string& code, const std::string& words)
{
  const std::string found = cause(in_common, code);
  BOOST_TEST(found.starts_with("line 6"), code + ": " + found);
  BOOST_TEST(found.find(words) != std::string::npos, code + ": " + found);
}

void has_no_cause(const std::string& in_common, const std::string& code)
{
  BOOST_TEST(cause(in_common, code) == "", code);
}

} // namespace

BOOST_AUTO_TEST_CASE(few_digits_come_from_a_float_or_a_cut_constant_that_is_there)
{
  for (const char* code : {"float x;", "double y = 0.1f;", "arma::fmat A;", "double z = 1e-3F;"})
    has_cause(agreement_to_few_digits, code, "has a float in it");
  for (const char* code : {"double f;", "// float", "int x = 0xf;", "\"float\"", "elf = 1;",
                           "double half = 0.5f;", "double x = 1e-6;"})
    has_no_cause(agreement_to_few_digits, code);
  has_cause(agreement_to_few_digits, "y = 2 / 3.14159;", "3.14159 is π to a few digits");
  has_cause(agreement_to_few_digits, "y = 0.79788 * x;", "√(2 / π)");
  for (const char* code : {"y = 3.141592653589793;", "y = 3.1;", "y = 0.044715;", "y = 1.702;"})
    has_no_cause(agreement_to_few_digits, code);
}

BOOST_AUTO_TEST_CASE(zeros_come_from_a_quotient_of_whole_numbers_that_is_there)
{
  has_cause(all_zero, "double p = n / m;",
            "n / m is a quotient of whole numbers, which is 0 where");
  has_cause(all_zero, "double p = n / x.n_elem;", "n / x.n_elem");
  for (const char* code : {"double p = double(n) / m;", "double p = 2.0 * n / m;",
                           "double k; n / k;", "x.n / m", "best = 0;", "// n / m", "n / f(m)"})
    has_no_cause(all_zero, code);
}

BOOST_AUTO_TEST_CASE(a_factor_comes_from_a_logarithm_that_is_there)
{
  has_cause(as_by_log10, "y = std::log10(x);", "has log10: log is the natural logarithm");
  has_cause(as_by_log2, "y = arma::log2(x);", "has log2");
  for (const char* code : {"y = std::log(x) / std::log(10.0);", "int log10 = 3;", "// log10(x)"})
    has_no_cause(as_by_log10, code);
  has_no_cause(as_by_log2, "y = std::log10(x);");
  has_no_cause("every result is 2 times the expected one", "y = std::log2(x); float z = n / m;");
}

BOOST_AUTO_TEST_CASE(no_solution_is_suspicious)
{
  std::size_t looked_at = 0;
  for (const auto& chapter :
       std::filesystem::directory_iterator(std::string(EPREUVE_SOURCE_DIR) + "/chapters"))
    if (const auto file = chapter.path() / "solutions.cpp"; exists(file)) {
      const std::vector<std::string> said = said_of(epreuve::read_text(file));
      BOOST_TEST(said.empty(), file << ": " << (said.empty() ? "" : said.front()));
      ++looked_at;
    }
  BOOST_TEST(looked_at > 10u);
}
