// The figures in git are the ones that the chapters draw.

#include "epreuve/figures/compare.hpp"
#include "epreuve/temporary_folder.hpp"

#include "support/process.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using epreuve::TemporaryFolder;
using epreuve::figures::same_within;
using epreuve::tests::read_file;

namespace {

using Figures = std::map<std::string, std::string>;

/// Path below the folder, and content, of every file in it.
Figures files_in(const std::filesystem::path& folder)
{
  Figures files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file())
      files[entry.path().lexically_relative(folder).string()] = read_file(entry.path());
  }
  return files;
}

Figures drawn_now()
{
  const TemporaryFolder folder;
  const auto run = epreuve::tests::run(std::filesystem::path(EPREUVE_PROGRAMS) / "epreuve-driver",
                                       {"figures", "--figures", folder.path().string()});
  BOOST_TEST(run.status == 0, run.error);
  return files_in(folder.path());
}

} // namespace

BOOST_AUTO_TEST_CASE(figures_drawn_twice_are_the_same_bytes_and_the_ones_in_git)
{
  const Figures first = drawn_now();
  const Figures second = drawn_now();
  const Figures kept = files_in(std::filesystem::path(EPREUVE_SOURCE_DIR) / "figures");
  BOOST_TEST(first.size() >= 18u);

  for (const auto& [name, svg] : first) {
    BOOST_TEST_CONTEXT(name)
    {
      BOOST_TEST((second.at(name) == svg));
      BOOST_REQUIRE(kept.contains(name));
      const auto difference = same_within(kept.at(name), svg, 0.5);
      BOOST_TEST(!difference.has_value(), (difference ? difference->message() : ""));
    }
  }
  for (const auto& [name, svg] : kept)
    BOOST_TEST(first.contains(name), name + " is in git, but no chapter draws it");
}
