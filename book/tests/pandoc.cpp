#include "weaver/pandoc.hpp"

#include "support/contains.hpp"
#include "support/errors.hpp"
#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::book;
using namespace std::string_literals;
using epreuve::Error;
using epreuve::tests::contains;
using epreuve::tests::needs;
using epreuve::tests::says;
using nlohmann::json;

namespace {

/// Markdown as HTML, each text on its own.
std::vector<std::string> html_of(const std::vector<std::string>& texts)
{
  std::vector<json> lists = read_markdown(texts);
  for (json& list : lists)
    make_harmless(list);
  return write_html(lists).parts;
}

std::string html_of(const std::string& text)
{
  return html_of(std::vector{text}).at(0);
}

std::string shown(const json& blocks)
{
  return write_html({blocks}).parts.at(0);
}

} // namespace

BOOST_AUTO_TEST_CASE(prose_becomes_html_with_mathml, *needs("pandoc") * needs("temml"))
{
  const std::string html = html_of("Text *stressed*, `code`, \"quoted\" -- $x^2$\n\n- a\n- b\n");
  BOOST_TEST(contains(html, "<em>stressed</em>"));
  BOOST_TEST(contains(html, "“quoted” – <math>"));
  BOOST_TEST(contains(html, "<msup><mi>x</mi><mn"));
  BOOST_TEST(contains(html, "<li>a</li>"));
  BOOST_TEST(contains(html_of("$$x$$"), "<math display=\"block\""));
}

BOOST_AUTO_TEST_CASE(each_text_is_read_for_itself, *needs("pandoc") * needs("temml"))
{
  const auto parts =
      html_of(std::vector<std::string>{"```\nopen fence", "- list\n", "    indented", "[a] [b]",
                                       "[b]: http://x\n\n<!-- open", "$$ open", "", "last *open"});
  BOOST_REQUIRE(parts.size() == 8u);
  BOOST_TEST(contains(parts[0], "open fence"));
  BOOST_TEST(contains(parts[1], "<li>list</li>"));
  BOOST_TEST(contains(parts[2], "<pre><code>indented</code></pre>"));
  BOOST_TEST(!contains(parts[3], "http://x"));
  BOOST_TEST(contains(parts[4], "&lt;!– open"));
  BOOST_TEST(contains(parts[5], "$$ open"));
  BOOST_TEST(!contains(parts[6], "<p>"));
  BOOST_TEST(contains(parts[7], "last *open"));
  // Pandoc 3 puts the name of the file before a place in it.
  BOOST_TEST(contains(html_of(std::vector<std::string>{"x", "[a](#b)"}).at(1), "href=\"#b\""));
  BOOST_TEST(read_markdown({}).empty());
  BOOST_TEST(write_html({}).parts.empty());
}

BOOST_AUTO_TEST_CASE(prose_can_write_neither_html_nor_tex_nor_attributes,
                     *needs("pandoc") * needs("temml"))
{
  const std::string html = html_of(
      "<script>alert(1)</script> <b onclick=x>\n\n</code></pre>\n\n<div>\n\n`<b>`{=html} "
      "`x`{onclick=y} [s]{onclick=y}\n\n## H {onclick=\"y\"}\n\n```{=html}\n<script>\n```\n\n"
      "``` {.cpp onclick=y}\n<script>\n```\n\n::: {onclick=y}\nx\n:::\n\n\\begin{x} \\foo "
      "-->\n");
  for (const char* tag : {"<script", "<b", "</pre></p>", "<div onclick", "<div>"})
    BOOST_TEST(!contains(html, tag), tag);
  BOOST_TEST(!std::regex_search(html, std::regex("<[^>]*onclick")));
  BOOST_TEST(contains(html, "&lt;script&gt;alert(1)&lt;/script&gt;"));
  BOOST_TEST(contains(html, "\\begin{x} \\foo"));
}

BOOST_AUTO_TEST_CASE(links_lead_to_the_web_or_beside_the_page, *needs("pandoc") * needs("temml"))
{
  const std::string html =
      html_of("[a](https://x.org/) [b](#here) [c](errata.html) [d](javascript:alert(1)) "
              "[e](data:text/html,x) "
              "[f](//x.org) [g](JaVaScRiPt:x) ![image](http://x/y.png) [h](java&#10;script:x) "
              "<javascript:x> [i](&#106;avascript:x)");
  BOOST_TEST(contains(html, "<a href=\"https://x.org/\">a</a>"));
  BOOST_TEST(contains(html, "<a href=\"#here\">b</a>"));
  BOOST_TEST(contains(html, "<a href=\"errata.html\">c</a>"));
  BOOST_TEST(contains(html, "image"));
  BOOST_TEST(!contains(html, "<img"));
  for (const char* target : {"javascript", "JaVaScRiPt", "data:", "//x.org\"", "script:"})
    BOOST_TEST(!std::regex_search(html, std::regex("href=\"[^\"]*"s + target)), target);
}

