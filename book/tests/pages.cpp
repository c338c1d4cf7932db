#include "weaver/pages.hpp"

#include "weaver/tree.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/version.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;

namespace {

ListedClaim claim(const std::string& id, const std::string& document, int line,
                  const std::string& verdict)
{
  evidence::ClaimRecord record;
  record.source = {id,           document,  document == "exo7" ? "2.1. <Softmax>" : "Introduction",
                   {line, line}, "formula", "statement of " + id};
  record.found = evidence::parse_verdict(verdict);
  return {.claim = record,
          .statement = "statement of " + id,
          .wrong = verdict == "refuted" ? "what is wrong in " + id : "",
          .correction = verdict == "refuted" ? "correction of " + id : "",
          .erratum =
              verdict == "refuted" ? "<dl class=\"erratum\"><dt>right</dt><dd>x</dd></dl>" : "",
          .place = "place of " + id};
}

WovenChapter chapter(const std::string& name, const std::string& title)
{
  WovenChapter chapter;
  chapter.name = name;
  chapter.title = title;
  chapter.documents = "exo7 2.1";
  chapter.seed = 5;
  chapter.as_declared = true;
  chapter.woven.pages.push_back({"chapters/" + name + "/chapter.cpp", name + ".html", "", {}, {}});
  return chapter;
}

std::vector<WovenChapter> two_chapters()
{
  std::vector<WovenChapter> chapters{chapter("01-softmax", "Softmax & co: from logits"),
                                     chapter("02-norm", "Norm")};
  chapters[0].claims = {claim("thomas-a", "thomas", 7, "holds"),
                        claim("exo7-b", "exo7", 90, "refuted"),
                        claim("exo7-a", "exo7", 8, "holds")};
  chapters[0].woven.pages[0].html =
      "<h1 id=\"t\">Softmax</h1><p>Lead.</p><h2 id=\"one\">One</h2><h3 id=\"deep\">D</h3>";
  chapters[0].woven.pages[0].headings = {{1, "Softmax", "Softmax", "t", 3, "Softmax"},
                                         {2, "One", "One", "one", 5, "One <math><mi>d</mi></math>"},
                                         {3, "D", "D", "deep", 7, "D"}};
  chapters[0].exercises = "<ol class=\"exercises\"></ol>";
  chapters[1].claims = {claim("exo7-b", "exo7", 90, "refuted")};
  return chapters;
}

std::size_t count(const std::string& text, const std::string& words)
{
  std::size_t number = 0;
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
    ++number;
  return number;
}

bool holds(const std::string& text, const std::string& words)
{
  return count(text, words) > 0;
}

Propositions propositions()
{
  Project project;
  project.root = EPREUVE_SOURCE_DIR;
  project.build = "no build";
  std::vector<Mistake> mistakes;
  return {project, mistakes};
}

} // namespace

BOOST_AUTO_TEST_CASE(the_cover_counts_verdicts_and_links_to_the_claims_that_have_them)
{
  const Page page = cover_page(two_chapters(), {});
  BOOST_TEST(holds(page.main, "href=\"claims.html#verdict=holds\""));
  BOOST_TEST(holds(page.main, "> 2 hold</a>"));
  BOOST_TEST(holds(page.main, "href=\"claims.html#chapter=02-norm&amp;verdict=refuted\""));
  BOOST_TEST(holds(page.main, "> 1 refuted</a>"));
  BOOST_TEST(holds(page.main, "Softmax &amp; co</a>"));
  BOOST_TEST(holds(page.main, "<p>From logits. Checks exo7 2.1.</p>"));
  BOOST_TEST(page.main.find("01-softmax.html") < page.main.find("02-norm.html"));
}

