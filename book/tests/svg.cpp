#include "weaver/svg.hpp"

#include "epreuve/system/read_text.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::says;

namespace {

std::string inlined(std::string_view body)
{
  const std::string svg = "<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 1 1\" id=\"x\" width=\"9\" "
                          "xmlns=\"http://www.w3.org/2000/svg\" role='img'>\n<title>old</title>" +
                          std::string(body) + "</svg>\n";
  return inline_svg(svg, "figure:f", "T & <b>", "what \"it\" shows");
}

constexpr const char* head = "<svg viewBox=\"0 0 1 1\" width=\"1\" height=\"1\" role=\"img\" "
                             "aria-labelledby=\"figure:f-title figure:f-desc\">"
                             "<title id=\"figure:f-title\">T &amp; &lt;b&gt;</title>"
                             "<desc id=\"figure:f-desc\">what &quot;it&quot; shows</desc>\n";

} // namespace

BOOST_AUTO_TEST_CASE(a_figure_is_labelled_with_its_title_and_what_it_shows)
{
  BOOST_TEST(inlined("") == head + std::string("</svg>"));
}

BOOST_AUTO_TEST_CASE(titles_and_descriptions_of_parts_are_left_out)
{
  BOOST_TEST(inlined("<desc>old</desc><g><title>plot 1</title><desc>x</desc><path d='M0'/></g>") ==
             head + std::string("<g><path d=\"M0\"/></g></svg>"));
}

BOOST_AUTO_TEST_CASE(ids_and_what_refers_to_them_are_the_figures_own)
{
  BOOST_TEST(inlined("<g id='a'><use xlink:href='#a' x=\"1\"/></g><path filter=\"url(#a)\"/>") ==
             head + std::string("<g id=\"figure:f-a\"><use href=\"#figure:f-a\" x=\"1\"/></g>"
                                "<path filter=\"url(#figure:f-a)\"/></svg>"));
}

BOOST_AUTO_TEST_CASE(what_does_not_draw_is_refused)
{
  for (const char* body : {"<script>x</script>", "<foreignObject/>", "<image href=\"#a\"/>",
                           "<a href=\"#a\">x</a>", "<style>x</style>", "<animate/>", "<set/>"})
    BOOST_CHECK_EXCEPTION(inlined(body), Error, says("does not belong in a figure"));
  for (const char* body : {"<use href=\"http://x\"/>", "<use xlink:href='data:x#a'/>",
                           "<path fill=\"url(http://x)\"/>", "<path fill=\"URL(//x)\"/>",
                           "<path fill=\"url(#a) url( '//x' )\"/>"})
    BOOST_CHECK_EXCEPTION(inlined(body), Error, says("refers to another document"));
}

BOOST_AUTO_TEST_CASE(attributes_that_do_not_draw_are_left_out)
{
  BOOST_TEST(inlined("<g onclick=\"x\" style=\"y\" ONLOAD='z' fill='red'></g>") ==
             head + std::string("<g fill=\"red\"/></svg>"));
}

BOOST_AUTO_TEST_CASE(text_and_values_are_escaped_anew)
{
  BOOST_TEST(inlined("<text fill='\"&gt;&lt;b'>a &lt;b&gt; &amp;lt; > ' &#60;"
                     "<![CDATA[<i>]]>&c;</text>") ==
             head + std::string("<text fill=\"&quot;&gt;&lt;b\">a &lt;b&gt; &amp;lt; &gt; &#39; "
                                "&lt;&lt;i&gt;&amp;c;</text></svg>"));
}

BOOST_AUTO_TEST_CASE(a_figure_is_as_large_as_its_view)
{
  const auto size_of = [](const std::string& view) {
    const std::string svg = inline_svg("<svg viewBox='" + view + "' height='7'/>", "f", "t", "d");
    const std::size_t begin = svg.find("\" ", 5) + 1;
    return svg.substr(begin, svg.find(" role") - begin);
  };
  BOOST_TEST(size_of("0 0 680 420.5") == " width=\"680\" height=\"420.5\"");
  BOOST_TEST(size_of("-1,-2, 3 4") == " width=\"3\" height=\"4\"");
  for (const char* view : {"1 2 3", "a b c d", ""})
    BOOST_TEST(size_of(view) == "", view);
}

BOOST_AUTO_TEST_CASE(what_is_no_svg_is_an_error)
{
  const auto refuses = [](std::string_view svg, std::string_view words) {
    BOOST_CHECK_EXCEPTION(inline_svg(svg, "f", "t", "d"), Error, says(words));
  };
  refuses("", "holds no svg");
  refuses("<g></g>", "instead of \"svg\"");
  refuses("<svg>", "not well-formed XML, line 1");
  refuses("<svg", "not well-formed XML");
  refuses("<svg></svg><g></g>", "after its end");
  for (const char* broken : {"<svg>\n</g></svg>", "<svg>\n<!-- </svg>", "<svg>\n<g x></g></svg>",
                             "<svg>\n<g x=1></g></svg>"})
    refuses(broken, "not well-formed XML, line 2");
}

BOOST_AUTO_TEST_CASE(the_texts_of_a_figure_can_be_read_from_it)
{
  const SvgText text = text_of_svg("<svg><title>A &amp; B</title>\n<desc>C &lt; D</desc></svg>");
  BOOST_TEST(text.title == "A & B");
  BOOST_TEST(text.description == "C < D");
  BOOST_TEST(text_of_svg("<svg></svg>").title == "");
  BOOST_TEST(text_of_svg("<title>").title == "");
}

BOOST_AUTO_TEST_CASE(the_projects_figures_can_be_parts_of_pages)
{
  int figures = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(EPREUVE_SOURCE_DIR) / "figures")) {
    if (entry.path().extension() != ".svg")
      continue;
    ++figures;
    const std::string svg = epreuve::read_text(entry.path());
    const std::string text = inline_svg(svg, "f", "t", "d");
    BOOST_TEST(text.size() > svg.size() / 2);
    BOOST_TEST((text.find("␉") == std::string::npos && text.find("\uFFFD") == std::string::npos));
    BOOST_TEST(text_of_svg(svg).title != "");
  }
  BOOST_TEST(figures > 0);
}
