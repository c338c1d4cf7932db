#include "weaver/explorers.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::says;

namespace {

/// The chapter's opening, and a section.
std::vector<Page> pages_with(const std::string& main)
{
  return {{.file = "01-softmax.html", .title = "Softmax", .main = "<p>opening</p>"},
          {.file = "01-softmax/1-heat.html", .title = "Heat", .main = main}};
}

const std::vector<Explorer> one{{"softmax", "01-softmax", "temperature"}};

} // namespace

BOOST_AUTO_TEST_CASE(an_explorer_stands_below_its_figure_which_stays_as_it_is)
{
  const std::string figure = "<figure id=\"figure:temperature\"><p>b</p></figure>",
                    place = "<div class=\"explorer\" id=\"explore:softmax\" "
                            "data-explore=\"softmax\"></div>";
  std::vector<Page> pages = pages_with("<p>a</p>" + figure + "<p>c</p>");
  std::vector<Mistake> mistakes;
  add_explorers(pages, "01-softmax", one, mistakes);
  BOOST_TEST(mistakes.empty());
  BOOST_TEST(pages[0].main == "<p>opening</p>");
  BOOST_TEST(pages[0].scripts.empty());
  BOOST_TEST(pages[1].main == "<p>a</p>" + figure + place + "<p>c</p>");
  BOOST_TEST(pages[1].styles == std::vector<std::string>{"explore/explore.css"},
             boost::test_tools::per_element());
  const std::vector<std::string> scripts{"explore/mathematics.js", "explore/words.js",
                                         "explore/library.js",     "explore/plot.js",
                                         "explore/explore.js",     "explore/softmax.js"};
  BOOST_TEST(pages[1].scripts == scripts, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_explorer_stands_below_the_code_that_draws_its_figure)
{
  const std::string figure = "<figure id=\"figure:temperature\"></figure>",
                    code = "<details class=\"fold drawing\"><p>b</p></details>";
  std::vector<Page> pages = pages_with(figure + "\n" + code + "<p>c</p>");
  std::vector<Mistake> mistakes;
  add_explorers(pages, "01-softmax", one, mistakes);
  BOOST_TEST(pages[1].main.find(code + "<div class=\"explorer\"") != std::string::npos,
             pages[1].main);
}

BOOST_AUTO_TEST_CASE(other_chapters_are_left_as_they_are)
{
  std::vector<Page> pages = pages_with("<p>a</p>");
  std::vector<Mistake> mistakes;
  add_explorers(pages, "02-minimum-norm", one, mistakes);
  BOOST_TEST(pages[1].main == "<p>a</p>");
  BOOST_TEST(pages[1].scripts.empty());
}

BOOST_AUTO_TEST_CASE(an_explorer_whose_figure_is_gone_is_told)
{
  std::vector<Page> pages = pages_with("<p>a</p>");
  std::vector<Mistake> mistakes;
  add_explorers(pages, "01-softmax", one, mistakes);
  BOOST_REQUIRE_EQUAL(mistakes.size(), 1U);
  BOOST_TEST(mistakes[0].message ==
             "the explorer softmax has no figure temperature in chapter 01-softmax");
  BOOST_TEST(pages[1].main == "<p>a</p>");
}

BOOST_AUTO_TEST_CASE(the_list_of_explorers_is_read_and_its_damage_told)
{
  Project project;
  project.root = EPREUVE_SOURCE_DIR;
  BOOST_TEST(all_explorers(project).size() == 19U);
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "book" / "explore");
  write_file(folder / "book" / "explore" / "explorers.json", "[{\"explorer\": \"softmax\"}]");
  project.root = folder.path();
  BOOST_CHECK_EXCEPTION(all_explorers(project), Error, says("explorers.json is damaged"));
}
