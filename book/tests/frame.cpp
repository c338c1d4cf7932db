#include "weaver/frame.hpp"

#include "weaver/tree.hpp"

#include "support/contains.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::contains;
using epreuve::tests::says;

namespace {

} // namespace

BOOST_AUTO_TEST_CASE(a_page_says_what_it_is_and_where_it_stands)
{
  const std::string html = framed(
      {.file = "errata.html", .title = "Errata & <more>", .main = "<h1>Errata</h1>"}, "the end");
  BOOST_TEST(html.starts_with("<!DOCTYPE html>"));
  BOOST_TEST(contains(html, "<html lang=\"en\">"));
  BOOST_TEST(contains(html, "<title>Errata &amp; &lt;more&gt; · épreuve</title>"));
  BOOST_TEST(contains(html, "<a href=\"errata.html\" aria-current=\"page\">Errata</a>"));
  BOOST_TEST(contains(html, "<p>the end</p>"));
  BOOST_TEST(!contains(html, "with-contents"));
  BOOST_TEST(!contains(html, "contents.js"));
}

BOOST_AUTO_TEST_CASE(a_page_says_to_search_engines_and_messengers_what_it_is)
{
  Page page{.file = "library/a.html", .title = "A & B", .main = "<h1>A</h1>"};
  BOOST_TEST(!contains(framed(page, ""), "description"));
  page.description = "What is <here>";
  const std::string html = framed(page, "");
  BOOST_TEST(contains(html, "<meta property=\"og:title\" content=\"A &amp; B\"/>"));
  BOOST_TEST(contains(html, "<meta name=\"description\" content=\"What is &lt;here&gt;\"/>"));
  BOOST_TEST(contains(html, "property=\"og:description\""));
  BOOST_TEST(contains(html, "href=\"../favicon.svg\""));
}

BOOST_AUTO_TEST_CASE(a_page_with_folds_has_a_switch_that_waits_for_its_script)
{
  const auto html = [](bool has_folds) {
    return framed({.file = "a.html",
                   .title = "A",
                   .main = "<h1>A</h1>",
                   .contents = "<li><a href=\"#a\">A</a></li>",
                   .has_folds = has_folds},
                  "");
  };
  BOOST_TEST(contains(html(true), "hidden=\"hidden\"><button type=\"button\" data-mode=\"read\""));
  BOOST_TEST(contains(html(true), "src=\"scripts/folds.js\""));
  BOOST_TEST(!contains(html(false), "data-mode"));
  BOOST_TEST(!contains(html(false), "folds.js"));
}

BOOST_AUTO_TEST_CASE(a_page_with_contents_has_their_list_and_their_script)
{
  const std::string html = framed({.file = "01-softmax.html",
                                   .title = "Softmax",
                                   .main = "<h2 id=\"a\">A</h2>",
                                   .contents = "<li><a href=\"#a\">A</a></li>",
                                   .turn = "<a rel=\"next\" href=\"02.html\">2</a>"},
                                  "");
  BOOST_TEST(contains(html, "<li><a href=\"#text\">Softmax</a></li>"));
  BOOST_TEST(contains(html, "src=\"scripts/contents.js\""));
  BOOST_TEST(contains(html, "src=\"scripts/turn.js\""));
  BOOST_TEST(contains(
      html, "<nav class=\"turn\" aria-label=\"Chapters\"><a rel=\"next\" href=\"02.html\">"));
}

BOOST_AUTO_TEST_CASE(links_of_a_page_in_a_folder_lead_back_and_others_stay)
{
  const std::string html = framed(
      {.file = "library/math-softmax.html",
       .title = "x",
       .main = "<a href=\"library/math-gelu.html#g\">a</a><a href=\"#here\">b</a>"
               "<a href=\"https://www.netlib.org/lapack\">c</a><a href=\"mailto:a@b.c\">d</a>"},
      "<a href=\"build.html\">made</a>");
  BOOST_TEST(contains(html, "href=\"../style.css\""));
  BOOST_TEST(contains(html, "src=\"../scripts/scroll.js\""));
  BOOST_TEST(contains(html, "href=\"../library/math-gelu.html#g\""));
  BOOST_TEST(contains(html, "href=\"../build.html\""));
  BOOST_TEST(contains(html, "href=\"#here\""));
  BOOST_TEST(contains(html, "href=\"https://www.netlib.org/lapack\""));
  BOOST_TEST(contains(html, "href=\"mailto:a@b.c\""));
  BOOST_TEST(contains(html, "<a href=\"../functions.html\" aria-current=\"true\">"));
}

BOOST_AUTO_TEST_CASE(a_page_that_is_not_well_formed_is_refused)
{
  BOOST_CHECK_EXCEPTION(framed({.file = "a.html", .title = "a", .main = "<p>one"}, ""), Error,
                        says("not well-formed"));
}
