#include "weaver/single_page.hpp"

#include "weaver/tree.hpp"

#include "support/contains.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <string_view>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::contains;
using epreuve::tests::says;

namespace {

std::string page(const std::string& main, const std::string& head = "")
{
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><title>A title</title>" + head +
         "</head>\n<body><header><a href=\"index.html\" id=\"home\">home</a></header><main "
         "id=\"text\" "
         "tabindex=\"-1\">" +
         main + "</main><footer id=\"foot\">foot</footer></body></html>";
}

/// One page with this main part, together with "other.html", which has the id "there", and "library/deep.html".
std::string main_of_single_page(const std::string& main)
{
  const std::string html =
      single_page({{"one.html", page(main)},
                   {"other.html", page("<p id=\"there\">x</p><p id=\"café\">y</p>")},
                   {"library/deep.html", page("<p id=\"in\">z</p>")}});
  const std::string begin = "<main id=\"p1-text\">", end = "</main>";
  BOOST_REQUIRE(contains(html, begin));
  const std::size_t at = html.find(begin) + begin.size();
  return html.substr(at, html.find(end, at) - at);
}

void collect(const pugi::xml_node& node, std::multiset<std::string>& ids,
             std::set<std::string>& targets)
{
  for (const pugi::xml_attribute attribute : node.attributes()) {
    const std::string name = attribute.name(), value = attribute.value();
    if (name == "id")
      ids.insert(value);
    else if (value.starts_with("#"))
      targets.insert(value.substr(1));
  }
  for (const pugi::xml_node child : node)
    collect(child, ids, targets);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_main_parts_follow_each_other_each_on_a_new_sheet)
{
  const std::string html =
      single_page({{"b.html", page("<h1>First</h1>")}, {"a.html", page("<h1>Second</h1>")}});
  BOOST_TEST(contains(html, "<title>A title</title>"));
  BOOST_TEST(contains(html, "<html lang=\"en\">"));
  BOOST_TEST(html.find("<h1>First</h1>") < html.find("<h1>Second</h1>"));
  BOOST_TEST(contains(html, "<section id=\"p1\">\n<main"));
  BOOST_TEST(contains(html, "<section id=\"p2\" style=\"break-before: page\">\n<main"));
  BOOST_TEST(!contains(html, "home"));
  BOOST_TEST(!contains(html, "foot"));
  BOOST_CHECK_NO_THROW(read_tree(html));
}

BOOST_AUTO_TEST_CASE(equal_ids_of_two_pages_stay_apart)
{
  const std::string same = "<h2 id=\"a\">x</h2><p id=\"2-a\">y</p><a href=\"#a\">z</a>";
  const std::string html = single_page({{"one.html", page(same)}, {"two.html", page(same)}});
  std::multiset<std::string> ids;
  std::set<std::string> targets;
  collect(read_tree(html), ids, targets);
  BOOST_TEST(ids.size() == 8u);
  BOOST_TEST((std::set<std::string>(ids.begin(), ids.end()).size()) == ids.size());
  BOOST_TEST((targets == std::set<std::string>{"p1-a", "p2-a"}));
}

BOOST_AUTO_TEST_CASE(links_between_bound_pages_lead_inside)
{
  BOOST_TEST(main_of_single_page("<a href=\"other.html#there\">t</a>") ==
             "<a href=\"#p2-there\">t</a>");
  BOOST_TEST(main_of_single_page("<a href=\"other.html\">t</a>") == "<a href=\"#p2\">t</a>");
  BOOST_TEST(main_of_single_page("<a href=\"./other.html?x=1#there\">t</a>") ==
             "<a href=\"#p2-there\">t</a>");
  BOOST_TEST(main_of_single_page("<a href=\"other.html#caf%C3%A9\">t</a>") ==
             "<a href=\"#p2-caf%C3%A9\">t</a>");
  BOOST_TEST(main_of_single_page("<a href=\"library/deep.html#in\">t</a>") ==
             "<a href=\"#p3-in\">t</a>");
  BOOST_TEST(main_of_single_page("<a href=\"#text\">t</a>") == "<a href=\"#p1-text\">t</a>");
  // A filter is not a place; a link to a missing place leads to its page.
  BOOST_TEST(main_of_single_page("<a href=\"other.html#verdict=refuted&amp;chapter=1\">t</a>") ==
             "<a href=\"#p2\">t</a>");
  BOOST_TEST(main_of_single_page("<a href=\"%6Fther.html\">t</a>") == "<a href=\"#p2\">t</a>");
  const std::string html =
      single_page({{"one.html", page("<p id=\"x\">x</p>")},
                   {"library/deep.html", page("<a href=\"../one.html#x\">t</a>")}});
  BOOST_TEST(contains(html, "<a href=\"#p1-x\">t</a>"));
}

BOOST_AUTO_TEST_CASE(links_to_what_is_not_bound_become_text)
{
  BOOST_TEST(main_of_single_page(
                 "<a class=\"verdict\" rel=\"next\" href=\"gone.html#x\">the <b>text</b></a>") ==
             "<span class=\"verdict\">the <b>text</b></span>");
  BOOST_TEST(main_of_single_page("<a href=\"library/other.html\">t</a>") == "<span>t</span>");
  BOOST_TEST(main_of_single_page("<a href=\"figures/a.svg\">t</a>") == "<span>t</span>");
  BOOST_TEST(main_of_single_page("<a href=\"javascript:alert(1)\">t</a>") == "<span>t</span>");
  BOOST_TEST(main_of_single_page("<a href=\"file:///etc/passwd\">t</a>") == "<span>t</span>");
  BOOST_TEST(main_of_single_page("<a href=\"//host/page\">t</a>") == "<span>t</span>");
  BOOST_TEST(
      main_of_single_page("<svg><g><a xlink:href=\"gone.html\"><text>t</text></a></g></svg>") ==
      "<svg><g><g><text>t</text></g></g></svg>");
  BOOST_TEST(main_of_single_page("<a href=\"https://example.org/a#b\">t</a>") ==
             "<a href=\"https://example.org/a#b\">t</a>");
}

BOOST_AUTO_TEST_CASE(whatever_names_an_id_names_the_new_one)
{
  BOOST_TEST(main_of_single_page("<p aria-labelledby=\"a  b\" aria-describedby=\"c\">x</p>") ==
             "<p aria-labelledby=\"p1-a  p1-b\" aria-describedby=\"p1-c\">x</p>");
  BOOST_TEST(main_of_single_page("<label for=\"a\">x</label><td headers=\"h i\"></td>") ==
             "<label for=\"p1-a\">x</label><td headers=\"p1-h p1-i\"></td>");
  BOOST_TEST(main_of_single_page(
                 "<path fill=\"url(#f)\" style=\"clip-path: url( '#c' ); mask: url(m.svg)\"/>") ==
             "<path fill=\"url(#p1-f)\" style=\"clip-path: url( &#39;#p1-c&#39; ); mask: "
             "url(m.svg)\"></path>");
  BOOST_TEST(main_of_single_page("<use xlink:href=\"#u\"/><use href=\"#v\"/>") ==
             "<use xlink:href=\"#p1-u\"></use><use href=\"#p1-v\"></use>");
  BOOST_TEST(
      main_of_single_page("<svg id=\"s\"><style>#s{fill:url(#g)} .c{fill:#abc}</style></svg>") ==
      "<svg id=\"p1-s\"><style>#p1-s{fill:url(#p1-g)} .c{fill:#abc}</style></svg>");
  // MathML's operators have a form too.
  BOOST_TEST(main_of_single_page("<mo form=\"prefix\">-</mo>") == "<mo form=\"prefix\">-</mo>");
}

BOOST_AUTO_TEST_CASE(scripts_are_left_out_and_what_is_shown_without_them_is_shown)
{
  const std::string html = single_page(
      {{"one.html", page("a<script>evil()</script><p onclick=\"evil()\">b</p><noscript><p "
                         "id=\"n\">c</p><script>evil()</script></noscript>d",
                         "<script src=\"evil.js\"></script>")}});
  BOOST_TEST(!contains(html, "evil"));
  BOOST_TEST(!contains(html, "script"));
  BOOST_TEST(contains(html, "a<p>b</p><p id=\"p1-n\">c</p>d"));
}

BOOST_AUTO_TEST_CASE(what_a_reader_would_open_is_open_and_what_loads_late_loads_at_once)
{
  BOOST_TEST(main_of_single_page("<details><summary>s</summary>t</details>") ==
             "<details open=\"open\"><summary>s</summary>t</details>");
  BOOST_TEST(main_of_single_page("<img loading=\"lazy\" src=\"a.svg\" alt=\"\"/>") ==
             "<img src=\"a.svg\" alt=\"\"/>");
}

BOOST_AUTO_TEST_CASE(files_of_pages_in_folders_are_found_from_the_books)
{
  const std::string sheet = "<link rel=\"stylesheet\" href=\"style.css\"/>";
  const std::string html =
      single_page({{"one.html", page("", sheet)},
                   {"library/deep.html",
                    page("<img src=\"../figures/a.svg\" alt=\"\"/><img src=\"data:,x\" alt=\"\"/>",
                         "<link rel=\"icon\" href=\"data:,\"/><link rel=\"stylesheet\" "
                         "href=\"../style.css\"/><link rel=\"stylesheet\" href=\"own.css\"/>")}});
  BOOST_TEST(
      contains(html, "<img src=\"figures/a.svg\" alt=\"\"/><img src=\"data:,x\" alt=\"\"/>"));
  const std::size_t at = html.find(sheet);
  BOOST_TEST(at != std::string::npos);
  BOOST_TEST(html.find("style.css", at + sheet.size()) == std::string::npos);
  BOOST_TEST(contains(html, "<link rel=\"stylesheet\" href=\"library/own.css\"/>"));
  BOOST_TEST(!contains(html, "icon"));
}

BOOST_AUTO_TEST_CASE(hostile_text_stays_text)
{
  const std::string text = "&lt;/main&gt;&lt;script&gt; &quot; \U0001D538 &amp;amp;";
  BOOST_TEST(main_of_single_page("<p title=\"&quot;&gt;&lt;b&gt;\">" + text + "</p>") ==
             "<p title=\"&quot;&gt;&lt;b&gt;\">" + text + "</p>");
}

BOOST_AUTO_TEST_CASE(a_page_that_cannot_be_bound_is_named)
{
  const std::string good = page("x");
  BOOST_CHECK_EXCEPTION(single_page({{"a.html", good}, {"a.html", good}}), Error,
                        says("a.html is there twice"));
  BOOST_CHECK_EXCEPTION(single_page({{"a.html", good}, {"b.html", "<html><p></html>"}}), Error,
                        says("b.html: the HTML is not well-formed"));
  BOOST_CHECK_EXCEPTION(single_page({{"a.html", "<html><body/></html>"}}), Error,
                        says("a.html has no main part"));
}
