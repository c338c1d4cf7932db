// The command `prove`, on the project's own propositions.
#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/schema.hpp"

#include "epreuve/proving/formal.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;
namespace fs = std::filesystem;

namespace {

Finished prove(std::vector<std::string> arguments,
               std::vector<std::pair<std::string, std::string>> environment = {})
{
  arguments.insert(arguments.begin(), "prove");
  environment.emplace_back("COLUMNS", "100");
  return run(driver(), arguments, environment);
}

/// The line of a text that begins with these words; empty if none does.
std::string line_of(const std::string& text, const std::string& words)
{
  const std::size_t at = ("\n" + text).find("\n" + words);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_list_names_each_proposition_its_chapter_and_proofs)
{
  const Finished finished = prove({"--list"});
  BOOST_TEST(finished.status == 0);
  std::ptrdiff_t propositions = 0;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(EPREUVE_SOURCE_DIR) / "proofs"))
    propositions += fs::exists(entry.path() / "statement.md");
  BOOST_TEST(propositions >= 20);
  BOOST_TEST(std::ranges::count(finished.output, '\n') == propositions + 1);
  const std::string line = line_of(finished.output, "04-kronecker");
  BOOST_TEST(contains(line, "08-kronecker"), line);
  BOOST_TEST(contains(line, "exact, formal"), line);
}

BOOST_AUTO_TEST_CASE(an_exact_proof_is_run_and_told_step_by_step)
{
  const TemporaryFolder folder;
  const fs::path file = folder / "results.json";
  const Finished finished =
      prove({"kronecker", "--method", "exact", "--steps", "--json", file.string()});
  BOOST_TEST(finished.status == 0);
  BOOST_TEST(finished.error == "");
  BOOST_TEST(contains(line_of(finished.output, "04-kronecker"), "✓ proven"), finished.output);
  BOOST_TEST(contains(finished.output, "    ✓ "), finished.output);
  BOOST_TEST(contains(finished.output, "1 proof: 1 proven, 0 failed, 0 skipped"), finished.output);

  const auto document = nlohmann::json::parse(read_file(file));
  BOOST_TEST(schema_violations(document, "docs/proofs.schema.json") == "");
  BOOST_TEST_REQUIRE(document.at("proofs").size() == 1U);
  const auto& proof = document.at("proofs").at(0);
  BOOST_TEST(proof.at("proposition") == "04-kronecker");
  BOOST_TEST(proof.at("method") == "exact");
  BOOST_TEST(proof.at("status") == "proven");
  BOOST_TEST(proof.at("parts").size() >= 4U);
}

// Or the chapters, whose records are as old as the results, would run again.
BOOST_AUTO_TEST_CASE(what_is_proven_once_more_leaves_the_results_alone)
{
  const fs::path results =
      fs::path(driver()).parent_path().parent_path() / "proofs" / "results.json";
  BOOST_TEST(prove({"kronecker", "--method", "exact"}).status == 0);
  const std::string first = read_file(results);
  BOOST_TEST_REQUIRE(contains(first, "04-kronecker"));
  BOOST_TEST(prove({"kronecker", "--method", "exact"}).status == 0);
  BOOST_TEST(read_file(results) == first);
}

BOOST_AUTO_TEST_CASE(without_coq_formal_proofs_are_skipped_with_the_command_that_installs_it)
{
  const TemporaryFolder empty;
  const Finished finished = prove({"kronecker"}, {{"PATH", empty.path().string()}});
  BOOST_TEST(finished.status == 0);
  const std::string line = line_of(finished.output, "04-kronecker");
  BOOST_TEST(contains(line, "✓ proven"), line);
  BOOST_TEST(contains(line, "– skipped"), line);
  BOOST_TEST(contains(finished.output, "Coq's coqc is not installed"), finished.output);
  BOOST_TEST(contains(finished.output, "./epreuve install prove"), finished.output);
}

BOOST_AUTO_TEST_CASE(bad_arguments_are_refused_with_what_is_right)
{
  const Finished unknown = prove({"kroneker"});
  BOOST_TEST(unknown.status == 2);
  BOOST_TEST(contains(unknown.error, "there is no proposition \"kroneker\"; the nearest name is "
                                     "\"kronecker\""),
             unknown.error);
  const Finished method = prove({"--method", "handwaving"});
  BOOST_TEST(method.status == 2);
  BOOST_TEST(contains(method.error, "enclosure"), method.error);
  const Finished nothing = prove({"kronecker", "--method", "enclosure"});
  BOOST_TEST(nothing.status == 2);
  BOOST_TEST(contains(nothing.error, "there is no such proof"), nothing.error);
  const Finished unwritable =
      prove({"kronecker", "--method", "exact", "--json", "/nonexistent/results.json"});
  BOOST_TEST(unwritable.status == 2);
  BOOST_TEST(contains(unwritable.error, "/nonexistent"), unwritable.error);
}
