#include "weaver/documents.hpp"

#include "weaver/tree.hpp"

#include "support/contains.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::contains;

namespace {

ListedClaim listed_claim(const std::string& id, const std::string& document,
                         const std::string& section, int line, const std::string& verdict)
{
  evidence::ClaimRecord record;
  record.source = {id, document, section, {line, line}, "formula", "statement of " + id};
  record.found = evidence::parse_verdict(verdict);
  ListedClaim listed;
  listed.claim = record;
  listed.statement = "statement of " + id;
  return listed;
}

WovenChapter chapter_with(const std::string& name, std::vector<ListedClaim> claims)
{
  WovenChapter chapter;
  chapter.name = chapter.title = name;
  chapter.source = "chapters/" + name + "/chapter.cpp";
  chapter.claims = std::move(claims);
  chapter.woven.pages.push_back({chapter.source, name + ".html", "", {}, {}});
  return chapter;
}

References two_references()
{
  References all;
  Reference exo7;
  exo7.key = "exo7";
  exo7.authors = "A & B";
  exo7.title = "Partie <2>";
  exo7.kind = "chapter";
  exo7.language = "fr";
  exo7.url = "https://exo7.example/x";
  exo7.is_document = true;
  Reference article;
  article.key = "a-2001";
  article.title = article.label = "Article";
  all.all = {exo7, article};
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_place_is_a_link_to_a_section_in_its_language)
{
  const evidence::ClaimSource numbered{"i", "exo7", "2.1. Où <x>", {9, 9}, "formula", "s"};
  BOOST_TEST(place_html(numbered, "fr") ==
             "<a href=\"documents/exo7.html#section:2.1\">exo7, <span lang=\"fr\">2.1. Où "
             "&lt;x&gt;</span></a>");
  const evidence::ClaimSource named{"i", "a/b", "Annexe", {9, 9}, "formula", "s"};
  BOOST_TEST(place_html(named, "") ==
             "<a href=\"documents/a~2fb.html#section:Annexe\">a/b, Annexe</a>");
}

BOOST_AUTO_TEST_CASE(a_document_has_a_page_that_says_what_it_is_and_lists_its_claims_by_section)
{
  const std::vector<WovenChapter> chapters{
      chapter_with("01-a", {listed_claim("exo7-late", "exo7", "3. Fin", 90, "holds"),
                            listed_claim("exo7-early", "exo7", "1. Début", 8, "refuted")}),
      chapter_with("02-b", {listed_claim("exo7-other", "exo7", "3. Fin", 95, "holds")})};
  std::vector<Mistake> mistakes;
  const std::vector<Page> pages = document_pages(chapters, two_references(), mistakes);
  BOOST_TEST(mistakes.empty());
  BOOST_REQUIRE_EQUAL(pages.size(), 1U);
  const Page& page = pages[0];
  BOOST_TEST(page.file == "documents/exo7.html");
  BOOST_TEST(contains(page.main, "<h1><span lang=\"fr\">Partie &lt;2&gt;</span></h1>"));
  BOOST_TEST(contains(page.main, "<dt>author</dt><dd>A &amp; B</dd>"));
  BOOST_TEST(contains(page.main, "<a href=\"https://exo7.example/x\">"));
  BOOST_TEST(!contains(page.main, "<dt>year</dt>")); // it is not known
  BOOST_TEST(contains(page.main, "3 claims of this document, and have 1 erratum"));
  BOOST_TEST(contains(page.main, "<h2 id=\"section:3\"><span lang=\"fr\">3. Fin</span></h2>"));
  BOOST_TEST(page.main.find("exo7-early") < page.main.find("<h2 id=\"section:3\">"));
  BOOST_TEST(page.main.find("<h2 id=\"section:3\">") < page.main.find("exo7-late"));
  BOOST_TEST(contains(page.main, "<a href=\"02-b.html#claim:exo7-other\">exo7-other</a>"));
  BOOST_TEST(html_of(read_tree(page.main)) == page.main);
  BOOST_TEST(html_of(read_tree(page.contents)) == page.contents);
}

BOOST_AUTO_TEST_CASE(a_document_without_a_reference_is_a_mistake_and_has_a_page)
{
  const std::vector<WovenChapter> chapters{
      chapter_with("23-own", {listed_claim("lecture-a", "lecture & notes", "", 1, "holds")})};
  std::vector<Mistake> mistakes;
  const std::vector<Page> pages = document_pages(chapters, two_references(), mistakes);
  BOOST_REQUIRE_EQUAL(mistakes.size(), 1U);
  BOOST_TEST(mistakes[0].where == "chapters/23-own/claims.jsonl");
  BOOST_TEST(contains(mistakes[0].message, "\"lecture & notes\""));
  BOOST_REQUIRE_EQUAL(pages.size(), 2U); // exo7's too, which no chapter checks here
  BOOST_TEST(pages[1].file == file_of_document("lecture & notes"));
  BOOST_TEST(contains(pages[1].main, "<h1>lecture &amp; notes</h1>"));
  BOOST_TEST(contains(pages[1].main, "Without a section"));
  // Without pandoc there are no references at all, which is told once.
  mistakes.clear();
  document_pages(chapters, {}, mistakes);
  BOOST_TEST(mistakes.empty());
}

BOOST_AUTO_TEST_CASE(the_sources_say_which_pages_cite_them)
{
  std::vector<WovenChapter> chapters{chapter_with("01-a", {}), chapter_with("02-b", {})};
  chapters[1].woven.pages[0].html = "<a href=\"references.html#reference:a-2001\">Article</a>";
  chapters[1].woven.pages[0].headings = {{1, "Bees", "Bees", "b", 1, "Bees"}};
  const Page page = references_page(chapters, two_references());
  BOOST_TEST(contains(page.main, "<li id=\"reference:exo7\"><a href=\"documents/exo7.html\">"));
  const std::string article = page.main.substr(page.main.find("<li id=\"reference:a-2001\">"));
  BOOST_TEST(contains(article, "cited in <a href=\"02-b.html\">2 Bees</a>"));
  BOOST_TEST(!contains(article, "01-a.html"));
  BOOST_TEST(html_of(read_tree(page.main)) == page.main);
}
