#include "epreuve/evidence/source.hpp"
#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace epreuve::evidence;

namespace {

const std::string good = R"({"id": "exo7-2.1-a", "document": "exo7", "lines": [3, 5],)"
                         R"( "section": "2.1. Title", "kind": "formula", "statement": "s"})";

std::string without(const std::string& part, const std::string& instead = "")
{
  std::string text = good;
  return text.replace(text.find(part), part.size(), instead);
}

void refuses(const std::string& text, const std::string& line, const std::string& reason)
{
  BOOST_TEST_CONTEXT(text)
  BOOST_CHECK_EXCEPTION(parse_claims(text), epreuve::Error, [&](const epreuve::Error& e) {
    const std::string message = e.what();
    BOOST_TEST_INFO(message);
    BOOST_TEST(message.find(line) != std::string::npos);
    BOOST_TEST(message.find(reason) != std::string::npos);
    return true;
  });
}

ClaimSource from(const std::string& document, const std::string& section)
{
  return {"id", document, section, {1, 1}, "formula", "s"};
}

} // namespace

BOOST_AUTO_TEST_CASE(a_line_becomes_a_claim_and_blank_lines_nothing)
{
  const auto claims = parse_claims("\n" + good + "\r\n \n" + without("2.1-a", "2.1-b"));
  BOOST_REQUIRE_EQUAL(claims.size(), 2u);
  BOOST_TEST(claims[0].id == "exo7-2.1-a");
  BOOST_TEST(claims[0].document == "exo7");
  BOOST_TEST(claims[0].section == "2.1. Title");
  BOOST_TEST(claims[0].lines.first == 3);
  BOOST_TEST(claims[0].lines.second == 5);
  BOOST_TEST(claims[0].kind == "formula");
  BOOST_TEST(claims[0].statement == "s");
  BOOST_TEST(claims[1].id == "exo7-2.1-b");
  BOOST_TEST(parse_claims("").empty());
}

BOOST_AUTO_TEST_CASE(errors_name_the_line_and_the_member)
{
  refuses(good + "\n{\"id\": ", "line 2", "the claim is no JSON");
  refuses("\n\n[1, 2]", "line 3", "one JSON object");
  for (const std::string name : {"id", "document", "section", "kind", "statement", "lines"})
    refuses(without("\"" + name + "\"", "\"other\""), "line 1", "\"" + name + "\" is missing");
  refuses(without("\"formula\"", "7"), "line 1", "\"kind\" must be a text, got 7");
  refuses(without("[3, 5]", "[3]"), "line 1", "\"lines\" must be two line numbers, got [3]");
  refuses(without("[3, 5]", "[3, 5, 7]"), "line 1", "\"lines\"");
  refuses(without("[3, 5]", "[3, \"5\"]"), "line 1", "\"lines\"");
  refuses(without("[3, 5]", "3"), "line 1", "\"lines\"");
  refuses(good + "\n" + good, "line 2", "exo7-2.1-a occurs twice");
}

BOOST_AUTO_TEST_CASE(the_sources_are_named_once_in_order_of_appearance)
{
  BOOST_TEST(sources_of({}) == "");
  BOOST_TEST(sources_of({from("exo7", "2.1. A"), from("thomas", "Softmax"), from("exo7", "2.1. B"),
                         from("exo7", "3. C"), from("notes", "4.")}) ==
             "exo7 2.1 · thomas · exo7 3 · notes 4");
}
