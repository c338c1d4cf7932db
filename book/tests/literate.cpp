#include "weaver/literate.hpp"

#include "epreuve/text.hpp"
#include "weaver/weave.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve::book;
using Kind = Piece::Kind;

namespace {

/// The pieces as one text: each line with its number and the sign of its kind.
std::string shown(const Literate& chapter)
{
  std::string text;
  for (const Piece& piece : chapter.pieces)
    for (std::size_t i = 0; i < piece.lines.size(); ++i)
      text += fmt::format("{}{}{}\n", piece.first_line + static_cast<int>(i),
                          piece.kind == Kind::prose ? "|" : ":", piece.lines[i]);
  return text;
}

std::string shown(std::string_view source)
{
  return shown(read_literate(source));
}

} // namespace

BOOST_AUTO_TEST_CASE(prose_and_code_alternate_with_their_lines)
{
  BOOST_TEST(shown(R"(#include <x>

/**
# Title

Text
  deeper
*/

SECTION(whole)
{

  /**
  ## One
    two
  */
  int x;

}
)") == "1:#include <x>\n"
       "4|# Title\n5|\n6|Text\n7|  deeper\n"
       "10:SECTION(whole)\n11:{\n"
       "14|## One\n15|  two\n"
       "17:  int x;\n18:\n19:}\n");
}