BOOST_AUTO_TEST_CASE(the_cover_has_three_doors_a_licence_and_how_to_cite_this_version)
{
  ToldErratum erratum;
  erratum.title = "Lost & found";
  erratum.printed = "<em>a</em>";
  erratum.right = "<em>b</em>";
  erratum.use = "All is lost.";
  const std::string with = cover_page(two_chapters(), {erratum}).main;
  const std::string without = cover_page(two_chapters(), {}).main;
  BOOST_TEST(holds(with, "<a href=\"01-softmax.html\"><strong>Learn</strong></a>"));
  BOOST_TEST(holds(with, "<a href=\"ten-errata.html\"><strong>Errata</strong></a>"));
  BOOST_TEST(holds(without, "<a href=\"errata.html\"><strong>Errata</strong></a>"));
  BOOST_TEST(holds(with, "<a href=\"exercises.html\"><strong>Exercises</strong></a>"));
  BOOST_TEST(holds(with, "Lost &amp; found</h2>"));
  BOOST_TEST(with.find("<em>a</em>") < with.find("<em>b</em>"));
  BOOST_TEST(with.find("<em>b</em>") < with.find("All is lost."));
  BOOST_TEST(!holds(without, "ten-errata.html"));
  BOOST_TEST(holds(with, "version = {" + std::string(version()) + "}"));
  BOOST_TEST(holds(with, "href=\"LICENSE.txt\""));
  BOOST_CHECK_NO_THROW(read_tree(with));
}

BOOST_AUTO_TEST_CASE(the_page_of_exercises_leads_to_those_of_each_chapter)
{
  std::vector<WovenChapter> chapters = two_chapters(); // the second has none
  BOOST_TEST(holds(exercises_page(chapters).main,
                   "<a href=\"01-softmax.html#exercises\">1 Softmax &amp; co</a>"));
  BOOST_TEST(!holds(exercises_page(chapters).main, "02-norm"));
  chapters[0].woven.pages.push_back(
      {"chapters/01-softmax/1-heat.cpp", "01-softmax/1-heat.html", "", {}, {}});
  BOOST_TEST(
      holds(exercises_page(chapters).main, "<a href=\"01-softmax/exercises.html\">1 Softmax"));
  chapters[0].exercises.clear();
  BOOST_TEST(holds(exercises_page(chapters).main, "No chapter of this build has any."));
}

BOOST_AUTO_TEST_CASE(claims_stand_in_the_order_of_the_documents_and_each_id_once)
{
  const std::string html = claims_page(two_chapters()).main;
  BOOST_TEST(html.find("statement of exo7-a") < html.find("statement of exo7-b"));
  BOOST_TEST(html.find("statement of exo7-b") < html.find("statement of thomas-a"));
  BOOST_TEST(count(html, "id=\"claim:exo7-b\"") == 1U);
  BOOST_TEST(count(html, "statement of exo7-b") == 2U);
  BOOST_TEST(holds(html, "href=\"02-norm.html#claim:exo7-b\""));
  BOOST_TEST(holds(html, "<span>place of exo7-b</span>"));
  BOOST_TEST(holds(html, "<strong>Wrong:</strong> what is wrong in exo7-b"));
  BOOST_TEST(holds(html, "<strong>Right:</strong> correction of exo7-b"));
  BOOST_TEST(holds(html, "<option value=\"01-softmax\">1 Softmax &amp; co</option>"));
  BOOST_TEST(holds(html, "<option value=\"thomas\">"));
  BOOST_TEST(!holds(html, "<option value=\"masterclass\">"));
  BOOST_TEST(!holds(html, "<option value=\"undecided\">"));
}

BOOST_AUTO_TEST_CASE(a_document_of_a_teachers_own_can_be_filtered_and_follows_the_five)
{
  std::vector<WovenChapter> chapters = two_chapters();
  chapters[1].claims.push_back(claim("lecture-a", "lecture & notes", 1, "holds"));
  const std::string html = claims_page(chapters).main;
  BOOST_TEST(html.find("<option value=\"thomas\">") <
             html.find("<option value=\"lecture &amp; notes\">lecture &amp; notes</option>"));
  BOOST_TEST(html.find("statement of thomas-a") < html.find("statement of lecture-a"));
}

