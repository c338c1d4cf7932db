#include "epreuve/exercises/suspicious.hpp"

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
  is_suspicious("return 1 / x.n_elem;", "1 / x.n_elem is");
  is_suspicious("return 1 / pair.x.size();", "1 / pair.x.size() is");
  for (const char* right : {"1. / 2", "1.0 / 2", "4 / 2", "1 / x", "x * 1 / 2", "1 / 2.", "1e3 / 7",
                            "n / 2", "1 / x(0)", "0x10 / 3", "double f(double n) { return 1 / n; }",
                            "int n = 3; double m = 1, q = 1 / m;", "1 / x.n_elem_of",
                            "int n; double n; 1 / n", "// 1 / 2", "\"1 / 2\""})
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

BOOST_AUTO_TEST_CASE(a_float_is_a_type_or_a_number)
{
  const auto line = [](const std::string& code) {
    return line_with_float(
        Source("\n// [a] A\nfloat other;\n// [b] B\nint n;\n" + code + "\n// [c] C\nfloat x;\n"),
        "b");
  };
  for (const char* code : {"float x;", "double y = 0.5f;", "arma::fmat A;", "double z = 1e3F;"})
    BOOST_TEST(line(code) == 6, code);
  for (const char* code : {"double f;", "// float", "int x = 0xf;", "\"float\"", "elf = 1;"})
    BOOST_TEST(line(code) == 0, code);
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
