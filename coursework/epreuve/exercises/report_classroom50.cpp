#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"

#include <string>

namespace epreuve::exercises {

std::string classroom50_json(const StudentsView& view)
{
  const Grade& grade = *view;
  using Json = nlohmann::ordered_json;
  Json tests = Json::array();
  for (const Grade::OfChapter& chapter : grade.chapters)
    for (const Result& result : chapter.results) {
      const std::string why = obstacle(grade, chapter);
      tests.push_back({{"test-name", full_name(chapter, result)},
                       {"passed", why.empty() && result.status == Status::done},
                       {"score", result.points()},
                       {"max-score", result.about.points},
                       {"diagnosis", excerpt(result.feedback.diagnosis)},
                       {"output", as_text(result, why)}});
    }
  return written({{"score", grade.points()}, {"max-score", grade.most_points()}, {"tests", tests}});
}

} // namespace epreuve::exercises