BOOST_AUTO_TEST_CASE(a_document_of_any_name_stays_text)
{
  std::vector<WovenChapter> chapters = two_chapters();
  chapters[0].claims = {claim("a", "x\"><b>", 1, "refuted")};
  for (const Page& page : {claims_page(chapters), errata_page(chapters)}) {
    BOOST_TEST(!holds(page.main, "<b>"));
    BOOST_TEST(html_of(read_tree(page.main)) == page.main);
  }
}

BOOST_AUTO_TEST_CASE(errata_are_claims_that_a_document_has_wrong)
{
  const Page page = errata_page(two_chapters());
  BOOST_TEST(holds(page.main, "2 places so far"));
  BOOST_TEST(count(page.main, "<h2 id=\"exo7\">exo7</h2>") == 1U);
  BOOST_TEST(!holds(page.main, "thomas"));
  BOOST_TEST(holds(page.main, "class=\"erratum\""));
  BOOST_TEST(holds(page.contents, "<a href=\"#exo7-1\">2.1. &lt;Softmax&gt;</a>"));
  BOOST_TEST(html_of(read_tree(page.contents)) == page.contents);
}

BOOST_AUTO_TEST_CASE(slips_are_listed_apart_from_errors_of_content)
{
  std::vector<WovenChapter> chapters = two_chapters();
  BOOST_TEST(!holds(errata_page(chapters).main, "Slips"));
  chapters[0].claims.push_back(claim("exo7-0-slip", "exo7", 1, "slip"));
  const Page page = errata_page(chapters);
  BOOST_TEST(holds(page.main, "2 places so far"));
  BOOST_TEST(page.main.find("<h2 id=\"slips\">") < page.main.find("statement of exo7-0-slip"));
  BOOST_TEST(page.main.find("statement of exo7-b") < page.main.find("<h2 id=\"slips\">"));
  BOOST_TEST(holds(page.main, "<span>place of exo7-0-slip</span>"));
  BOOST_TEST(html_of(read_tree(page.contents)) == page.contents);
  const std::string opening = chapter_pages(chapters, 0, propositions())[0].main;
  BOOST_TEST(opening.find("what is wrong in exo7-b") < opening.find("<p>Slips, which"));
  BOOST_TEST(opening.find("<p>Slips, which") < opening.find("statement of exo7-0-slip"));
}

BOOST_AUTO_TEST_CASE(a_chapter_that_checks_no_document_says_nothing_of_documents)
{
  std::vector<WovenChapter> chapters = two_chapters();
  chapters[0].claims.clear();
  chapters[0].documents = "";
  BOOST_TEST(
      holds(chapter_pages(chapters, 0, propositions())[0].main, "<p>0 findings of our own.</p>"));
  const std::string list = cover_page(chapters, {}).main;
  BOOST_TEST(!holds(list, "Checks ."));
  BOOST_TEST(count(list, " Checks ") == 1U);
}

BOOST_AUTO_TEST_CASE(a_chapter_has_its_contents_its_neighbours_and_one_title)
{
  const std::vector<WovenChapter> chapters = two_chapters();
  const std::vector<Page> pages = chapter_pages(chapters, 0, propositions());
  BOOST_REQUIRE_EQUAL(pages.size(), 1U);
  const Page& first = pages[0];
  BOOST_TEST(count(first.main, "<h1") == 1U);
  BOOST_TEST(holds(first.main, "3 claims of the documents, and 0 findings of our own"));
  BOOST_TEST(holds(first.contents, "<a href=\"#one\">One d</a>"));
  BOOST_TEST(!holds(first.contents, "#deep"));
  BOOST_TEST(holds(first.contents, "#exercises"));
  BOOST_TEST(!holds(first.main, "Not everything"));
  BOOST_TEST(!holds(first.main, "In this chapter"));
  BOOST_TEST(first.turn == "<a rel=\"next\" href=\"02-norm.html\"><span "
                           "class=\"label\">Next</span>2 Norm</a>\n");
  BOOST_TEST(holds(chapter_pages(chapters, 1, propositions())[0].turn,
                   "<a rel=\"prev\" href=\"01-softmax.html\">"));
}

