#include "weaver/link.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::book;

namespace {

bool reads(std::string_view link, const Link& expected)
{
  return parse_link(link) == expected;
}

std::vector<std::string> urls(std::string_view css)
{
  std::vector<std::string> urls;
  for (const StyleUrl& url : urls_of_style(css)) {
    BOOST_TEST(css.substr(url.offset, url.url.size()) == url.url);
    urls.push_back(url.url);
  }
  return urls;
}

using List = std::vector<std::string>;

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

BOOST_AUTO_TEST_CASE(what_a_style_sheet_loads_is_found)
{
  BOOST_TEST((urls("a { b: url(x.png) } c { d: URL( \"y z.png\" ) }") == List{"x.png", "y z.png"}));
  BOOST_TEST((urls("@import 'a.css'; @import url(b.css); @IMPORT \"c.css\" print;") ==
              List{"a.css", "b.css", "c.css"}));
  BOOST_TEST((urls("/* url(x.png) */ a { b: /**/ url(y.png) } /* url(z") == List{"y.png"}));
  BOOST_TEST((urls("a { b: url(x") == List{"x"}));
  BOOST_TEST(urls("a { b: curl; }").empty());
}
