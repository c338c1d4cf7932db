#include "weaver/weave.hpp"
#include "weaver/browsers.hpp"
#include "weaver/frame.hpp"
#include "weaver/tree.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve::book;
using namespace std::string_literals;
using epreuve::TemporaryFolder;
using epreuve::tests::contains;
using epreuve::tests::needs;
using namespace epreuve::evidence;

namespace {

constexpr const char* file = "chapters/01-test/chapter.cpp";

ChapterSources only(const std::string& text)
{
  return {{{file, text}}, {}};
}

int line_of(const std::string& source, const std::string& text)
{
  const std::size_t at = source.find(text);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, text << " is not in the source");
  return 1 + static_cast<int>(std::count(source.begin(),
                                         source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

Record empty_record()
{
  Record record;
  record.name = "01-test";
  record.source_path = file;
  return record;
}

SourceLine at(int line, const char* in = file)
{
  SourceLine place;
  place.file = in;
  place.line = static_cast<unsigned>(line);
  return place;
}

Table table_at(int line, const std::string& title)
{
  return {title, {"h"}, {{"c"}}, at(line)};
}

FigureNote figure_at(int line, const std::string& name)
{
  return {name, "T", "C", "A", false, "", at(line)};
}

/// The positions of texts in a page, which must contain all of them, in this order.
void check_order(const std::string& html, const std::vector<std::string>& texts)
{
  std::size_t at = 0;
  for (const std::string& text : texts) {
    const std::size_t next = html.find(text, at);
    BOOST_TEST((next != std::string::npos), text << " is missing or stands too early");
    at = next == std::string::npos ? at : next + text.size();
  }
}

std::string told_problems(const WovenPage& page)
{
  std::string text;
  for (const Problem& problem : page.problems)
    text += fmt::format("{}: {}\n", problem.line, problem.message);
  return text;
}

WovenPage woven_page(const ChapterSources& sources, const Record& record,
                     const Surroundings& surroundings)
{
  return weave(sources, record, surroundings).pages.at(0);
}

const std::string source = R"(#include <x>

/**
# Title $x_1$

First.
*/

SECTION(whole)
{
  /**
  ## One
  */
  int a;

  chapter.table("T", {}, {});

  int b;

  /**
  Last.
  */
  chapter.figure("fig", draw);
}
)";

} // namespace

BOOST_AUTO_TEST_CASE(a_cited_theorem_is_shown_with_its_hypotheses,
                     *needs("pandoc") * needs("temml"))
{
  Record record = empty_record();
  const int line = line_of(source, "chapter.table");
  record.propositions.push_back({"04-kronecker", {{"formal", "proven"}}, {"vec"}, at(line)});
  const std::string statement = "# T\n\n## What is proven\n\n`formal`, for every size:\n\n"
                                "- `vec`: it is *so*.\n- `other`: something else.\n";
  const Surroundings known{{}, {{"04-kronecker", "Vec"}}, {}, {{"04-kronecker", statement}}};
  const WovenPage shown = woven_page(only(source), record, known);
  check_order(shown.html, {"04-kronecker", "for every size", "vec", "it is <em>so</em>", "Last."});
  BOOST_TEST(!contains(shown.html, "something else"));
  BOOST_TEST(told_problems(shown) == "");

  record.propositions[0].theorems = {"othr"};
  const WovenPage wrong = woven_page(only(source), record, known);
  BOOST_TEST(contains(told_problems(wrong), std::to_string(line) + ": proofs/04-kronecker: "));
  BOOST_TEST(contains(told_problems(wrong), "the nearest is \"other\""));
}

BOOST_AUTO_TEST_CASE(results_come_after_the_code_between_two_proses,
                     *needs("pandoc") * needs("temml"))
{
  const TemporaryFolder folder;
  epreuve::write_file(folder / "fig.svg", "<svg><g/></svg>");
  Record record = empty_record();
  record.tables.push_back(table_at(line_of(source, "chapter.table"), "TABLE"));
  record.figures.push_back(figure_at(line_of(source, "chapter.figure"), "fig"));
  const WovenPage woven = woven_page(only(source), record, {{folder.path()}});
  BOOST_TEST(told_problems(woven) == "");
  check_order(woven.html,
              {"<h1 id=\"title-x-1\">Title <math", "<p>First.</p>", "<h2 id=\"one\">One</h2>",
               "<summary>5 lines: how this is computed</summary>", "id=\"L-14\"", "id=\"L-18\"",
               "</details>", "<figcaption>TABLE", "<p>Last.</p>",
               "<summary>2 lines: how this is drawn</summary>", "id=\"L-23\"",
               "<figure id=\"figure:fig\"", "href=\"#figure:fig\">Figure 1.1</a>",
               "<details class=\"fold preamble\">", "id=\"L-1\"", "</details>"});
  BOOST_TEST(!contains(woven.html, "SECTION(whole)"));
  BOOST_REQUIRE(woven.headings.size() == 2u);
  BOOST_TEST(woven.headings[0].html.starts_with("Title <math"));
  BOOST_TEST(woven.headings[1].html == "One");
  BOOST_TEST(woven.headings[1].anchor == "one");
}

BOOST_AUTO_TEST_CASE(prose_cites_references_and_an_unknown_key_names_its_line,
                     *needs("pandoc") * needs("temml"))
{
  Surroundings surroundings{{}};
  surroundings.references.all.emplace_back();
  surroundings.references.all[0].key = "pair-2001";
  surroundings.references.all[0].label = "Pair and Pair";
  surroundings.references.all[0].year = "2001";
  const WovenPage woven =
      woven_page(only("/**\n# T\n\nAs @pair-2001 say.\n\nBut\nsee [@nobody].\n*/\n"),
                 empty_record(), surroundings);
  BOOST_TEST(contains(woven.html, "<a href=\"references.html#reference:pair-2001\">Pair and "
                                  "Pair</a> (2001) say."));
  BOOST_TEST(contains(woven.html, "see [@nobody]."));
  BOOST_TEST(told_problems(woven).starts_with("7: no reference has the key \"nobody\""),
             told_problems(woven));
}

BOOST_AUTO_TEST_CASE(a_displayed_formula_has_a_number_and_an_address_by_its_heading,
                     *needs("pandoc") * needs("temml"))
{
  const WovenPage woven =
      woven_page(only("/**\n# T\n\n$$a$$\n\n## One\n\n$$b$$\n\nInline $x$, then\n$$c$$\n"
                      "\n## Two\n\n$$d$$\n*/\n"),
                 empty_record(), {});
  check_order(woven.html, {"<span class=\"equation\" id=\"equation:t.1\"><math",
                           "<a class=\"equation-number\" href=\"#equation:t.1\">(1.1)</a></span>",
                           "id=\"equation:one.1\"", "(1.2)", "id=\"equation:one.2\"", "(1.3)",
                           "id=\"equation:two.1\"", "(1.4)"});
  BOOST_TEST(!contains(woven.html, "(1.5)"));
}

BOOST_AUTO_TEST_CASE(code_without_results_says_no_more_than_its_length,
                     *needs("pandoc") * needs("temml"))
{
  const WovenPage woven = woven_page(only(source), empty_record(), {});
  BOOST_TEST(contains(woven.html, "<summary>5 lines of code</summary>"));
}

BOOST_AUTO_TEST_CASE(each_section_file_is_a_page_and_the_drawing_comes_after_its_figure,
                     *needs("pandoc") * needs("temml"))
{
  const TemporaryFolder root;
  const std::filesystem::path folder = root / "chapters/01-test";
  std::filesystem::create_directories(folder);
  epreuve::write_file(folder / "chapter.cpp", "/**\n# Test\n\nSee chapter 2.\n*/\n");
  epreuve::write_file(folder / "10-last.cpp", "/**\n# Last\n*/\n");
  epreuve::write_file(folder / "2-first.cpp",
                      "/**\n# First\n*/\nSECTION(one)\n{\n  chapter.claim(\"a\", holds);\n"
                      "  chapter.figure(\"fig\", draw);\n}\n");
  epreuve::write_file(folder / "figures.cpp", "#include \"x.hpp\"\n\nvoid draw(Figure&) {}\n");
  epreuve::write_file(folder / "solutions.cpp", "");
  epreuve::write_file(folder / "fig.svg", "<svg><g/></svg>");
  Record record = empty_record();
  record.figures.push_back(figure_at(7, "fig"));
  record.figures[0].where = at(7, "chapters/01-test/2-first.cpp");
  ClaimRecord claim;
  claim.source = {"a", "exo7", "1", {1, 2}, "formula", "S"};
  claim.found = Verdict::holds;
  claim.where = at(6, "chapters/01-test/2-first.cpp");
  Evidence more;
  more.what = "W";
  more.passed = true;
  more.seen = "S";
  more.where = at(3, "chapters/01-test/10-last.cpp");
  claim.readings.push_back({Role::printed, "", {more}});
  record.claims.push_back(claim);

  const ChapterSources sources = chapter_sources(root.path(), "chapters/01-test");
  const Woven woven = weave(sources, record, {{folder}, {}, {{{2, "02-norm.html"}}}});
  BOOST_REQUIRE_EQUAL(woven.pages.size(), 3U);
  BOOST_TEST(woven.pages[0].file == "01-test.html");
  BOOST_TEST(woven.pages[1].file == "01-test/2-first.html");
  BOOST_TEST(woven.pages[2].file == "01-test/10-last.html");
  BOOST_TEST(woven.pages[1].title() == "First");
  BOOST_TEST(woven.pages_of_claims.at("a") == "01-test/2-first.html");
  BOOST_TEST(contains(woven.pages[0].html, "chapter <a href=\"02-norm.html\">2</a>"));
  check_order(woven.pages[1].html,
              {"<summary>5 lines: how this is checked and drawn</summary>", "id=\"claim:a\"",
               "<figure id=\"figure:fig\"", "<details class=\"fold drawing\"",
               "1 line of figures.cpp: how this is drawn", "id=\"figures.cpp-3\""});
  BOOST_TEST(contains(woven.pages[2].html, "<a href=\"01-test/2-first.html#claim:a\">a</a>"));
}

BOOST_AUTO_TEST_CASE(shared_indentation_is_taken_from_code, *needs("pandoc") * needs("temml"))
{
  const WovenPage woven = woven_page(only("{\n/** p */\n    a;\n      b;\n}"), empty_record(), {});
  BOOST_TEST(
      contains(std::regex_replace(woven.html, std::regex("<[^>]*>"), ""), "\n    a;\n      b;\n}"));
  const WovenPage inner =
      woven_page(only("{\n/** p */\n    a;\n      b;\n/** q */\n}"), empty_record(), {});
  BOOST_TEST(contains(std::regex_replace(inner.html, std::regex("<[^>]*>"), ""), "a;\n  b;\n"));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_told_with_its_line_and_the_rest_is_woven,
                     *needs("pandoc") * needs("temml"))
{
  const std::string broken = "/**\n# T\n\n$x\n\n$\\nosuchcommand$\n*/\nint x;\n/** open\n";
  Record record = empty_record();
  record.tables.push_back(table_at(99, "TABLE"));
  record.figures.push_back(figure_at(8, "gone"));
  const WovenPage woven = woven_page(only(broken), record, {{"/nonexistent"}});
  const std::string problems = told_problems(woven);
  BOOST_TEST(contains(problems, "4: mathematics: $ has no end"));
  BOOST_TEST(contains(problems,
                      "6: mathematics: \"\\nosuchcommand\" is wrong: Unsupported function "
                      "name: \\nosuchcommand"));
  BOOST_TEST(
      contains(problems, "8: the figure \"gone\" cannot be shown: there is no file gone.svg"));
  BOOST_TEST(contains(problems, "9: the prose that opens"));
  BOOST_TEST(contains(problems, "99: the record of 01-test has something here"));
  BOOST_TEST(std::ranges::is_sorted(woven.problems, {}, &Problem::line));
  check_order(woven.html, {"<h1", "This figure is missing", "TABLE"});
}

BOOST_AUTO_TEST_CASE(a_figure_can_be_no_file_of_another_folder, *needs("pandoc") * needs("temml"))
{
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "in");
  epreuve::write_file(folder / "out.svg", "<svg><g/></svg>");
  Record record = empty_record();
  record.figures.push_back(figure_at(1, "../out"));
  const WovenPage woven = woven_page(only("figure(x);"), record, {{folder / "in"}});
  BOOST_TEST(contains(told_problems(woven), "cannot be a file name"));
  BOOST_TEST(!contains(woven.html, "<svg"));
}

