// A grade in JSON, as a part that --merge reads: refused, or read as a grade whose points are no more
// than its exercises have, which is written as it was read, and of which every report can be made.

#include "epreuve/error.hpp"
#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/reports.hpp"
#include "epreuve/system/read_json.hpp"
#include "fuzz.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

using namespace epreuve;
using namespace epreuve::exercises;
using fuzz::require;
using nlohmann::json;

namespace {

void check(const Grade& grade)
{
  const json written = to_json(grade);
  require(to_json(grade_from_json(written)) == written,
          "a grade that is written is read as another");
  require(grade.points() >= 0, "points below 0");
  require(grade.points() <= grade.most_points(), "more points than there are");
  const StudentsView view(grade, Disclosure::all);
  for (const auto& report : {feedback_page, gradescope_json})
    require(report(view).size() < 4'000'000, "a report without bound");
  for (const std::string& seen :
       {grades_csv({grade}), class_page({grade}, ""), feedback_page(view)})
    require(seen.find('\x1b') == std::string::npos, "an escape sequence in what a teacher reads");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  Grade grade;
  try {
    grade =
        grade_from_json(parse_json(fuzz::deepened(fuzz::text(data, size)), "it", {.deepest = 10}));
  } catch (const json::exception&) {
    return 0;
  } catch (const Error&) {
    return 0;
  }
  check(grade);
  return 0;
}
