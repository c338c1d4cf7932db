#include "epreuve/proofs/result.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

/// A folder with a proposition, 01-sum, and the shared library.
struct Project
{
  Project()
  {
    fs::create_directories(proofs / "01-sum");
    fs::create_directories(proofs / "library");
    write_file(proofs / "01-sum" / "exact.cpp", "exact");
    write_file(proofs / "01-sum" / "formal.v", "formal");
    write_file(proofs / "library" / "matrix.cpp", "matrix");
    write_file(proofs / "library" / "matrix.v", "matrix");
  }

  Results proven() const
  {
    Results results(proofs);
    for (const Method method : {Method::exact, Method::formal})
      results.put({.proposition = "01-sum",
                   .method = method,
                   .status = Status::proven,
                   .fingerprint = fingerprint(proofs / "01-sum", method)});
    return results;
  }

  TemporaryFolder folder;
  fs::path proofs = folder / "proofs";
};

} // namespace

BOOST_AUTO_TEST_CASE(a_proof_that_was_never_run_is_not_run)
{
  BOOST_TEST(name(Results({}).status("01-sum", Method::exact)) == "not run");
  BOOST_TEST(name(Results::read("/nowhere/results.json").status("01-sum", Method::exact)) ==
             "not run");
}

BOOST_AUTO_TEST_CASE(a_result_holds_until_the_proof_or_its_library_changes)
{
  const Project project;
  const Results results = project.proven();
  BOOST_TEST(name(results.status("01-sum", Method::exact)) == "proven");
  BOOST_TEST(name(results.status("01-sum", Method::formal)) == "proven");
  BOOST_TEST(name(results.status("01-sum", Method::enclosure)) == "not run");

  write_file(project.proofs / "01-sum" / "exact.cpp", "exact, otherwise");
  BOOST_TEST(name(results.status("01-sum", Method::exact)) == "stale");
  BOOST_TEST(name(results.status("01-sum", Method::formal)) == "proven");
  write_file(project.proofs / "library" / "matrix.v", "another matrix");
  BOOST_TEST(name(results.status("01-sum", Method::formal)) == "stale");
}

BOOST_AUTO_TEST_CASE(new_assumptions_make_a_formal_proof_stale)
{
  const Project project;
  const Results results = project.proven();
  write_file(project.proofs / "01-sum" / assumptions_file, "sum: none\n");
  BOOST_TEST(name(results.status("01-sum", Method::formal)) == "stale");
}

BOOST_AUTO_TEST_CASE(a_later_result_replaces_the_one_before)
{
  const Project project;
  Results results = project.proven();
  results.put({.proposition = "01-sum",
               .method = Method::exact,
               .status = Status::failed,
               .fingerprint = fingerprint(project.proofs / "01-sum", Method::exact)});
  BOOST_TEST(name(results.status("01-sum", Method::exact)) == "failed");
  BOOST_TEST(results.all().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_proof_that_is_skipped_now_keeps_what_was_found_of_the_same_files)
{
  const Project project;
  Results results = project.proven();
  Result skipped{.proposition = "01-sum", .method = Method::formal, .status = Status::skipped};
  skipped.fingerprint = fingerprint(project.proofs / "01-sum", Method::formal);
  results.put(skipped);
  BOOST_TEST(name(results.status("01-sum", Method::formal)) == "proven");
  write_file(project.proofs / "01-sum" / "formal.v", "formal, otherwise");
  skipped.fingerprint = fingerprint(project.proofs / "01-sum", Method::formal);
  results.put(skipped);
  BOOST_TEST(name(results.status("01-sum", Method::formal)) == "skipped");
}

BOOST_AUTO_TEST_CASE(results_are_read_as_they_were_written)
{
  const Project project;
  Results results(project.proofs);
  results.put({.proposition = "01-sum",
               .method = Method::formal,
               .status = Status::failed,
               .why = "line 3: no",
               .parts = {{"sum_is_zero", true, "none"}, {"sum_is_one", false, "funext"}},
               .axioms = {"funext"},
               .seconds = 1.5,
               .fingerprint = "abc"});
  const fs::path file = project.folder / "results.json";
  write_file(file, to_json(results).dump());
  BOOST_TEST(to_json(Results::read(file)) == to_json(results));
}

BOOST_AUTO_TEST_CASE(a_file_that_holds_no_results_is_refused_with_what_to_do)
{
  const TemporaryFolder folder;
  for (const char* text :
       {"", "{}", "[1]", R"({"folder": "/", "proofs": [{}]})", R"({"folder": "/", "proofs": 7})"}) {
    write_file(folder / "results.json", text);
    BOOST_CHECK_EXCEPTION(Results::read(folder / "results.json"), Error,
                          says("remove it and run that again"));
  }
}