BOOST_AUTO_TEST_CASE(a_figure_of_an_earlier_run_serves_where_this_one_drew_none,
                     *needs("pandoc") * needs("temml"))
{
  const TemporaryFolder drawn, kept;
  epreuve::write_file(drawn / "a.svg", "<svg><g id=\"drawn\"/></svg>");
  epreuve::write_file(kept / "a.svg", "<svg><g id=\"kept-a\"/></svg>");
  epreuve::write_file(kept / "b.svg", "<svg><g id=\"kept-b\"/></svg>");
  Record record = empty_record();
  record.figures.push_back(figure_at(1, "a"));
  record.undrawn.push_back({"b", "R", at(1)});
  const WovenPage woven =
      woven_page(only("figure(x); undrawn(y);"), record, {{drawn.path(), kept.path()}});
  BOOST_TEST(told_problems(woven) == "");
  BOOST_TEST(contains(woven.html, "figure:a-drawn"));
  BOOST_TEST(!contains(woven.html, "kept-a"));
  BOOST_TEST(contains(woven.html, "figure:b-kept-b"));
}

BOOST_AUTO_TEST_CASE(hostile_content_shows_as_text, *needs("pandoc") * needs("temml"))
{
  const std::string evil =
      "</code></pre></main><script>alert(1)</script><img src=x onerror=y> --> ]]> $$ ``` \" ' & "
      "\U0001D538\U000E0041\U0010FFFD \xFF\xED\xA0\x80 \x1B[2J <!--"s +
      '\0' + std::string(100'000, 'x');
  const std::string code = "/** # T */\n// " + evil + "\nauto s = R\"(/** # no */ " + evil +
                           ")\";\n/**\n" + evil + "\n\n```\n" + evil + "\n```\n*/\nclaim(id);\n";
  const int line = line_of(code, "claim(id)");
  ClaimRecord claim;
  claim.source = {evil, evil, evil, {1, 2}, evil, evil};
  claim.found = Verdict::refuted;
  claim.complaint = evil;
  claim.where = at(line);
  Evidence bad;
  for (std::string Evidence::* member :
       {&Evidence::what, &Evidence::seen, &Evidence::printed, &Evidence::computed,
        &Evidence::counterexample, &Evidence::tolerance})
    bad.*member = evil;
  bad.where = at(line);
  claim.readings.push_back({Role::printed, evil, {bad}});
  claim.erratum = Erratum{{{evil, 0, {{evil, 0}}}}, evil, evil};
  Record record = empty_record();
  record.claims.push_back(claim);
  record.tables.push_back(table_at(line, evil));
  record.figures.push_back(figure_at(line, evil));
  record.propositions.push_back({"01-" + evil, {{"exact", evil}}, {}, at(line)});
  const WovenPage woven = woven_page(only(code), record, {{}, {{"01-" + evil, evil}}});
  BOOST_TEST(woven.headings.size() == 1u);
  BOOST_TEST(!woven.problems.empty());
  for (const char* tag : {"<script", "<img", "</main", "<!--", "-->", "]]&gt;\"", "\xFF", "\x1B"})
    BOOST_TEST(!contains(woven.html, tag), tag);
  BOOST_TEST(woven.html.find('\0') == std::string::npos);
  BOOST_TEST(contains(woven.html, "\U0001D538\U000E0041\U0010FFFD"));
  // Every element that is opened is closed: nothing broke out of its place.
  std::vector<std::string> open;
  for (std::size_t at = woven.html.find('<'); at != std::string::npos;
       at = woven.html.find('<', at + 1)) {
    const std::size_t end = woven.html.find('>', at);
    BOOST_REQUIRE(end != std::string::npos);
    const std::string tag = woven.html.substr(at + 1, end - at - 1);
    BOOST_REQUIRE(tag.find('<') == std::string::npos);
    const bool closes = tag.starts_with('/');
    const std::string name =
        tag.substr(closes ? 1 : 0, tag.find_first_of(" \n") - (closes ? 1 : 0));
    if (!closes)
      open.push_back(name);
    else {
      BOOST_REQUIRE(!open.empty());
      BOOST_REQUIRE(open.back() == name);
      open.pop_back();
    }
  }
  BOOST_TEST(open.empty());
  // The same for the page that browsers get.
  const std::string page =
      framed({.file = "01-test.html", .title = evil, .main = for_browsers(woven.html)}, "");
  BOOST_TEST(html_of(read_tree(page)) == page);
  // Its only scripts are the frame's own, one after the other.
  const std::string scripts = "<script defer=\"defer\" src=\"scripts/scroll.js\"></script>\n"
                              "<script defer=\"defer\" src=\"scripts/search.js\"></script>";
  const std::size_t first = page.find("<script");
  BOOST_TEST(page.substr(first, scripts.size()) == scripts);
  BOOST_TEST(page.find("<script", first + scripts.size()) == page.npos);
  BOOST_TEST(!contains(page, "<img"));
  BOOST_TEST(contains(page, "\U0001D538\U000E0041\U0010FFFD"));
}

BOOST_AUTO_TEST_CASE(a_chapter_may_be_empty_or_all_code, *needs("pandoc") * needs("temml"))
{
  BOOST_TEST(woven_page(only(""), empty_record(), {}).html.find_first_not_of("\n") ==
             std::string::npos);
  BOOST_TEST(contains(woven_page(only("int x;"), empty_record(), {}).html, "id=\"L-1\""));
  Record record = empty_record();
  record.tables.push_back(table_at(1, "TABLE"));
  BOOST_TEST(contains(woven_page(only(""), record, {}).html, "TABLE"));
}
