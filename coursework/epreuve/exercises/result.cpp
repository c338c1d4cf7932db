#include "epreuve/exercises/result.hpp"

#include "epreuve/error.hpp"

namespace epreuve::exercises {

using nlohmann::json;

std::string name(Status status)
{
  switch (status) {
  case Status::done:
    return "done";
  case Status::wrong:
    return "wrong";
  case Status::not_started:
    return "not started";
  }
  throw Error("an unknown status");
}

json to_json(const About& about)
{
  return {{"name", about.name},     {"title", about.title}, {"section", about.section},
          {"points", about.points}, {"stars", about.stars}, {"hints", about.hints}};
}

About about_from_json(const json& written)
{
  return {written.at("name"),   written.at("title"), written.at("section"),
          written.at("points"), written.at("stars"), written.at("hints")};
}

json to_json(const Result& result)
{
  json written = to_json(result.about);
  written["status"] = name(result.status);
  if (!result.remark.empty())
    written["remark"] = result.remark;
  if (result.status == Status::wrong) {
    const Feedback& feedback = result.feedback;
    written["earned"] = result.earned;
    written["feedback"] = {{"input", feedback.input},
                           {"expected", feedback.expected},
                           {"got", feedback.got},
                           {"reason", feedback.reason},
                           {"diagnosis", feedback.diagnosis},
                           {"printed", feedback.printed},
                           {"credit", feedback.credit},
                           {"call", feedback.call}};
  }
  return written;
}

Result result_from_json(const json& written)
{
  Result result{.about = about_from_json(written), .status = Status::wrong, .feedback = {}};
  for (const Status status : {Status::done, Status::not_started})
    if (written.at("status") == name(status))
      result.status = status;
  if (written.at("status") == not_judged && !written.contains("feedback"))
    result.status = Status::not_started;
  if (written.contains("remark"))
    result.remark = written.at("remark");
  if (written.contains("feedback")) {
    const auto& feedback = written.at("feedback");
    result.feedback = {feedback.at("input"),  feedback.at("expected"),  feedback.at("got"),
                       feedback.at("reason"), feedback.at("diagnosis"), feedback.at("printed"),
                       feedback.at("credit"), feedback.at("call")};
    result.earned = written.at("earned");
  }
  return result;
}

} // namespace epreuve::exercises