BOOST_AUTO_TEST_CASE(what_the_reader_might_let_through_is_made_harmless,
                     *needs("pandoc") * needs("temml"))
{
  const json none = json::array({"", json::array(), json::array()});
  const json on =
      json::array({"i", json::array({"c", "d e"}), json::array({json::array({"onclick", "x"})})});
  const auto string = [](const char* text) { return json{{"t", "Str"}, {"c", text}}; };
  const auto node = [](const char* type, json content) {
    return json{{"t", type}, {"c", std::move(content)}};
  };
  json blocks = json::array(
      {node("RawBlock", json::array({"html", "<b>"})),
       node("Para",
            json::array(
                {node("RawInline", json::array({"html", "<i>"})),
                 node("Span", json::array({on, json::array({string("span")})})),
                 node("Code", json::array({on, "code"})),
                 node("Strong", json::array({node("RawInline", json::array({"html", "<u>"}))}))})),
       node("Header", json::array({2, on, json::array({string("head")})})),
       node("CodeBlock", json::array({on, "block"})),
       node("Div", json::array({on, json::array({node("Para", json::array({string("div")}))})})),
       node("BulletList",
            json::array({json::array({node("RawBlock", json::array({"html", "<s>"}))})}))});
  make_harmless(blocks);
  const std::string html = shown(blocks);
  for (const char* tag : {"<b>", "<i>", "<u>", "<s>", "onclick", "id=\"i\""})
    BOOST_TEST(!contains(html, tag), tag << " in " << html);
  for (const char* text :
       {"&lt;b&gt;", "&lt;i&gt;", "<strong>&lt;u&gt;", "span", "<code>code</code>", "<h2>head</h2>",
        "block", "div", "&lt;s&gt;", "class=\"sourceCode c\""})
    BOOST_TEST(contains(html, text), text << " in " << html);
}

BOOST_AUTO_TEST_CASE(code_keeps_its_lines_numbers_and_nothing_else,
                     *needs("pandoc") * needs("temml"))
{
  const std::string html = shown(json::array({code_block(
      "int x; // </code><script>\n\n/* ``` --> $$ */ \"é\U0001D538\"\n", {"code", 41})}));
  BOOST_TEST(contains(html, "class=\"sourceCode cpp\" style=\"counter-reset: source-line 40;\""));
  BOOST_TEST(contains(html, "<span id=\"code-41-41\">"));
  BOOST_TEST(contains(html, "<span id=\"code-41-43\">"));
  BOOST_TEST(contains(html, "&lt;/code&gt;&lt;script&gt;"));
  BOOST_TEST(!contains(html, "<script"));
  BOOST_TEST(!contains(html, "<math"));
  BOOST_TEST(contains(html, "``` --&gt; $$"));
  BOOST_TEST(contains(html, "é\U0001D538"));
}

BOOST_AUTO_TEST_CASE(markup_passes_as_it_is_with_its_mathematics_converted,
                     *needs("pandoc") * needs("temml"))
{
  const std::string html = shown(json::array(
      {block_of(Markup().html("<p class=\"x\">").mathematical("<a> $b_1$").html("</p>"))}));
  BOOST_TEST(contains(html, "<p class=\"x\">&lt;a&gt; <math>"));
  BOOST_TEST(contains(html, "<msub><mi>b</mi><mn>1</mn></msub>"));
  BOOST_TEST(contains(html, "</math></p>"));
}

BOOST_AUTO_TEST_CASE(mathematics_cannot_leave_its_element, *needs("pandoc") * needs("temml"))
{
  const std::string html =
      html_of("$\\text{</math><script>x</script>}$ $</annotation><img>$ $\\href{javascript:x}{y}$");
  BOOST_TEST(!contains(html, "<script"));
  BOOST_TEST(!contains(html, "<img"));
  BOOST_TEST(!std::regex_search(html, std::regex("<[^>]*javascript")));
}

BOOST_AUTO_TEST_CASE(mathematics_that_cannot_be_converted_is_told,
                     *needs("pandoc") * needs("temml"))
{
  const Written written = write_html(read_markdown({"$\\unknowncommand x$ and $y$"}));
  BOOST_REQUIRE(written.failed.size() == 1u);
  BOOST_TEST(written.failed[0].latex == "\\unknowncommand x");
  BOOST_TEST(contains(written.failed[0].why, "Unsupported function name: \\unknowncommand"));
  BOOST_TEST(contains(written.parts[0], "unknowncommand"));
}

BOOST_AUTO_TEST_CASE(any_bytes_of_any_length_pass, *needs("pandoc") * needs("temml"))
{
  const std::string html = html_of("a\0b \xFF\xED\xA0\x80 \x1B \U0001D538 \U000E0041 \U0010FFFD"s);
  BOOST_TEST(contains(html, "a␀b"));
  BOOST_TEST(contains(html, "\U0001D538 \U000E0041 \U0010FFFD"));
  const std::string long_word(300'000, 'x');
  BOOST_TEST(contains(html_of(long_word), long_word));
  BOOST_TEST(contains(shown(json::array({code_block(long_word, {"code", 1})})), long_word));
}

BOOST_AUTO_TEST_CASE(a_missing_pandoc_is_an_error_that_names_the_package,
                     *needs("pandoc") * needs("temml"))
{
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent::/proc", 1);
  BOOST_CHECK_EXCEPTION(find_pandoc(), Error, says("package \"pandoc\""));
  BOOST_CHECK_EXCEPTION(read_markdown({"x"}), Error, says("pandoc is missing"));
  ::setenv("PATH", path.c_str(), 1);
  BOOST_TEST(find_pandoc().filename() == "pandoc");
}