BOOST_AUTO_TEST_CASE(what_a_chapter_checks_is_told_after_its_answer_and_before_what_follows)
{
  std::vector<WovenChapter> chapters = two_chapters();
  std::string& html = chapters[0].woven.pages[0].html;
  const auto at = [&](const std::string& words) {
    return chapter_pages(chapters, 0, propositions())[0].main.find(words);
  };
  BOOST_TEST(at("<h2 id=\"one\">") < at("<div class=\"provenance\">"));
  BOOST_TEST(at("<div class=\"provenance\">") < at("<h2 id=\"errata\">"));
  html += "<figure></figure><h2 id=\"two\">Two</h2>";
  BOOST_TEST(at("<figure>") < at("<div class=\"provenance\">"));
  BOOST_TEST(at("<div class=\"provenance\">") < at("<h2 id=\"two\">"));
  html = "<h1 id=\"t\">Softmax</h1><p>Only a lead.</p>";
  BOOST_TEST(at("Only a lead.") < at("<div class=\"provenance\">"));
}

BOOST_AUTO_TEST_CASE(the_errata_of_a_chapter_follow_what_it_opens_with)
{
  const Page page = chapter_pages(two_chapters(), 0, propositions())[0];
  const std::size_t errata = page.main.find("<h2 id=\"errata\">Errata of this chapter</h2>");
  BOOST_TEST(page.main.find("<p>Lead.</p>") < errata);
  BOOST_TEST(page.main.find("<h2 id=\"one\">") < errata); // the answer comes first
  BOOST_TEST(holds(page.main, "<strong>Right:</strong> correction of exo7-b"));
  BOOST_TEST(holds(page.main, "<a href=\"01-softmax.html#claim:exo7-b\">exo7-b</a>"));
  BOOST_TEST(!holds(page.main, "statement of thomas-a"));
  BOOST_TEST(holds(page.main, "<p>what is wrong in exo7-b</p>"));
  BOOST_TEST(!holds(page.main, "statement of exo7-b"));
  BOOST_TEST(holds(page.contents, "<a href=\"#errata\">"));
}

BOOST_AUTO_TEST_CASE(the_sentence_above_propositions_says_no_more_than_their_rows)
{
  Propositions some = propositions();
  const auto put = [&](proofs::Method method, proofs::Status status) {
    for (const proofs::Proposition& proposition : some.all)
      if (std::ranges::count(proposition.proofs, method) > 0)
        some.results.put({.proposition = proposition.name,
                          .method = method,
                          .status = status,
                          .fingerprint = proofs::fingerprint(proposition.folder, method)});
  };
  const auto opening = [&] { return chapter_pages(two_chapters(), 0, some)[0].main; };
  put(proofs::Method::exact, proofs::Status::proven);
  put(proofs::Method::enclosure, proofs::Status::proven);
  put(proofs::Method::formal, proofs::Status::skipped);
  BOOST_TEST(holds(opening(), "proven in this build (<code>./epreuve prove</code> runs them)"));
  BOOST_TEST(!holds(opening(), "all of them proven"));
  put(proofs::Method::formal, proofs::Status::proven);
  BOOST_TEST(holds(opening(), "with its proofs, all of them proven in this build:"));
}

