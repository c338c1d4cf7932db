#include "weaver/link.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::book;

namespace {

bool reads(std::string_view link, const Link& expected)
{
  return parse_link(link) == expected;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_link_is_parted_as_browsers_part_it)
{
  BOOST_TEST(reads("a/b.html?x=1#claim:c", {"", "a/b.html", "claim:c"}));
  BOOST_TEST(reads("#a?b#c", {"", "", "a?b#c"}));
  BOOST_TEST(reads("a.html", {"", "a.html", {}}));
  BOOST_TEST(reads("a.html#", {"", "a.html", ""}));
  BOOST_TEST(reads("HTTPS://example.org/a", {"https", "//example.org/a", {}}));
  BOOST_TEST(reads(" java\nscript:x ", {"javascript", "x", {}}));
  BOOST_TEST(reads("caf%C3%A9%zz%2.html", {"", "caf\xC3\xA9%zz%2.html", {}}));
  BOOST_TEST(reads("a/b:c", {"", "a/b:c", {}}));
  BOOST_TEST(reads("\\\\host\\a", {"", "//host/a", {}}));
}

BOOST_AUTO_TEST_CASE(a_path_is_followed_from_its_page_and_no_further_than_the_folder)
{
  BOOST_TEST(target_of("", "a/b.html").value() == "a/b.html");
  BOOST_TEST(target_of("c.html", "a/b.html").value() == "a/c.html");
  BOOST_TEST(target_of("../c.html", "a/b.html").value() == "c.html");
  BOOST_TEST(target_of("./d/../c.html", "b.html").value() == "c.html");
  BOOST_TEST(target_of("..c.html", "b.html").value() == "..c.html");
  BOOST_TEST(!target_of("../c.html", "b.html"));
  BOOST_TEST(!target_of("..", "b.html"));
  BOOST_TEST(!target_of("/c.html", "b.html"));
}

BOOST_AUTO_TEST_CASE(links_lead_to_files_and_places_of_the_book_or_are_told)
{
  const auto told = [](const std::string& links) {
    const std::vector<std::pair<std::string, std::string>> pages{
        {"a.html", "<p id=\"caf\u00e9\">x</p>"},
        {"claims.html", "<p id=\"here\">x</p>"},
        {"in/b.html", "<p id=\"own\">" + links + "</p>"}};
    std::string text;
    for (const Mistake& mistake : broken_links(pages, {"style.css"}))
      text += mistake.where + ": " + mistake.message + "\n";
    return text;
  };
  BOOST_TEST(told("<a href=\"../a.html#caf%C3%A9\">x</a><a href=\"#own\">x</a><a "
                  "href=\"../claims.html#verdict=refuted\">x</a><a href=\"../style.css\">x</a><a "
                  "href=\"https://example.org\">x</a><link href=\"data:,\"/>") == "");
  for (const std::string broken :
       {"../a.html#none", "#none", "a.html", "../../a.html", "../none.css", "javascript:x"})
    BOOST_TEST(told("<a href=\"" + broken + "\">x</a>")
                   .starts_with("in/b.html: the link to \"" + broken + "\" leads to nothing"));
}
