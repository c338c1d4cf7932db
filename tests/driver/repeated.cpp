// Two runs of the driver on the chapters that measure times and memory: their records differ only in what the record
// itself marks as measured, and their figures in nothing.

#include "epreuve/system/temporary_folder.hpp"
#include "support/process.hpp"
#include "support/schema.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

using epreuve::TemporaryFolder;
using nlohmann::json;

namespace {

struct Run
{
  json record;
  std::map<std::string, std::string> figures; // of nothing measured, by file
};

Run run_into(const std::filesystem::path& folder)
{
  const auto file = folder / "record.json";
  const auto run = epreuve::tests::run(EPREUVE_DRIVER_PROGRAM,
                                       {"run", "minimum-norm", "kronecker", "--json", file.string(),
                                        "--figures", (folder / "figures").string()});
  BOOST_TEST_REQUIRE(run.status == 0, run.error);
  Run result{.record = json::parse(epreuve::tests::read_file(file)), .figures = {}};
  for (const json& chapter : result.record["chapters"])
    for (const json& figure : chapter["figures"])
      if (!figure["measured"]) {
        const std::string drawn = figure["drawn"];
        result.figures[drawn] = epreuve::tests::read_file(drawn);
      }
  return result;
}

/// Removes everything that is marked as measured from a record, and counts it.
int forget_measured(json& part)
{
  int forgotten = 0;
  if (part.is_object() && part.contains("measured") && part.contains("rows")) {
    for (std::size_t column = 0; column < part["headings"].size(); ++column) {
      if (std::ranges::find(part["measured"], part["headings"][column]) == part["measured"].end())
        continue;
      ++forgotten;
      for (json& row : part["rows"])
        row[column] = "";
    }
  } else if (part.is_object() && part.contains("seen") && part.value("measured", false)) {
    ++forgotten;
    for (const char* member : {"seen", "computed", "absolute", "ulps"})
      part.erase(member);
  }
  if (part.is_structured())
    for (json& inner : part)
      forgotten += forget_measured(inner);
  return forgotten;
}

} // namespace

BOOST_AUTO_TEST_CASE(two_runs_differ_in_nothing_but_what_the_record_marks_as_measured)
{
  const TemporaryFolder folder;
  auto [first, figures] = run_into(folder.path());
  auto [second, figures_again] = run_into(folder.path());
  BOOST_TEST(figures.size() >= 11u);
  BOOST_TEST((figures == figures_again));
  BOOST_TEST(epreuve::tests::schema_violations(first) == "");
  BOOST_TEST(first != second); // or there would be nothing to mark
  BOOST_TEST(forget_measured(first) >= 8);
  forget_measured(second);
  BOOST_TEST(json::diff(first, second).dump(1) == "[]");
}
