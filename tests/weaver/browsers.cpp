#include "weaver/browsers.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::says;

namespace {

/// What becomes of the inside of a formula that gets no box.
std::string repaired(const std::string& inside)
{
  const std::string begin = "<math display=\"inline\"><mrow>", end = "</mrow></math>";
  const std::string html = for_browsers(begin + inside + end);
  BOOST_REQUIRE_MESSAGE(html.starts_with(begin) && html.ends_with(end), html);
  return html.substr(begin.size(), html.size() - begin.size() - end.size());
}

const std::string left = "<mo stretchy=\"true\" form=\"prefix\">(</mo>";
const std::string right = "<mo stretchy=\"true\" form=\"postfix\">)</mo>";
const std::string calm_left = "<mo stretchy=\"false\" form=\"prefix\">(</mo>";
const std::string calm_right = "<mo stretchy=\"false\" form=\"postfix\">)</mo>";

} // namespace

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

BOOST_AUTO_TEST_CASE(upright_letters_are_one_name)
{
  const auto style = [](const std::string& variant, const std::string& inside) {
    return "<mstyle mathvariant=\"" + variant + "\">" + inside + "</mstyle>";
  };
  BOOST_TEST(repaired(style("normal", "<mi>e</mi><mi>r</mi><mi>f</mi>")) == "<mi>erf</mi>");
  BOOST_TEST(repaired(style("normal", "<mi>d</mi>")) == "<mi mathvariant=\"normal\">d</mi>");
  for (const std::string& other :
       {style("normal", "<mi>a</mi><mn>1</mn>"), style("bold", "<mi>a</mi><mi>b</mi>")})
    BOOST_TEST(repaired(other) == other);
}

BOOST_AUTO_TEST_CASE(ell_is_a_letter_and_capital_greek_is_upright)
{
  BOOST_TEST(repaired("<mo>ℓ</mo>") == "<mi>ℓ</mi>");
  BOOST_TEST(repaired("<mi>Φ</mi><mi>φ</mi><mi>A</mi>") ==
             "<mi mathvariant=\"normal\">Φ</mi><mi>φ</mi><mi>A</mi>");
}

BOOST_AUTO_TEST_CASE(a_sign_before_a_number_is_no_operation)
{
  const std::string sign = "<mo>−</mo><mn>1</mn>", ours = "<mo form=\"prefix\">−</mo><mn>1</mn>";
  for (const std::string before : {"<mo>=</mo>", "<mo>,</mo>", "<mo>&lt;</mo>", "<mo>∈</mo>",
                                   "<mo>,</mo><mspace width=\"1em\"></mspace>",
                                   "<mo stretchy=\"false\" form=\"prefix\">[</mo>"})
    BOOST_TEST(repaired(before + sign) == before + ours);
  for (const std::string before :
       {"<mi>x</mi>", "<mo stretchy=\"false\" form=\"postfix\">]</mo>", ""})
    BOOST_TEST(repaired(before + sign) == before + sign);
  BOOST_TEST(repaired("<mo>=</mo><mo>±</mo><mo>=</mo><mo>+</mo>") ==
             "<mo>=</mo><mo form=\"prefix\">±</mo><mo>=</mo><mo form=\"prefix\">+</mo>");
}

BOOST_AUTO_TEST_CASE(bars_have_no_space_around_them)
{
  const std::string bar = "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">";
  BOOST_TEST(repaired("<mo stretchy=\"false\" form=\"postfix\">∥</mo><mi>x</mi>") ==
             bar + "∥</mo><mi>x</mi>");
  BOOST_TEST(repaired("<mo stretchy=\"true\" form=\"prefix\">|</mo><mi>x</mi>"
                      "<mo stretchy=\"true\" form=\"postfix\">|</mo>") ==
             bar + "|</mo><mi>x</mi>" + bar + "|</mo>");
  // Around a fraction they grow.
  const std::string grows = "<mo stretchy=\"true\" form=\"";
  BOOST_TEST(repaired(grows + "prefix\">|</mo><mfrac><mi>a</mi><mi>b</mi></mfrac>" + grows +
                      "postfix\">|</mo>") ==
             grows +
                 "prefix\" lspace=\"0\" rspace=\"0\">|</mo><mfrac><mi>a</mi><mi>b</mi></mfrac>" +
                 grows + "postfix\" lspace=\"0\" rspace=\"0\">|</mo>");
  // "divides" is a relation, and keeps its space.
  BOOST_TEST(repaired("<mo>∣</mo>") == "<mo>∣</mo>");
}