BOOST_AUTO_TEST_CASE(sections_are_pages_in_their_order_and_exercises_come_last)
{
  std::vector<WovenChapter> chapters = two_chapters();
  chapters[0].woven.pages.push_back(
      {"chapters/01-softmax/1-heat.cpp",
       "01-softmax/1-heat.html",
       "<h1 id=\"h\">Heat <em>x</em></h1><h2 id=\"a\">A</h2>",
       {{1, "Heat *x*", "Heat x", "h", 3, "Heat <em>x</em>"}, {2, "A", "A", "a", 5, "A"}},
       {}});
  chapters[0].woven.pages_of_claims["exo7-b"] = "01-softmax/1-heat.html";
  const std::vector<Page> pages = chapter_pages(chapters, 0, propositions());
  BOOST_REQUIRE_EQUAL(pages.size(), 3U);
  BOOST_TEST(holds(pages[0].main, "<ol class=\"sections\">\n<li><a "
                                  "href=\"01-softmax/1-heat.html\">Heat x</a></li>\n<li><a "
                                  "href=\"01-softmax/exercises.html\">Exercises</a></li>"));
  BOOST_TEST(holds(pages[0].main, "href=\"01-softmax/1-heat.html#claim:exo7-b\""));
  BOOST_TEST(!holds(pages[0].main, "class=\"exercises\""));
  BOOST_TEST(pages[1].title == "Heat x");
  BOOST_TEST(count(pages[1].main, "<h1") == 1U);
  BOOST_TEST(holds(pages[1].main, "<h1>Heat <em>x</em></h1>"));
  BOOST_TEST(holds(pages[1].main, "<a href=\"01-softmax.html\">Chapter 1: Softmax"));
  BOOST_TEST(holds(pages[1].contents, "<a href=\"01-softmax/1-heat.html\" "
                                      "aria-current=\"page\">"));
  BOOST_TEST(holds(pages[1].turn, "rel=\"prev\" href=\"01-softmax.html\""));
  BOOST_TEST(holds(pages[1].turn, "rel=\"next\" href=\"01-softmax/exercises.html\""));
  BOOST_TEST(holds(pages[1].turn, "Next</span>1 Exercises</a>"));
  BOOST_TEST(holds(pages[0].turn, "Next</span>1.1 Heat x</a>"));
  BOOST_TEST(holds(pages[2].main, "<ol class=\"exercises\">"));
  BOOST_TEST(holds(pages[2].turn, "rel=\"next\" href=\"02-norm.html\""));
}

BOOST_AUTO_TEST_CASE(
    a_chapter_links_to_the_propositions_that_it_cites_and_tells_how_far_they_are_proven)
{
  std::vector<WovenChapter> chapters = two_chapters();
  chapters[0].propositions = {"04-kronecker"};
  const Page page = chapter_pages(chapters, 0, propositions())[0];
  BOOST_TEST(holds(page.main, "href=\"propositions.html#proposition:04-kronecker\""));
  BOOST_TEST(holds(page.main, "not run"));
  BOOST_TEST(holds(page.contents, "<a href=\"#propositions\">"));
}

BOOST_AUTO_TEST_CASE(the_page_on_how_it_was_made_has_version_commit_compiler_kernel_date_and_seed)
{
  const TemporaryFolder folder;
  Project project;
  project.root = folder.path();
  project.compiler = "GNU 12.2";
  setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
  const std::string html = build_page(project, two_chapters()).main;
  unsetenv("SOURCE_DATE_EPOCH");
  BOOST_TEST(holds(html, "2023-11-14 22:13 UTC"));
  BOOST_TEST(holds(html, "the sources are not in a git repository"));
  BOOST_TEST(holds(html, "<dt>version</dt><dd>" + std::string(version()) + "</dd>"));
  BOOST_TEST(holds(html, "<dt>compiler</dt><dd>GNU 12.2</dd>"));
  BOOST_TEST(holds(html, "OpenBLAS, kernel "));
  BOOST_TEST(holds(html, "<dt>seed</dt><dd>5</dd>"));
  project.root = EPREUVE_SOURCE_DIR;
  if (std::filesystem::exists(project.root / ".git")) {
    const std::string commit = build_page(project, two_chapters()).main;
    BOOST_TEST(!holds(commit, "not in a git repository"));
  }
}
