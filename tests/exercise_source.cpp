#include "epreuve/exercise_source.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace epreuve::exercises;
using epreuve::tests::says;

namespace {

const std::string file = R"(#include "exercises.hpp"

// [one] The first
double exercise::one()
{
  return 1;
}

//[two] The second
double exercise::two()
{
  return exercise::one() + 1; // [three] is not a marker here
}
)";

const std::string header = R"(#pragma once

void outside(int x);

namespace exercise {

struct Pair
{
  double a;
  static constexpr auto fields = std::tuple(&Pair::a);
};

/// One.
///
///     y = 1
double one();

/// Of two lines.
std::pair<arma::uvec, arma::vec> top_k(const arma::vec& logits,
                                       arma::uword k);

EXERCISES(one, top_k)

} // namespace exercise
)";

} // namespace

BOOST_AUTO_TEST_CASE(a_file_is_its_parts)
{
  const Source source(file);
  BOOST_TEST(source.text() == file);
  BOOST_TEST(source.preamble == "#include \"exercises.hpp\"\n\n");
  BOOST_REQUIRE(source.sections.size() == 2u);
  BOOST_TEST(source.sections[0].name == "one");
  BOOST_TEST(source.sections[1].name == "two");
  BOOST_TEST(source.find("three") == nullptr);
}

BOOST_AUTO_TEST_CASE(files_without_markers_or_last_newline_come_back_as_they_were)
{
  for (const std::string& text : {std::string(), std::string("\n"), std::string("int x;"),
                                  std::string("// [one] x"), std::string("// [one] x\r\ny\r\n")})
    BOOST_TEST(Source(text).text() == text);
  BOOST_TEST(Source("// [one] x\r\ny\r\n").sections.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_section_is_replaced_and_the_others_stay)
{
  Source source(file);
  source.replace("one", "// [one] Anew\n");
  BOOST_TEST(source.text() == file.substr(0, file.find("// [one]")) + "// [one] Anew\n\n" +
                                  file.substr(file.find("//[two]")));
  source.replace("two", "// [two] Anew\n\n\n");
  BOOST_TEST(source.text().ends_with("// [two] Anew\n"));
  BOOST_CHECK_EXCEPTION(source.replace("three", ""), epreuve::Error, says("// [three]"));
}

BOOST_AUTO_TEST_CASE(declarations_are_read_with_their_comments)
{
  const auto found = declarations(header);
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].name == "one");
  BOOST_TEST(found[0].comment == "One.\n\n    y = 1\n");
  BOOST_TEST(found[0].signature == "double one()");
  BOOST_TEST(found[1].name == "top_k");
  BOOST_TEST(found[1].comment == "Of two lines.\n");
}

BOOST_AUTO_TEST_CASE(a_stub_has_lines_of_100_characters_with_parameters_below_each_other)
{
  const auto found =
      declarations("namespace exercise {\n/// Long.\n"
                   "double probability(const arma::uvec& text, arma::uword N,\n"
                   "                   std::pair<arma::uword, arma::uword> contexts, "
                   "double lambda);\n}\n");
  BOOST_TEST_REQUIRE(found.size() == 1U);
  BOOST_TEST(
      stub(found[0], "x") ==
      "// [probability] x\n"
      "double exercise::probability(const arma::uvec& text, arma::uword N,\n"
      "                             std::pair<arma::uword, arma::uword> contexts, double lambda)\n"
      "{\n  throw NotStarted();\n}\n");
}

BOOST_AUTO_TEST_CASE(a_stub_is_the_function_that_is_not_started)
{
  const auto found = declarations(header);
  BOOST_TEST(stub(found.at(0), "The first") ==
             "// [one] The first\ndouble exercise::one()\n{\n  throw NotStarted();\n}\n");
  BOOST_TEST(
      stub(found.at(1), "x")
          .find("std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits,") !=
      std::string::npos);
}
