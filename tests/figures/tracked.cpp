// The figures in git are the ones that the chapters draw, and the records in git say what they find.

#include "epreuve/evidence/tracked.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "support/compare.hpp"

#include "support/process.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using epreuve::TemporaryFolder;
using epreuve::figures::same_within;
using epreuve::tests::read_file;

namespace {

using Figures = std::map<std::string, std::string>;

/// What a run of a chapter drew: each file's content under its path, "01-softmax/chain.svg";
/// and the paths of the figures that it could not draw because GPT-2's weights are missing.
struct Run
{
  Figures drawn;
  std::set<std::string> undrawn;
};

const std::filesystem::path in_git = std::filesystem::path(EPREUVE_SOURCE_DIR) / "figures";
const std::filesystem::path records_in_git = std::filesystem::path(EPREUVE_SOURCE_DIR) / "records";
const std::filesystem::path driver = std::filesystem::path(EPREUVE_PROGRAMS) / "epreuve-driver";

std::string chapter_of_this_test()
{
  const auto& arguments = boost::unit_test::framework::master_test_suite();
  BOOST_TEST_REQUIRE(arguments.argc == 2);
  return arguments.argv[1];
}

/// Path below the folder, and content, of every file of a chapter in it.
Figures figures_of(const std::string& chapter, const std::filesystem::path& folder)
{
  Figures files;
  if (!exists(folder / chapter)) // it draws nothing
    return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / chapter)) {
    if (entry.is_regular_file())
      files[entry.path().lexically_relative(folder).string()] = read_file(entry.path());
  }
  return files;
}

/// The lines "18-gpt2-heads/spectrum not drawn: REASON" of what the driver printed.
std::set<std::string> undrawn_in(const std::string& output)
{
  std::set<std::string> paths;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (const auto end = line.find(" not drawn: "); end != std::string::npos)
      paths.insert(line.substr(0, end) + ".svg");
  return paths;
}

Run draw(const std::string& chapter)
{
  const TemporaryFolder folder;
  const auto run =
      epreuve::tests::run(driver, {"figures", chapter, "--figures", folder.path().string()});
  BOOST_TEST(run.status == 0, run.error);
  return {figures_of(chapter, folder.path()), undrawn_in(run.output)};
}

/// Where the run and the figures in git differ: a figure that looks different, one that git lacks,
/// one in git that was neither drawn nor declared undrawn.
std::vector<std::string> complaints(const Run& run, const Figures& kept)
{
  std::vector<std::string> found;
  for (const auto& [path, svg] : run.drawn) {
    if (!kept.contains(path))
      found.push_back(path + " is drawn, but not in git");
    else if (const auto difference = same_within(kept.at(path), svg, 0.5))
      found.push_back(path + ": " + difference->message());
  }
  for (const std::string& path : run.undrawn)
    if (!kept.contains(path))
      found.push_back(path + " is declared undrawn, but not in git");
  for (const auto& [path, svg] : kept)
    if (!run.drawn.contains(path) && !run.undrawn.contains(path))
      found.push_back(path + " is in git, but no chapter draws it");
  return found;
}

const std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0,0 L9,9\"/></svg>";

} // namespace

// With a chapter as argument: `test-figures-tracked --run_test=as_in_git -- 01-softmax`.
BOOST_AUTO_TEST_SUITE(as_in_git)

BOOST_AUTO_TEST_CASE(drawn)
{
  const std::string chapter = chapter_of_this_test();
  const Run run = draw(chapter);
  BOOST_TEST(run.drawn.size() + run.undrawn.size() > 0u);
  for (const std::string& complaint : complaints(run, figures_of(chapter, in_git)))
    BOOST_ERROR(complaint);
}

// The run that drew has left its record, so the chapter does not run again.
BOOST_AUTO_TEST_CASE(found)
{
  const std::string chapter = chapter_of_this_test();
  const TemporaryFolder folder;
  const auto run =
      epreuve::tests::run(driver, {"records", chapter, "--out", folder.path().string()});
  BOOST_TEST(run.status == 0, run.error);
  const std::string file = chapter + ".txt";
  BOOST_TEST_REQUIRE(exists(records_in_git / file),
                     file << " is not in records/; ./epreuve records " << chapter << " writes it");
  for (const std::string& difference :
       epreuve::evidence::differences(read_file(records_in_git / file), read_file(folder / file)))
    BOOST_ERROR(difference);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(every_record_is_a_chapters)
{
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(records_in_git)) {
    const auto chapter = in_git.parent_path() / "chapters" / file.path().stem();
    BOOST_TEST(exists(chapter / "chapter.cpp"), file.path());
    ++files;
  }
  BOOST_TEST(files >= 22u);
}

BOOST_AUTO_TEST_CASE(every_folder_of_figures_is_a_chapters)
{
  std::size_t folders = 0;
  for (const auto& folder : std::filesystem::directory_iterator(in_git)) {
    const auto chapter = in_git.parent_path() / "chapters" / folder.path().filename();
    BOOST_TEST(exists(chapter / "chapter.cpp"), folder.path());
    ++folders;
  }
  BOOST_TEST(folders >= 8u);
}

BOOST_AUTO_TEST_CASE(a_figure_in_git_that_no_chapter_draws_must_be_declared_undrawn)
{
  const Figures kept{{"01-a/x.svg", svg}, {"02-b/y.svg", svg}};
  const Run without{{{"01-a/x.svg", svg}}, {}};
  const Run declared{{{"01-a/x.svg", svg}},
                     undrawn_in("figures/01-a/x.svg  x\n02-b/y not drawn: no weights\n")};
  BOOST_TEST(complaints(without, kept) ==
                 std::vector<std::string>{"02-b/y.svg is in git, but no chapter draws it"},
             boost::test_tools::per_element());
  BOOST_TEST(complaints(declared, kept).empty());
}

BOOST_AUTO_TEST_CASE(a_figure_declared_undrawn_must_be_in_git)
{
  BOOST_TEST(complaints({{}, {"02-b/y.svg"}}, {}) ==
                 std::vector<std::string>{"02-b/y.svg is declared undrawn, but not in git"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_figure_drawn_must_be_in_git_and_look_the_same)
{
  const Run run{{{"01-a/x.svg", svg}}, {}};
  std::string other = svg;
  other.replace(other.find("9,9"), 3, "9,8");
  BOOST_TEST(complaints(run, {{"01-a/x.svg", svg}}).empty());
  BOOST_TEST(complaints(run, {{"01-a/x.svg", other}}).size() == 1u);
  BOOST_TEST(complaints(run, {}) == std::vector<std::string>{"01-a/x.svg is drawn, but not in git"},
             boost::test_tools::per_element());
}
