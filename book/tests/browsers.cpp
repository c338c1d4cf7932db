#include "weaver/browsers.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(what_is_no_mathematics_passes_through)
{
  const std::string html =
      "\n<p id=\"a\" class=\"math\">a &lt; b &amp; c,<br/> <em> d </em></p>\n"
      "<ul>\n<li>−1 ( | sin )</li>\n</ul>\n<pre>  x\n\n y</pre>"
      "<div class=\"other\" id=\"b\"><span id=\"c\"><a href=\"#c\"></a></span></div>";
  BOOST_TEST(for_browsers(html) == html);
  BOOST_TEST(for_browsers("") == "");
  BOOST_TEST(for_browsers("text &amp; only") == "text &amp; only");
}

BOOST_AUTO_TEST_CASE(what_is_not_well_formed_is_an_error)
{
  BOOST_CHECK_EXCEPTION(for_browsers("<p>\n<b></p>"), Error, says("line 2"));
}

BOOST_AUTO_TEST_CASE(displayed_and_long_formulas_get_a_box)
{
  const std::string displayed = "<math display=\"block\"><mi>x</mi></math>";
  BOOST_TEST(for_browsers("<p>a " + displayed + ", b</p>") ==
             "<p>a <span class=\"equation\">" + displayed + "</span>, b</p>");
  const auto formula = [](const std::string& letters) {
    return "<math display=\"inline\"><semantics><mi>" + letters +
           "</mi><annotation encoding=\"application/x-tex\">twenty letters and more</annotation>"
           "</semantics></math>";
  };
  const std::string nineteen = "αbcdefghijklmnopqrs", twenty = nineteen + "ω";
  BOOST_TEST(for_browsers("<p>" + formula(nineteen) + " b</p>") ==
             "<p>" + formula(nineteen) + " b</p>");
  BOOST_TEST(for_browsers("<p>" + formula(twenty) + " b</p>") ==
             "<p><span class=\"formula\">" + formula(twenty) + "</span> b</p>");
}

BOOST_AUTO_TEST_CASE(punctuation_stays_with_its_formula)
{
  const std::string x = "<math display=\"inline\"><mi>x</mi></math>";
  const std::string together = "<span class=\"together\">" + x;
  BOOST_TEST(for_browsers("<p>" + x + "), b, " + x + ".</p>") ==
             "<p>" + together + "),</span> b, " + together + ".</span></p>");
  BOOST_TEST(for_browsers("<p>" + x + " , <b>" + x + "</b>, " + x + "-th</p>") ==
             "<p>" + x + " , <b>" + x + "</b>, " + x + "-th</p>");
  const std::string wide = "<math display=\"inline\"><mi>abcdefghijklmnopqrstuvw</mi></math>";
  BOOST_TEST(for_browsers("<p>" + wide + ": y</p>") ==
             "<p><span class=\"formula\">" + wide + ":</span> y</p>");
}

BOOST_AUTO_TEST_CASE(lines_of_code_are_linked_to_by_their_numbers)
{
  const std::string begin =
      "<pre class=\"sourceCode numberSource cpp numberLines\"><code class=\"x\" "
      "style=\"counter-reset: source-line 6;\">";
  BOOST_TEST(for_browsers(
                 "<div class=\"sourceCode\" id=\"L-7\" data-startFrom=\"7\">" + begin +
                 "<span id=\"L-7-7\"><a href=\"#L-7-7\"></a><span class=\"dt\">int</span></span>\n"
                 "<span id=\"L-7-12\"><a href=\"#L-7-12\"></a></span></code></pre></div>") ==
             "<div class=\"sourceCode\">" + begin +
                 "<span id=\"L-7\"><a href=\"#L-7\" aria-hidden=\"true\" tabindex=\"-1\"></a>"
                 "<span class=\"dt\">int</span></span>\n<span id=\"L-12\"><a href=\"#L-12\" "
                 "aria-hidden=\"true\" tabindex=\"-1\"></a></span></code></pre></div>");
}

BOOST_AUTO_TEST_CASE(code_without_numbers_has_no_ids)
{
  BOOST_TEST(
      for_browsers("<div class=\"sourceCode\" id=\"cb1\"><pre class=\"sourceCode cpp\"><code>"
                   "<span id=\"cb1-1\"><a href=\"#cb1-1\" aria-hidden=\"true\" "
                   "tabindex=\"-1\"></a>x</span></code></pre></div>") ==
      "<div class=\"sourceCode\"><pre class=\"sourceCode cpp\"><code><span>x</span></code>"
      "</pre></div>");
}

BOOST_AUTO_TEST_CASE(tables_of_prose_scroll_by_themselves)
{
  const std::string table = "<table><tbody><tr><td>x</td></tr></tbody></table>";
  BOOST_TEST(for_browsers("<p>a</p>\n" + table) ==
             "<p>a</p>\n<div class=\"scroll\">" + table + "</div>");
  for (const std::string& kept : {"<div class=\"scroll\">" + table + "</div>",
                                  std::string("<table class=\"evidence\" role=\"table\"></table>")})
    BOOST_TEST(for_browsers(kept) == kept);
}

BOOST_AUTO_TEST_CASE(what_is_repaired_is_not_changed_again)
{
  const std::string once = for_browsers(
      "<p><math display=\"block\"><mi>y</mi></math> and <math "
      "display=\"inline\"><mi>x</mi></math>, "
      "<math display=\"inline\"><mi>abcdefghijklmnopqrstuvw</mi></math>.</p><table></table>"
      "<div class=\"sourceCode\" id=\"L-1\"><pre class=\"numberSource\"><code><span "
      "id=\"L-1-1\">"
      "<a href=\"#L-1-1\"></a>x</span></code></pre></div>");
  BOOST_TEST(for_browsers(once) == once);
}