BOOST_AUTO_TEST_CASE(what_only_looks_like_prose_stays_code)
{
  for (const std::string line :
       {"auto a = \"/** no */\";", "auto a = R\"x(\n/** no */\n)x\";", "// \\\n/** no */",
        "/* no /** */", "/**/", "/*** no */", "f(); /** no */", "#define A \\\n/** no */",
        "int n = 1'000; char c = '\"'; auto s = \"/** no */\";"}) {
    const Literate chapter = read_literate(line);
    BOOST_TEST_CONTEXT(line)
    {
      BOOST_REQUIRE(chapter.pieces.size() == 1u);
      BOOST_TEST((chapter.pieces[0].kind == Kind::code));
      BOOST_TEST(chapter.pieces[0].text() == line + "\n");
      BOOST_TEST(chapter.problems.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(prose_may_share_its_lines_with_its_marks_and_with_code_after_it)
{
  BOOST_TEST(shown("/** one */") == "1|one\n");
  BOOST_TEST(shown("  /** one\n      two\n      three */ int x;\nint y;") ==
             "1|one\n2|two\n3|three\n3:               int x;\n4:int y;\n");
  BOOST_TEST(shown("/**\n*/\nint x;") == "3:int x;\n");
  BOOST_TEST(shown("/** a */ /** b */") == "1|a\n1:         /** b */\n");
}

BOOST_AUTO_TEST_CASE(prose_without_an_end_is_a_problem_with_its_line)
{
  const Literate chapter = read_literate("int x;\n/** a */\n\n/**\nText\n");
  BOOST_REQUIRE(chapter.problems.size() == 1u);
  BOOST_TEST(chapter.problems[0].line == 4);
  BOOST_TEST(chapter.problems[0].message.find("*/") != std::string::npos);
  BOOST_TEST(shown(chapter) == "1:int x;\n2|a\n4:/**\n5:Text\n");
}

BOOST_AUTO_TEST_CASE(line_ends_of_any_kind_and_a_missing_one_make_no_difference)
{
  const std::string expected = shown("/**\nA\n\n  B\n*/\nint x;\nint y;\n");
  BOOST_TEST(expected == "2|A\n3|\n4|  B\n6:int x;\n7:int y;\n");
  BOOST_TEST(shown("/**\r\nA\r\n\r\n  B\r\n*/\r\nint x;\r\nint y;\r\n") == expected);
  BOOST_TEST(shown("/**\nA\n\n  B\n*/\nint x;\nint y;") == expected);
  BOOST_TEST(shown("\xEF\xBB\xBF/**\nA\n\n  B\n*/\nint x;\nint y;") == expected);
  BOOST_TEST(shown("").empty());
  BOOST_TEST(read_literate("a\nb").line_count() == 2);
  BOOST_TEST(read_literate("a\nb\n").line_count() == 2);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_become_printable)
{
  using namespace std::string_literals;
  BOOST_TEST(shown("a\0\xFF\n/** \x1B[2J\xED\xA0\x80 */"s) ==
             "1:a␀\uFFFD\n2|␛[2J\uFFFD\uFFFD\uFFFD\n");
  BOOST_TEST(shown("\tint\tx;") == "1:        int     x;\n");
  BOOST_TEST(shown("// \u00e9 \u2297 \U0001D538 \U000E0041 \U0010FFFD") ==
             "1:// \u00e9 \u2297 \U0001D538 \U000E0041 \U0010FFFD\n");
}

BOOST_AUTO_TEST_CASE(headings_are_sections_with_unique_anchors)
{
  const Literate chapter = read_literate(R"(/**
# Scores are divided by $\sqrt{d}$

## The *printed* `example` ##

#no heading

text
## no heading either

```
# code
```

    ## code too
*/
int x;
/**
## The printed example
### ✓
### ?
## L'été à ℝⁿ
*/
)");
  std::string found;
  for (const Heading& section : chapter.headings)
    found +=
        fmt::format("{} {} [{}] {}\n", section.line, section.level, section.anchor, section.words);
  // A heading needs a blank line above it: so "### ✓" and what follows are text.
  BOOST_TEST(found == "2 1 [scores-are-divided-by-sqrt-d] Scores are divided by √d\n"
                      "4 2 [the-printed-example] The printed example\n"
                      "19 2 [the-printed-example-2] The printed example\n");
  BOOST_TEST(chapter.headings[0].text == "Scores are divided by $\\sqrt{d}$");
}

BOOST_AUTO_TEST_CASE(anchors_hold_letters_of_any_alphabet_and_are_never_empty)
{
  const Literate chapter =
      read_literate("/** # ✓ */\n/** # ? */\n/** # L'été à Kyïv, 語 */\n/** # \"><script> */");
  std::string found;
  for (const Heading& section : chapter.headings)
    found += section.anchor + " ";
  BOOST_TEST(found == "section section-2 lété-à-kyïv-語 script ");
}

BOOST_AUTO_TEST_CASE(mathematics_of_a_heading_is_readable_as_text)
{
  BOOST_TEST(readable_mathematics("\\sqrt{d}") == "√d");
  BOOST_TEST(readable_mathematics("(A \\otimes B)\\,\\mathrm{vec}(M)") == "(A ⊗ B) vec(M)");
  BOOST_TEST(readable_mathematics("\\tfrac12 + \\frac{a+b}{c}") == "1/2 + (a+b)/c");
  BOOST_TEST(readable_mathematics("\\{x\\} \\unknown y") == "{x} unknown y");
  BOOST_TEST(readable_mathematics("\\frac") == "/");
  BOOST_TEST(readable_mathematics("a\\") == "a");
}

BOOST_AUTO_TEST_CASE(code_in_prose_is_no_text)
{
  const Literate chapter = read_literate(R"(/**
text
```cpp
$
```
~~~
no fence

    indented
- item

    of the item
*/)");
  const std::vector<bool> expected{true, false, false, false, true, true,
                                   true, false, true,  true,  true};
  BOOST_TEST(text_lines(chapter.pieces.at(0)) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_line_of_every_page_of_the_projects_chapters_is_found_again)
{
  namespace fs = std::filesystem;
  std::size_t chapters = 0, pages = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(EPREUVE_SOURCE_DIR) / "chapters")) {
    if (!exists(entry.path() / "chapter.cpp"))
      continue;
    ++chapters;
    const std::string folder = "chapters/" + entry.path().filename().string();
    for (const SourceFile& source : chapter_sources(EPREUVE_SOURCE_DIR, folder).pages) {
      ++pages;
      const Literate page = read_literate(source.text);
      const auto lines = epreuve::split_lines(source.text);
      BOOST_TEST(page.problems.empty(), source.path);
      BOOST_TEST(page.headings.at(0).level == 1, source.path);
      std::size_t kept = 0;
      for (const Piece& piece : page.pieces)
        for (std::size_t i = 0; i < piece.lines.size(); ++i) {
          const std::string& line = lines.at(static_cast<std::size_t>(piece.first_line) + i - 1);
          // A comment of one line has its marks around its words.
          BOOST_TEST((line.ends_with(piece.lines[i]) || line.ends_with(piece.lines[i] + " */")),
                     source.path << ": " << line);
          kept += piece.lines[i].empty() ? 0 : 1;
        }
      std::size_t expected = 0;
      for (const std::string& line : lines) {
        const std::size_t first = line.find_first_not_of(' ');
        const std::string_view words = std::string_view(line).substr(std::min(first, line.size()));
        expected += !words.empty() && words != "/**" && words != "*/" ? 1 : 0;
      }
      BOOST_TEST(kept == expected, source.path);
    }
  }
  BOOST_TEST(chapters > 0u);
  BOOST_TEST(pages > 2 * chapters); // or the pages after the openings were not read
}
