#include "weaver/check.hpp"

#include "epreuve/error.hpp"
#include "epreuve/temporary_folder.hpp"
#include "epreuve/write_file.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::TemporaryFolder;
using epreuve::write_file;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

/// A page whose text begins in line 5, under its h1.
std::string page(std::string_view text, std::string_view head = "")
{
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>{}"
                     "<title>A page</title></head>\n<body><main id=\"text\">\n<h1>A page</h1>\n"
                     "{}\n</main></body></html>\n",
                     head, text);
}

/// A book of few pages without a fault, for one fault to be put in.
class Book
{
public:
  Book()
  {
    write(
        "claims.html",
        page(
            "<ol><li id=\"claim:c\" data-document=\"exo7\" data-chapter=\"16-gelu\" "
            "data-verdict=\"refuted\">a</li><li data-document=\"exo7\" data-chapter=\"01-softmax\" "
            "data-verdict=\"holds\">b</li></ol>"));
    write("library/gelu.html",
          page("<p id=\"caf\xC3\xA9\"><a href=\"../claims.html#text\">up</a></p>"));
    write("style.css", "p { background: url(\"dot.svg\") }\n");
    write("dot.svg", "<svg/>");
    write("scripts/filter.js", "");
  }

  void write(const fs::path& file, std::string_view text)
  {
    create_directories((folder_ / file).parent_path());
    write_file(folder_ / file, text);
  }

  std::vector<Complaint> complaints() const { return check_book(folder_.path()); }

private:
  TemporaryFolder folder_;
};

std::string list(const std::vector<Complaint>& complaints)
{
  std::string text = complaints.empty() ? "no complaint" : "";
  for (const auto& [file, line, message] : complaints)
    text += fmt::format("{}:{}: {}\n", file, line, message);
  return text;
}

/// A file with this content in the book gives one complaint, of this line, that holds these words.
void finds(const fs::path& file, std::string_view content, int line, std::string_view words)
{
  Book book;
  book.write(file, content);
  const std::vector<Complaint> complaints = book.complaints();
  BOOST_TEST((complaints.size() == 1 && complaints[0].page == file && complaints[0].line == line &&
              complaints[0].message.find(words) != std::string::npos),
             content << "\nexpected " << file << ":" << line << ": ..." << words << "...\ngot "
                     << list(complaints));
}

/// The same of a page with this text, whose fault is in the text's first line unless told otherwise.
void finds(std::string_view text, std::string_view words, int line = 5)
{
  finds("page.html", page(text), line, words);
}

void accepts(std::string_view text)
{
  Book book;
  book.write("page.html", page(text));
  BOOST_TEST(book.complaints().empty(), text << "\ngot " << list(book.complaints()));
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
  return text.replace(text.find(from), from.size(), to);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_book_without_a_fault_has_no_complaint)
{
  accepts(
      "<h2 id=\"a\">A</h2><h3>B</h3><h2>C</h2>"
      "<p>See <a href=\"#a\">A</a>, <a href=\"page.html\">this</a>, <a href=\"?x=1#a\">A</a>, "
      "<a href=\"claims.html#claim:c\">c</a>, <a href=\"claims.html#claim%3Ac\">c</a>, "
      "<a href=\"claims.html#verdict=refuted&amp;document=exo7\">some</a>, "
      "<a href=\"library/gelu.html#caf%C3%A9\">there</a>, <a href=\"https://example.org/\">web</a>."
      "</p>"
      "<figure><img src=\"dot.svg\" alt=\"a dot\"/><figcaption>A dot.</figcaption></figure>"
      "<svg role=\"img\" aria-labelledby=\"t\"><title id=\"t\">A line</title><use "
      "href=\"#a\"/></svg>"
      "<svg role=\"img\" aria-label=\"a line\"><path fill=\"url(#a)\"/></svg>"
      "<svg aria-hidden=\"true\"><path/></svg>"
      "<table><tr><th>n</th></tr><tr><td>1</td></tr></table>"
      "<p><strong class=\"verdict verdict-holds\"><span aria-hidden=\"true\">✓</span> "
      "holds</strong>"
      "</p><p><math><mi>x</mi></math></p>");
}

BOOST_AUTO_TEST_CASE(a_folder_without_pages_is_refused)
{
  const TemporaryFolder folder;
  BOOST_CHECK_EXCEPTION(check_book(folder.path()), Error, says("there is no page to check"));
  BOOST_CHECK_EXCEPTION(check_book(folder / "none"), Error, says("there is no page to check"));
}

