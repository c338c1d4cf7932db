// The weaver as a program: its options, and what it refuses.
#include "support/completions.hpp"
#include "support/contains.hpp"
#include "support/process.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;

namespace {

Finished weaver(const std::vector<std::string>& arguments)
{
  return run(EPREUVE_WEAVER, arguments);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_completions_offer_the_options_that_there_are)
{
  const std::set<std::string> options = long_options(weaver({"--help"}).output);
  BOOST_TEST(options.contains("--serve"));
  BOOST_TEST(offered_by_bash({"book"}) == options, boost::test_tools::per_element());
  const std::string zsh =
      read_file(std::filesystem::path(EPREUVE_SOURCE_DIR) / "completions" / "_epreuve");
  const std::size_t begin = zsh.find(" book) _arguments");
  BOOST_REQUIRE(begin != std::string::npos);
  BOOST_TEST(long_options(zsh.substr(begin, zsh.find(";;", begin) - begin)) == options,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(help_has_an_example)
{
  const Finished help = weaver({"--help"});
  BOOST_TEST(help.status == 0);
  BOOST_TEST(contains(help.output, "Example: ./epreuve book"));
}

BOOST_AUTO_TEST_CASE(bad_arguments_are_refused_with_status_2)
{
  for (const auto& [arguments, said] :
       {std::pair(std::vector<std::string>{"--srve"}, "--srve"),
        {std::vector<std::string>{"--port", "99999"}, "99999"},
        {std::vector<std::string>{"softmax"}, "--open"},
        {std::vector<std::string>{"sofmax", "--open"}, "softmax"},
        {std::vector<std::string>{"--host", "0.0.0.0"}, "--serve"},
        {std::vector<std::string>{"--serve", "--for-others"}, "--host"}}) {
    const Finished finished = weaver(arguments);
    BOOST_TEST(finished.status == 2);
    BOOST_TEST(finished.error.starts_with("epreuve: "), finished.error);
    BOOST_TEST(contains(finished.error, said), finished.error);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_of_somebody_else_is_refused_before_anything_is_run)
{
  const TemporaryFolder folder;
  write_file(folder / "thesis.txt", "years of work");
  const Finished finished = weaver({"--out", folder.path().string()});
  BOOST_TEST(finished.status == 2);
  BOOST_TEST(contains(finished.error, "holds something that is not the book"), finished.error);
  BOOST_TEST(read_file(folder / "thesis.txt") == "years of work");
}
