#include "epreuve/lexer.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace epreuve;
using Kind = Token::Kind;

namespace {

std::vector<std::string> texts(std::string_view source, Kind kind)
{
  std::vector<std::string> found;
  for (const Token& token : tokens_of(source))
    if (token.kind == kind)
      found.emplace_back(token.text);
  return found;
}

void check(const std::vector<std::string>& found, std::vector<std::string> expected)
{
  BOOST_TEST(found == expected, boost::test_tools::per_element());
}

} // namespace

BOOST_AUTO_TEST_CASE(comments_inside_strings_are_none)
{
  const std::string source = R"source(
    a("/** no */", 'x', '"', "\"/**", u8"/*", L'/') // yes /** no
    R"(/** " no)" LR"x(/** )" no)x" /* yes " */ MACROR"/* no */"
  )source";
  check(texts(source, Kind::comment), {"// yes /** no", "/* yes \" */"});
  check(texts(source, Kind::string),
        {R"s("/** no */")s", R"s("\"/**")s", R"s(u8"/*")s", R"s(R"(/** " no)")s",
         R"s(LR"x(/** )" no)x")s", R"s("/* no */")s"});
  check(texts(source, Kind::character), {"'x'", "'\"'", "L'/'"});
}

BOOST_AUTO_TEST_CASE(digit_separators_open_no_character)
{
  check(texts("n = 200'000 + 0x1p-30 + 1e+5 + .5f; c = 'a';", Kind::number),
        {"200'000", "0x1p-30", "1e+5", ".5f"});
  check(texts("n = 200'000; c = 'a';", Kind::character), {"'a'"});
}

BOOST_AUTO_TEST_CASE(a_backslash_joins_lines_of_comments_strings_and_directives)
{
  check(texts("// one \\\n /** two\nx", Kind::comment), {"// one \\\n /** two"});
  check(texts("// one \\\r\n /** two\r\nx", Kind::comment), {"// one \\\r\n /** two\r"});
  check(texts("f(\"one \\\n /** two\")", Kind::string), {"\"one \\\n /** two\""});
  check(texts("#define X(a) \\\n  /** no */ \\\n  '\nx", Kind::directive),
        {"#define X(a) \\\n  /** no */ \\\n  '"});
}

BOOST_AUTO_TEST_CASE(a_mistake_ends_with_its_line_where_the_language_lets_it)
{
  check(texts("a = \"open\n/** prose */", Kind::comment), {"/** prose */"});
  check(texts("a = 'open\n/** prose */", Kind::comment), {"/** prose */"});
  check(texts("R\"a b(/** no */", Kind::comment), {});
  BOOST_TEST(!tokens_of("/** open").front().ended);
  BOOST_TEST(!tokens_of("R\"x(open)y\"").front().ended);
  BOOST_TEST(tokens_of("/**/").front().ended);
  BOOST_TEST(!tokens_of("/*/").front().ended);
}

BOOST_AUTO_TEST_CASE(tokens_know_their_lines)
{
  const std::string source = "a\n  R\"(b\nc)\" d\n#e\\\nf\ng";
  const auto tokens = tokens_of(source);
  BOOST_REQUIRE(tokens.size() == 5u);
  BOOST_TEST(tokens[1].line == 2);
  BOOST_TEST(tokens[1].last_line == 3);
  BOOST_TEST(tokens[1].begins_line);
  BOOST_TEST(tokens[2].line == 3);
  BOOST_TEST(!tokens[2].begins_line);
  BOOST_TEST(tokens[3].last_line == 5);
  BOOST_TEST(tokens[4].line == 6);
}

BOOST_AUTO_TEST_CASE(the_value_of_a_string_is_what_it_holds)
{
  BOOST_TEST(value_of_string("\"a\\\"b\\\\\"") == "a\"b\\");
  BOOST_TEST(value_of_string("u8\"é\"") == "é");
  BOOST_TEST(value_of_string("R\"(a\")\"") == "a\"");
  BOOST_TEST(value_of_string("LR\"xy(a)\" b)xy\"") == "a)\" b");
  BOOST_TEST(value_of_string("\"\"") == "");
}
