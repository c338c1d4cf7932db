#include "weaver/course.hpp"

#include "weaver/pandoc.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <string>
#include <string_view>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::needs;

namespace {

const Course course{{{1, "01-softmax.html"}, {2, "02-norm.html"}, {12, "12-scaling.html"}}};

/// What is wrong in prose of chapter 12 whose first line is 7.
std::string wrong(const std::string& text)
{
  std::string told;
  for (const Problem& problem :
       wrong_references({Piece::Kind::prose, 7, split_lines(text)}, course, 12))
    told += fmt::format("{}: {}\n", problem.line, problem.message.substr(0, 26));
  return told;
}

std::string linked(const std::string& text)
{
  auto blocks = read_markdown({text}).at(0);
  link_references(blocks, course);
  return write_html({blocks}).parts.at(0);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_plan_is_that_of_the_design)
{
  const std::string design = read_text(EPREUVE_SOURCE_DIR "/docs/design.md");
  int number = 0;
  for (const std::string_view name : planned_chapters()) {
    ++number;
    BOOST_TEST(design.find(fmt::format("{:02} {}", number, name)) != std::string::npos, name);
  }
  BOOST_TEST(number == 22);
  BOOST_TEST(design.find("23 ") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(chapters_that_are_neither_there_nor_planned_are_told)
{
  BOOST_TEST(wrong("As in chapter 1, and in\nchapter 5, which comes. Chapters 22 and 1.") == "");
  BOOST_TEST(wrong("One.\n\nSee chapter\n23.") == "10: there is no chapter 23, an\n");
  BOOST_TEST(wrong("Chapter 0 is none.") == "7: there is no chapter 0, and\n");
}

BOOST_AUTO_TEST_CASE(a_number_of_chapters_is_the_number_that_there_is)
{
  BOOST_TEST(wrong("Two chapters were before, of three chapters; all chapters, 3 chapters.") == "");
  BOOST_TEST(wrong("a\nSixteen chapters.") == "8: the course has 3 chapters,\n");
  BOOST_TEST(wrong("the 22 chapters") == "7: the course has 3 chapters,\n");
}

BOOST_AUTO_TEST_CASE(references_become_links_and_planned_chapters_say_so,
                     *needs("pandoc") * needs("temml"))
{
  BOOST_TEST(linked("(Chapter 12, that\nis.)") ==
             "<p>(Chapter <a href=\"12-scaling.html\">12</a>, that\nis.)</p>");
  BOOST_TEST(
      linked("*chapters 1, 2 and 5*; 12 heads") ==
      "<p><em>chapters <a href=\"01-softmax.html\">1</a>, <a href=\"02-norm.html\">2</a> and "
      "5 <small>(planned)</small></em>; 12 heads</p>");
  BOOST_TEST(linked("a chapter of 12 pages; in chapter 1, 12 heads; chapter 2nd") ==
             "<p>a chapter of 12 pages; in chapter <a href=\"01-softmax.html\">1</a>, 12 heads; "
             "chapter 2nd</p>");
  BOOST_TEST(linked("# On chapter 1") == "<h1>On chapter 1</h1>");
}