BOOST_AUTO_TEST_CASE(complaints_are_in_order_of_pages_and_lines)
{
  Book book;
  book.write("b.html",
             page("<p>fine</p>\n<p><a href=\"none.html\">x</a></p>\n<img src=\"dot.svg\"/>"));
  book.write("a.html", page("\n\n<p id=\"text\">x</p>"));
  book.write("library/c.html", page("<math></math>"));
  std::vector<std::pair<std::string, int>> places;
  for (const Complaint& complaint : book.complaints())
    places.emplace_back(complaint.page, complaint.line);
  const std::vector<std::pair<std::string, int>> expected{
      {"a.html", 7}, {"b.html", 6}, {"b.html", 7}, {"library/c.html", 5}};
  BOOST_TEST((places == expected), list(book.complaints()));
}

BOOST_AUTO_TEST_CASE(a_page_that_is_not_well_formed_is_named_with_the_line)
{
  finds("<p>one\n<p>two</p>", "not well-formed", 7);
  finds("<p>one</p>\n<p class=>two</p>", "not well-formed", 6);
  finds("<p>\xC3(</p>", "not UTF-8");
  finds("<p>one</p>\n<p>\xED\xA0\x80</p>", "not UTF-8", 6);
  accepts("<p>\xEF\xBF\xBD \xF0\x9F\x98\x80</p>");
}

BOOST_AUTO_TEST_CASE(other_pages_may_lead_to_a_page_that_cannot_be_read)
{
  Book book;
  book.write("broken.html", page("<p>one"));
  book.write("page.html", page("<p><a href=\"broken.html#x\">x</a></p>"));
  BOOST_TEST(book.complaints().size() == 1, list(book.complaints()));
}

BOOST_AUTO_TEST_CASE(what_a_browser_reads_otherwise_than_xml_is_found)
{
  finds("<div/>", "a browser takes it for <div>");
  finds("<p>a<br></br>b</p>", "write <br/>");
  finds("<p>a <span>\n<pre>b</pre></span></p>", "<pre> inside <p>", 6);
  accepts("<div>a<pre>b</pre></div>");
  finds("<p><a href=\"#text\">a <a href=\"#text\">b</a></a></p>", "<a> inside <a>");
  finds("<p class=\"a\" class=\"b\">x</p>", "class twice");
  finds("<DIV>x</DIV>", "small letters");
}

BOOST_AUTO_TEST_CASE(a_page_has_language_title_character_set_and_document_type)
{
  const std::string clean = page("<p>x</p>");
  finds("page.html", replaced(clean, " lang=\"en\"", ""), 2, "no lang");
  finds("page.html", replaced(clean, "<title>A page", "<title> "), 2, "no title");
  finds("page.html", replaced(clean, "<title>A page</title>", ""), 2, "no title");
  finds("page.html", replaced(clean, "<meta charset=\"utf-8\"/>", ""), 2, "charset");
  finds("page.html", replaced(clean, "<!DOCTYPE html>\n", ""), 1, "<!DOCTYPE html>");
  finds("page.html", replaced(clean, "</html>", "</html><p>x</p>"), 6, "outside <html>");
  finds("page.html", replaced(replaced(clean, "<body>", "<div>"), "</body>", "</div>"), 2,
        "no <head> or no <body>");
  finds("page.html", "<!DOCTYPE html>\n<h1>A page</h1>\n", 1, "there is no <html>");
}

BOOST_AUTO_TEST_CASE(headings_begin_with_one_h1_and_leave_out_no_level)
{
  finds("page.html", replaced(page(""), "<h1>A page</h1>", ""), 2, "there is no <h1>");
  finds("<p>x</p>\n<h1>Another</h1>", "second <h1>", 6);
  finds("<h2>x</h2>\n<div><h4>y</h4></div>", "<h4> follows <h2>", 6);
  finds("page.html", replaced(page("<h1>A</h1>"), "<h1>A page</h1>", "<h2>x</h2>"), 4,
        "first heading");
  finds("<h2><span></span> </h2>", "<h2> has no text");
}

BOOST_AUTO_TEST_CASE(ids_are_unique_on_their_page)
{
  finds("<p id=\"a\">x</p>\n<p id=\"a\">y</p>", "the id \"a\" is taken, in line 5", 6);
  finds("<p id=\"\">x</p>", "empty or has blanks");
  finds("<p id=\"a b\">x</p>", "empty or has blanks");
  finds("<p aria-describedby=\"text none\">x</p>", "aria-describedby names \"none\"");
}

