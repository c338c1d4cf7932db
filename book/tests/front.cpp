#include "weaver/front.hpp"

#include "weaver/tree.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::contains;
using epreuve::tests::needs;

namespace {

/// A project with one erratum to tell, and the chapter that has found it.
struct Told
{
  TemporaryFolder folder;
  Project project;
  std::vector<WovenChapter> chapters;
  std::vector<Mistake> mistakes;

  explicit Told(const std::string& printed)
  {
    project.root = folder / "root";
    project.build = folder / "build";
    std::filesystem::create_directories(project.root / "book");
    std::filesystem::create_directories(project.root / "figures/16-gelu");
    write_file(project.root / "figures/16-gelu/dip.svg",
               "<svg><title>T</title><desc>D</desc><g id=\"a\"/></svg>");
    write_file(
        project.root / "book/ten-errata.json",
        R"([{"claim": "exo7-a", "figure": "16-gelu/dip", "title": "Lost & found", "printed": ")" +
            printed +
            R"(", "right": "b", "use": "c <d>"},
  {"claim": "exo7-b", "figure": "17-other/x", "title": "t", "printed": "p", "right": "r", "use": "u"}])");
    WovenChapter chapter;
    chapter.name = "16-gelu";
    chapter.woven.pages.push_back({"chapters/16-gelu/chapter.cpp",
                                   "16-gelu.html",
                                   "<figure id=\"figure:dip\"></figure>",
                                   {},
                                   {}});
    ListedClaim claim;
    claim.claim.source.id = "exo7-a";
    claim.claim.found = evidence::Verdict::refuted;
    claim.place = "the place";
    chapter.claims.push_back(claim);
    chapters.push_back(chapter);
  }

  std::vector<ToldErratum> errata() { return told_errata(project, chapters, mistakes); }
};

} // namespace

BOOST_AUTO_TEST_CASE(an_erratum_is_told_with_its_figure_and_only_if_its_chapter_is_there,
                     *needs("pandoc") * needs("temml"))
{
  Told told("$x^2$ as");
  const std::vector<ToldErratum> errata = told.errata();
  BOOST_TEST(told.mistakes.empty());
  BOOST_REQUIRE_EQUAL(errata.size(), 1U);
  const Page page = ten_errata_page(errata);
  BOOST_TEST(contains(page.main, "<h2 id=\"erratum:exo7-a\">Lost &amp; found</h2>"));
  BOOST_TEST(contains(page.main, "<msup>"));
  BOOST_TEST(contains(page.main, "<p>c &lt;d&gt;</p>"));
  BOOST_TEST(contains(page.main, "<a href=\"16-gelu.html#claim:exo7-a\">exo7-a</a>"));
  BOOST_TEST(contains(page.main, "<span>the place</span>"));
  BOOST_TEST(contains(page.main, "<a href=\"16-gelu.html#figure:dip\">"));
  BOOST_TEST(contains(page.main, "<svg"));
  BOOST_CHECK_NO_THROW(read_tree(page.main));
  // The second time it comes from the cache.
  BOOST_TEST(told.errata().at(0).printed == errata[0].printed);
}

BOOST_AUTO_TEST_CASE(what_is_no_erratum_or_has_no_figure_or_wrong_mathematics_is_a_mistake,
                     *needs("pandoc") * needs("temml"))
{
  Told right("a");
  right.chapters[0].claims[0].claim.found = evidence::Verdict::holds;
  BOOST_TEST(right.errata().empty());
  BOOST_REQUIRE_EQUAL(right.mistakes.size(), 1U);
  BOOST_TEST(right.mistakes[0].where == "book/ten-errata.json");
  BOOST_TEST(contains(right.mistakes[0].message, "\"exo7-a\" is no erratum"));

  Told bare("a");
  bare.chapters[0].woven.pages[0].html = "";
  BOOST_TEST(bare.errata().empty());
  BOOST_REQUIRE_EQUAL(bare.mistakes.size(), 1U);
  BOOST_TEST(contains(bare.mistakes[0].message, "chapter 16-gelu has no figure \"dip\""));

  Told wrong("$\\\\frac{1}{2$");
  BOOST_TEST(wrong.errata().size() == 1U);
  BOOST_REQUIRE_EQUAL(wrong.mistakes.size(), 1U);
  BOOST_TEST(contains(wrong.mistakes[0].message, "mathematics: "));
}

BOOST_AUTO_TEST_CASE(the_moving_figure_is_a_figure_without_its_script)
{
  const pugi::xml_document tree = read_tree(moving_figure());
  const pugi::xml_node figure = tree.child("figure");
  BOOST_TEST(contains(figure.child("p").attribute("hidden").value(), "hidden"));
  BOOST_TEST(!text_of(figure.child("figcaption")).empty());
  BOOST_TEST(contains(text_of(figure), "0.50")); // halfway between two keys neither wins
}