BOOST_AUTO_TEST_CASE(brackets_grow_only_around_what_is_tall)
{
  const std::string fraction = "<mfrac><mi>a</mi><mi>b</mi></mfrac>";
  BOOST_TEST(repaired(left + "<mi>x</mi>" + right) == calm_left + "<mi>x</mi>" + calm_right);
  BOOST_TEST(repaired(left + fraction + right) == left + fraction + right);
  // (a/b (x)): the outer pair only.
  BOOST_TEST(
      repaired(left + fraction + "<mrow>" + left + "<mi>x</mi>" + right + "</mrow>" + right) ==
      left + fraction + "<mrow>" + calm_left + "<mi>x</mi>" + calm_right + "</mrow>" + right);
  // (x) a/b: the fraction is not between them.
  BOOST_TEST(repaired(left + "<mi>x</mi>" + right + fraction) ==
             calm_left + "<mi>x</mi>" + calm_right + fraction);
  for (const std::string tall : {"mtable", "munder", "mover", "munderover"}) {
    const std::string inside = "<" + tall + "></" + tall + ">";
    BOOST_TEST(repaired(left + inside + right) == left + inside + right);
  }
  // The brace of a distinction of cases has no counterpart.
  const std::string brace = "<mo stretchy=\"true\" form=\"prefix\">{</mo><mtable></mtable>";
  BOOST_TEST(repaired(brace) == brace);
}

BOOST_AUTO_TEST_CASE(names_of_functions_have_thin_spaces)
{
  const auto sin = [](const std::string& before, const std::string& behind) {
    return "<mo lspace=\"" + before + "\" rspace=\"" + behind + "\">sin</mo>";
  };
  const std::string thin = "0.167em", x = "<mi>x</mi>", plus = "<mo>+</mo>";
  BOOST_TEST(repaired(x + "<mo>sin</mo>" + x) == x + sin(thin, thin) + x);
  BOOST_TEST(repaired(calm_right + "<mo>sin</mo>" + x) == calm_right + sin(thin, thin) + x);
  BOOST_TEST(repaired("<mo>sin</mo>" + x) == sin("0", thin) + x);
  BOOST_TEST(repaired(x + plus + "<mo>sin</mo>" + x) == x + plus + sin("0", thin) + x);
  BOOST_TEST(repaired(x + "<mo>sin</mo><mrow>" + calm_left + x + calm_right + "</mrow>") ==
             x + sin(thin, "0") + "<mrow>" + calm_left + x + calm_right + "</mrow>");
  BOOST_TEST(repaired(x + "<mo>sin</mo>" + calm_left) == x + sin(thin, "0") + calm_left);
  // A power belongs to the name, and adds no child to what counts its children.
  BOOST_TEST(repaired(x + "<msup><mo>sin</mo><mn>2</mn></msup>" + calm_left) ==
             x + "<msup>" + sin(thin, "0") + "<mn>2</mn></msup>" + calm_left);
  BOOST_TEST(repaired("<msub>" + x + "<mo>max</mo></msub>") ==
             "<msub>" + x + "<mo lspace=\"" + thin + "\" rspace=\"" + thin + "\">max</mo></msub>");
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
  BOOST_TEST(
      for_browsers(
          "<div class=\"sourceCode\" id=\"code-7\" data-startFrom=\"7\">" + begin +
          "<span id=\"code-7-7\"><a href=\"#code-7-7\"></a><span class=\"dt\">int</span></span>\n"
          "<span id=\"code-7-12\"><a href=\"#code-7-12\"></a></span></code></pre></div>") ==
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
      "<p><math display=\"block\"><mrow><mo>sin</mo>" + left + "<mo>−</mo><mi>Φ</mi>" + right +
      "<mo>|</mo></mrow></math> and <math display=\"inline\"><mi>x</mi></math>, "
      "<math display=\"inline\"><mi>abcdefghijklmnopqrstuvw</mi></math>.</p><table></table>"
      "<div class=\"sourceCode\" id=\"code-1\"><pre class=\"numberSource\"><code><span "
      "id=\"code-1-1\">"
      "<a href=\"#code-1-1\"></a>x</span></code></pre></div>");
  BOOST_TEST(for_browsers(once) == once);
}
