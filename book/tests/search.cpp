#include "weaver/search.hpp"

#include "support/contains.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace epreuve::book;
using epreuve::tests::contains;

namespace {

std::vector<Findable> found_in(const std::string& main, const std::string& file = "16-gelu.html")
{
  return findables({{.file = file, .title = "GELU", .main = main}});
}

} // namespace

BOOST_AUTO_TEST_CASE(each_part_below_a_heading_is_found_by_itself)
{
  const auto all =
      found_in("<p>Before\n it.</p><h2 id=\"dip\">The dip</h2><p>It is <em>below</em> 0.</p>"
               "<h3 id=\"where\">Where</h3><p>At one place.</p>");
  BOOST_REQUIRE_EQUAL(all.size(), 3U);
  BOOST_TEST(all[0].address == "16-gelu.html");
  BOOST_TEST(all[0].text == "Before it.");
  BOOST_TEST(all[1].address == "16-gelu.html#dip");
  BOOST_TEST(all[1].title == "The dip");
  BOOST_TEST(all[1].page == "GELU");
  BOOST_TEST(all[1].text == "It is below 0.");
  BOOST_TEST(all[2].text == "At one place.");
}

BOOST_AUTO_TEST_CASE(a_claim_is_found_by_its_name_and_an_exercise_by_its_title)
{
  const auto claims =
      found_in("<ol><li id=\"claim:exo7-7-gelu\"><p>GELU is x Φ(x).</p></li></ol>", "claims.html");
  BOOST_REQUIRE_EQUAL(claims.size(), 2U);
  BOOST_TEST(claims[1].address == "claims.html#claim:exo7-7-gelu");
  BOOST_TEST(claims[1].title == "exo7-7-gelu");
  BOOST_TEST(claims[1].text == "GELU is x Φ(x).");
  const auto exercises = found_in("<ol><li id=\"exercise:gelu\"><h3>The function</h3></li></ol>");
  BOOST_TEST(exercises.at(1).title == "The function");
}

BOOST_AUTO_TEST_CASE(code_results_and_drawings_are_not_prose)
{
  const auto all =
      found_in("<p>words</p><pre>code</pre><div class=\"claim continued\">result</div>"
               "<details class=\"fold code\">folded</details><svg><text>drawn</text></svg>"
               "<math><mi>x</mi><annotation>latex</annotation></math>");
  BOOST_REQUIRE_EQUAL(all.size(), 1U);
  BOOST_TEST(all[0].text == "words x");
}

BOOST_AUTO_TEST_CASE(what_other_pages_repeat_is_found_once)
{
  for (const char* file : {"errata.html", "documents/exo7.html", "functions.html", "index.html"})
    BOOST_TEST(found_in("<p>words</p>", file).empty());
  const auto all = found_in("<p>words</p><h2 id=\"errata\">Errata of this chapter</h2><p>x</p>");
  BOOST_REQUIRE_EQUAL(all.size(), 1U);
  BOOST_TEST(all[0].text == "words");
}

BOOST_AUTO_TEST_CASE(the_script_keeps_every_text_as_it_is)
{
  const std::string script = script_of({{"a.html", "\"A\"", "", "back\\slash, \n é"}});
  BOOST_TEST(script.starts_with("window.findables = [{"));
  BOOST_TEST(contains(script, R"("title":"\"A\"")"));
  BOOST_TEST(contains(script, R"(back\\slash, \n é)"));
}