BOOST_AUTO_TEST_CASE(a_link_leads_to_a_file_and_an_id_that_are_there)
{
  finds("<p><a href=\"none.html\">x</a></p>", "there is no file \"none.html\"");
  finds("<p><a href=\"#none\">x</a></p>", "page.html has no id \"none\"");
  finds("<p><a href=\"claims.html#none\">x</a></p>", "claims.html has no id \"none\"");
  finds("<p><a href=\"claims.html?a=b#none\">x</a></p>", "claims.html has no id \"none\"");
  finds("<p><a href=\"library\">x</a></p>", "there is no file \"library\"");
  finds("<p><a href=\"dot.svg#a\">x</a></p>", "is no page");
  finds("<p><a href=\"\">x</a></p>", "leads nowhere");
  finds("<p><a href=\"../page.html\">x</a></p>", "leads out of the book's folder");
  finds("<p><a href=\"library/../../page.html\">x</a></p>", "leads out of the book's folder");
  finds("<p><a href=\"/claims.html\">x</a></p>", "leads out of the book's folder");
  finds("<p><a href=\"\\\\example.org\\x\">x</a></p>", "leads out of the book's folder");
  finds("<p><a href=\"//example.org/x\">x</a></p>", "leads out of the book's folder");
  finds("<p><a href=\"java&#9;script:alert(1)\">x</a></p>", "a blank in it");
  finds("<p><a href=\"javascript:alert(1)\">x</a></p>", "neither to the book nor to the web");
  finds("library/page.html", page("<p><a href=\"claims.html\">x</a></p>"), 5,
        "there is no file \"library/claims.html\"");
}

BOOST_AUTO_TEST_CASE(an_address_of_the_filter_finds_claims)
{
  accepts("<p><a href=\"claims.html#chapter=16-gelu\">x</a></p>");
  finds("<p><a href=\"claims.html#verdict=damaged\">x</a></p>", "no claim fits");
  finds("<p><a href=\"claims.html#chapter=16-gelu&amp;verdict=holds\">x</a></p>", "no claim fits");
  finds("<p><a href=\"claims.html#chapter=16-gelu&amp;ver=holds\">x</a></p>", "no field \"ver\"");
  finds("<p><a href=\"#verdict=holds\">x</a></p>", "page.html has no id \"verdict=holds\"");
}

BOOST_AUTO_TEST_CASE(nothing_is_loaded_from_elsewhere)
{
  finds("<p><img src=\"http://example.org/a.png\" alt=\"a\"/></p>", "not in the book's folder");
  finds("<p><img src=\"//example.org/a.png\" alt=\"a\"/></p>", "not in the book's folder");
  finds("<p><img src=\"../a.png\" alt=\"a\"/></p>", "not in the book's folder");
  finds("<p><img src=\"a.png\" alt=\"a\"/></p>", "there is no such file");
  finds(
      "<p><img src=\"dot.svg\" srcset=\"dot.svg 1x, http://example.org/b.png 2x\" alt=\"a\"/></p>",
      "\"http://example.org/b.png\"");
  finds("<form action=\"https://example.org/\"></form>", "not in the book's folder");
  finds("<p><a href=\"#text\" ping=\"http://example.org/\">x</a></p>", "not in the book's folder");
  finds("<p style=\"color: red; background: URL( 'http://example.org/a.png')\">x</p>",
        "\"http://example.org/a.png\"");
  finds("<svg aria-hidden=\"true\"><path fill=\"url(http://example.org/#a)\"/></svg>",
        "not in the book's folder");
  finds("<svg aria-hidden=\"true\"><path fill=\"url(#none)\"/></svg>", "there is no such id");
  finds("<svg aria-hidden=\"true\"><use xlink:href=\"http://example.org/#a\"/></svg>",
        "not in the book's folder");
  for (const char* head : {"<link rel=\"preconnect\" href=\"https://example.org\"/>",
                           "<link rel=\"stylesheet\" href=\"../style.css\"/>",
                           "<script src=\"//example.org/a.js\"></script>",
                           "<script src=\"data:text/javascript,alert(1)\"></script>",
                           "<style>@import 'http://example.org/a.css';</style>"})
    finds("page.html", page("", head), 2, "not in the book's folder");
  finds("page.html", page("", "<meta http-equiv=\"refresh\" content=\"0; url=x\"/>"), 2,
        "leads elsewhere");
  finds("page.html", page("", "<base href=\"style.css\"/>"), 2, "leads elsewhere");
}

