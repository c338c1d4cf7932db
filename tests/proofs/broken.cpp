// Our proofs by computation, each broken on purpose in one place of its source (the build does
// that, see tests/CMakeLists.txt), and small ones that prove nothing.
#include "epreuve/proving/computation.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/contains.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::contains;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

/// The statements of a broken proof's steps that are not shown.
std::vector<std::string> missed(const std::string& name)
{
  const fs::path program = fs::path(EPREUVE_BROKEN_PROOFS) / ("proof-broken-" + name);
  const tests::Finished finished = tests::run(program, {"--json"});
  BOOST_TEST_REQUIRE(finished.status == 1, finished.output << finished.error);
  std::vector<std::string> statements;
  const auto document = nlohmann::json::parse(finished.output);
  BOOST_TEST(!document.at("proven"));
  for (const auto& step : document.at("steps"))
    if (!step.at("shown"))
      statements.push_back(step.at("statement"));
  return statements;
}

/// The one step that is not shown.
std::string only_missed(const std::string& name)
{
  const auto statements = missed(name);
  BOOST_TEST_REQUIRE(statements.size() == 1U);
  return statements[0];
}

/// Runs a shell script in place of a proof's program.
Result run_script(const std::string& script)
{
  const TemporaryFolder folder;
  fs::create_directories(folder / "01-sum");
  write_file(folder / "01-sum" / "exact.cpp", "");
  const fs::path program = folder / "proof-01-sum-exact";
  write_file(program, "#!/bin/sh\n" + script);
  fs::permissions(program, fs::perms::owner_all);
  Proposition sum;
  sum.name = "01-sum";
  sum.folder = folder / sum.name;
  return run_computation(sum, Method::exact, folder.path());
}

} // namespace

BOOST_AUTO_TEST_CASE(a_bound_a_hair_too_small_is_not_certified)
{
  const std::string statement = only_missed("bound");
  BOOST_TEST(contains(statement, "highest error on ℝ rounds to 0.000473235"), statement);
}

BOOST_AUTO_TEST_CASE(a_place_a_hair_off_is_not_certified)
{
  const std::string statement = only_missed("place");
  BOOST_TEST(contains(statement, "±2.69895"), statement);
}

BOOST_AUTO_TEST_CASE(a_wrong_index_is_no_identity)
{
  const std::string statement = only_missed("index");
  BOOST_TEST(contains(statement, "∂σᵢ/∂xⱼ = σᵢ (δᵢⱼ - σⱼ)"), statement);
}

BOOST_AUTO_TEST_CASE(a_least_loss_a_hair_too_large_is_not_certified)
{
  const std::string statement = only_missed("excess");
  BOOST_TEST(contains(statement, "every network of two dimensions"), statement);
}

BOOST_AUTO_TEST_CASE(constants_for_the_rows_are_not_what_softmax_subtracts)
{
  const std::string statement = only_missed("constants");
  BOOST_TEST(contains(statement, "with its last column is 0"), statement);
}

BOOST_AUTO_TEST_CASE(attention_from_another_word_is_no_identity)
{
  const std::string statement = only_missed("swap");
  BOOST_TEST(contains(statement, "b turns u into v after x and v into u after y"), statement);
}

BOOST_AUTO_TEST_CASE(a_part_along_the_token_that_is_too_small_is_no_derivative)
{
  const auto statements = missed("length");
  BOOST_TEST_REQUIRE(statements.size() == 2U);
  BOOST_TEST(contains(statements[0], "The rules for quotients and roots"), statements[0]);
  BOOST_TEST(contains(statements[1], "J y = epsilon"), statements[1]);
}

BOOST_AUTO_TEST_CASE(layers_in_the_opposite_order_are_other_paths)
{
  // The three layers of the last step read the same in both directions: there are as many paths either way.
  const auto statements = missed("order");
  BOOST_TEST_REQUIRE(statements.size() == 3U);
  BOOST_TEST(contains(statements[0], "the sum over its paths"), statements[0]);
  BOOST_TEST(contains(statements[1], "3 tokens, it has a term for each path"), statements[1]);
  BOOST_TEST(contains(statements[2], "the sum over its paths"), statements[2]);
}

BOOST_AUTO_TEST_CASE(a_pattern_that_acts_the_wrong_way_has_other_coefficients)
{
  const auto statements = missed("transposed");
  BOOST_TEST_REQUIRE(statements.size() == 2U);
  BOOST_TEST(contains(statements[0], "are the product AᵀW"), statements[0]);
  BOOST_TEST(contains(statements[1], "Every minor of order H is"), statements[1]);
}

BOOST_AUTO_TEST_CASE(a_key_has_its_gradient_from_the_queries_and_not_from_its_own)
{
  const std::string statement = only_missed("key");
  BOOST_TEST(contains(statement, "give the gradients with respect to all inputs"), statement);
}

BOOST_AUTO_TEST_CASE(a_program_that_shows_its_steps_proves)
{
  const Result result = run_script(
      R"(echo '{"proven": true, "steps": [{"statement": "a", "shown": true, "seen": "b"}]}')");
  BOOST_TEST(result.why == "");
  BOOST_TEST(name(result.status) == "proven");
  BOOST_TEST(result.parts.size() == 1U);
  BOOST_TEST(result.fingerprint.size() == 64U);
}

BOOST_AUTO_TEST_CASE(a_program_that_shows_nothing_or_breaks_off_proves_nothing)
{
  const Result nothing = run_script(R"(echo '{"proven": true, "steps": []}')");
  BOOST_TEST(name(nothing.status) == "failed");
  BOOST_TEST(nothing.why == "it shows nothing");
  const Result silent = run_script("exit 0\n");
  BOOST_TEST(name(silent.status) == "failed");
  const Result broken = run_script("echo out of memory >&2; exit 2\n");
  BOOST_TEST(name(broken.status) == "failed");
  BOOST_TEST(contains(broken.why, "status 2: out of memory"), broken.why);
  const Result killed = run_script("kill -9 $$\n");
  BOOST_TEST(contains(killed.why, "status 137"), killed.why);
}

BOOST_AUTO_TEST_CASE(a_step_that_is_not_shown_is_the_reason)
{
  const Result result = run_script(
      R"(echo '{"proven": false, "steps": [{"statement": "a", "shown": true, "seen": "b"},)"
      R"({"statement": "1 = 2", "shown": false, "seen": "differ by 1"}]}'; exit 1)");
  BOOST_TEST(name(result.status) == "failed");
  BOOST_TEST(result.why == "1 = 2: differ by 1");
}

BOOST_AUTO_TEST_CASE(a_proof_that_is_not_built_is_an_error)
{
  const TemporaryFolder folder;
  fs::create_directories(folder / "01-sum");
  write_file(folder / "01-sum" / "exact.cpp", "");
  Proposition sum;
  sum.name = "01-sum";
  sum.folder = folder / sum.name;
  BOOST_CHECK_EXCEPTION(run_computation(sum, Method::exact, folder.path()), Error,
                        says("proof-01-sum-exact is not built"));
}
