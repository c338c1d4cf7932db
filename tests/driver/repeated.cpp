// Two runs of the driver on the chapters that measure times and memory: their records differ only in what the record
// itself marks as measured.

#include "epreuve/system/temporary_folder.hpp"
#include "support/process.hpp"
#include "support/schema.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using epreuve::TemporaryFolder;
using nlohmann::json;

namespace {

json record_of_a_run(const std::filesystem::path& file)
{
  const auto run = epreuve::tests::run(
      EPREUVE_DRIVER_PROGRAM, {"run", "minimum-norm", "kronecker", "--json", file.string()});
  BOOST_TEST_REQUIRE(run.status == 0, run.error);
  return json::parse(epreuve::tests::read_file(file));
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

BOOST_AUTO_TEST_CASE(records_of_two_runs_differ_in_nothing_but_what_is_marked_as_measured)
{
  const TemporaryFolder output;
  json first = record_of_a_run(output / "first.json");
  json second = record_of_a_run(output / "second.json");
  BOOST_TEST(epreuve::tests::schema_violations(first) == "");
  BOOST_TEST(first != second); // or there would be nothing to mark
  BOOST_TEST(forget_measured(first) >= 8);
  forget_measured(second);
  BOOST_TEST(json::diff(first, second).dump(1) == "[]");
}
