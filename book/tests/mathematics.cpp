#include "weaver/mathematics.hpp"

#include "support/contains.hpp"
#include "weaver/weave.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>

using namespace epreuve::book;
using epreuve::tests::contains;

namespace {

/// The problems of prose whose first line is line 10: "11: message" each.
std::string problems(const std::string& markdown)
{
  const Literate chapter = read_literate(std::string(8, '\n') + "/**\n" + markdown + "\n*/");
  std::string text;
  for (const Piece& piece : chapter.pieces)
    for (const Problem& problem : stray_dollars(piece))
      text += fmt::format("{}: {}\n", problem.line, problem.message);
  return text;
}

std::string stretches(std::string_view text, bool markdown = true)
{
  std::string shown;
  for (const Stretch& stretch : split_at_mathematics(text, markdown))
    shown += fmt::format("{}<{}>", static_cast<int>(stretch.kind), stretch.text);
  return shown;
}

} // namespace

BOOST_AUTO_TEST_CASE(dollars_in_pairs_have_no_problem)
{
  for (const std::string markdown :
       {"$x$ and $$y$$ and $\\text{if $n$ is even}$.", "Costs \\$5, `echo $HOME`, ``a ` $ b``.",
        "$$\n\\left\\{ \\begin{pmatrix} 1 & 2 \\\\ 3 \\end{pmatrix} \\right.\n$$",
        "$\\leftarrow \\rightarrow \\{ \\lfloor x \\rfloor$", "```\n$x\n```", "text\n\n    $x",
        "$\\left] 0, \\left( 1 \\right) \\right[$", "$a\\$b$"}) {
    BOOST_TEST_CONTEXT(markdown)
    {
      BOOST_TEST(problems(markdown) == "");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_dollar_without_its_end_is_a_problem_with_its_line)
{
  BOOST_TEST(
      contains(problems("one\n$x and"), "11: mathematics: $ has no end: its paragraph ends"));
  BOOST_TEST(
      contains(problems("one\n$x\n\ny$"), "11: mathematics: $ has no end: its paragraph ends"));
  BOOST_TEST(contains(problems("one $$x$ two"), "10: mathematics: $$ has no end"));
  BOOST_TEST(contains(problems("one $$x$ two"), "\\$ for a dollar sign (\"$$x$ two\")"));
  BOOST_TEST(contains(problems("5 $ a"), "10: mathematics: $ has no end: a blank follows"));
  BOOST_TEST(contains(problems("$x $ a"), "10: mathematics: $ has no end: the $ that should end it "
                                          "follows a blank"));
  BOOST_TEST(contains(problems("$x$5"), "precedes a digit"));
}

BOOST_AUTO_TEST_CASE(one_missing_dollar_is_one_problem_of_its_paragraph)
{
  const auto lines_of = [](const std::string& markdown) {
    std::istringstream all(problems(markdown));
    std::string numbers;
    for (std::string problem; std::getline(all, problem);)
      numbers += problem.substr(0, problem.find(':')) + " ";
    return numbers;
  };
  BOOST_TEST(lines_of("$x and $y$ and $z$") == "10 ");
  BOOST_TEST(lines_of("$x and $y$\nand $z$ and 5 $ more") == "10 ");
  BOOST_TEST(lines_of("$x\n\n$y") == "10 12 ");
}

BOOST_AUTO_TEST_CASE(text_is_parted_at_its_mathematics_as_pandoc_parts_it)
{
  BOOST_TEST(stretches("a $x$ b $$y$$") == "0<a >1<x>0< b >2<y>");
  BOOST_TEST(stretches("$x$") == "1<x>");
  BOOST_TEST(stretches("") == "");
  BOOST_TEST(stretches("5 $ and $x $") == "0<5 $ and $x $>");
  BOOST_TEST(stretches("`$x$` $y$") == "0<`$x$` >1<y>");
  BOOST_TEST(stretches("`$x$` $y$", false) == "0<`>1<x>0<` >1<y>");
  BOOST_TEST(stretches("\\$x$y$") == "0<\\$x>1<y>");
  BOOST_TEST(stretches("$\\text{a $b$}$") == "1<\\text{a $b$}>");
  BOOST_TEST(stretches("a\\") == "0<a\\>");
}

BOOST_AUTO_TEST_CASE(formulas_know_their_lines)
{
  const auto formulas = formulas_of(read_literate("int x;\n/**\na $b$\n\n$$\nc\n$$ $d$\n*/"));
  BOOST_REQUIRE(formulas.size() == 3u);
  BOOST_TEST(formulas[0].line == 3);
  BOOST_TEST(formulas[1].line == 5);
  BOOST_TEST(formulas[2].line == 7);
  BOOST_TEST(formulas[2].latex == "d");
}

BOOST_AUTO_TEST_CASE(no_page_of_the_projects_chapters_has_a_stray_dollar)
{
  namespace fs = std::filesystem;
  const fs::path root = EPREUVE_SOURCE_DIR;
  std::size_t chapters = 0, sections = 0;
  for (const auto& entry : fs::directory_iterator(root / "chapters")) {
    if (!exists(entry.path() / "chapter.cpp"))
      continue;
    ++chapters;
    std::size_t formulas = 0;
    const std::string folder = "chapters/" + entry.path().filename().string();
    for (const SourceFile& source : chapter_sources(root, folder).pages) {
      const Literate page = read_literate(source.text);
      formulas += formulas_of(page).size();
      sections += source.path.ends_with("/chapter.cpp") ? 0 : 1;
      for (const Piece& piece : page.pieces)
        if (piece.kind == Piece::Kind::prose)
          for (const Problem& problem : stray_dollars(piece))
            BOOST_ERROR(source.path << ", line " << problem.line << ": " << problem.message);
    }
    BOOST_TEST(formulas > 0u, folder);
  }
  BOOST_TEST(chapters > 0u);
  BOOST_TEST(sections > chapters); // or the pages after the openings were not read
}