BOOST_AUTO_TEST_CASE(style_sheets_load_nothing_from_elsewhere)
{
  finds("style.css", "p { color: red }\np { background: url(http://example.org/a.png) }", 2,
        "\"http://example.org/a.png\"");
  finds("style.css", "/* url(x.png) */\n@import url('http://example.org/a.css');", 2,
        "\"http://example.org/a.css\"");
  finds("style.css", "@import \"//example.org/a.css\";", 1, "not in the book's folder");
  finds("style.css", "p { background: url(none.png) }", 1, "there is no such file");
  finds("library/style.css", "p { background: url(dot.svg) }", 1, "there is no such file");
}

BOOST_AUTO_TEST_CASE(an_image_has_an_alternative_text)
{
  finds("<p>\n<img src=\"dot.svg\"/></p>", "no alternative text", 6);
  finds("<p><img src=\"dot.svg\" alt=\" \"/></p>", "no alternative text");
  finds("<svg role=\"img\"><title>a line</title></svg>", "no alternative text");
  finds("<svg role=\"img\" aria-labelledby=\"t\"><title id=\"t\"> </title></svg>",
        "no alternative text");
  finds("<svg aria-label=\"a line\"><path/></svg>", "needs role=\"img\"");
  accepts("<div aria-hidden=\"true\"><img src=\"dot.svg\"/><svg></svg></div>");
}

BOOST_AUTO_TEST_CASE(a_figure_has_a_caption_and_a_table_headings)
{
  finds("<figure id=\"f\"><p>x</p></figure>", "<figure id=\"f\"> has no figcaption");
  finds("<figure><p>x</p><figcaption> </figcaption></figure>", "no figcaption");
  finds("<table id=\"t\"><tr><td>1</td></tr></table>", "<table id=\"t\"> has no header cells");
}

BOOST_AUTO_TEST_CASE(mathematics_is_converted)
{
  finds("<p><math> </math></p>", "<math> is empty");
  finds("<p><math><annotation>x</annotation></math></p>", "<math> is empty");
  finds("<p><math><merror><mtext>oh</mtext></merror></math></p>", "<math> holds an error: \"oh\"");
  finds("<p>one\ntwo $$x$$</p>", "not converted: \"$$x$$\"", 6);
  finds("<p>a $$ without its end</p>", "not converted");
  finds("<p>the value of $x_i$ is</p>", "not converted: \"$x_i$\"");
  finds("<p>half: \\frac12</p>", "not converted");
  finds("<figure><p>x</p><figcaption>\\sigma of x</figcaption></figure>", "not converted");
  finds("<p><img src=\"dot.svg\" alt=\"the curve $x^2$\"/></p>", "not converted");
}

BOOST_AUTO_TEST_CASE(what_only_looks_like_latex_is_left_alone)
{
  accepts("<p>a hat for $5, two for $ 9 or 10 $, a lone $x, and C:\\new\\table, \"\\nthe\"</p>");
  accepts("<pre>$$x$$</pre><p><code>$x$ \\frac12</code></p>");
  accepts(
      "<p><math><mi>x</mi><annotation encoding=\"application/x-tex\">\\frac12</annotation></math>"
      "</p>");
}

BOOST_AUTO_TEST_CASE(a_verdict_has_a_word)
{
  for (const char* name : {"verdict", "verdict verdict-holds", "proof", "outcome outcome-holds"})
    for (const char* word : {"", "<span aria-hidden=\"true\">holds</span>",
                             "<span class=\"visually-hidden\">holds</span>"})
      finds(fmt::format("<p><span class=\"{}\">✓ {}</span></p>", name, word),
            "no word beside its sign");
  accepts("<p><span class=\"verdicts\">✓</span></p>");
}

BOOST_AUTO_TEST_CASE(no_script_stands_in_a_page)
{
  finds("<script>alert(1)</script>", "a script stands in the page");
  finds("<p onclick=\"alert(1)\">x</p>", "<p> holds a script, onclick");
  finds("page.html", page("", "<script type=\"module\" src=\"scripts/filter.js\"></script>"), 2,
        "module");
}
