#include "epreuve/exercises/verdict.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace epreuve::exercises {

namespace {

using nlohmann::json;
using Text = std::string Feedback::*;

constexpr std::array<std::pair<const char*, Text>, 8> texts_of_feedback{
    {{"input", &Feedback::input},
     {"expected", &Feedback::expected},
     {"got", &Feedback::got},
     {"reason", &Feedback::reason},
     {"diagnosis", &Feedback::diagnosis},
     {"printed", &Feedback::printed},
     {"credit", &Feedback::credit},
     {"call", &Feedback::call}}};

/// Cuts a text between characters, not within one.
void cut(std::string& text, std::size_t most)
{
  constexpr std::string_view mark = " [cut]";
  if (text.size() <= most)
    return;
  std::size_t end = most - mark.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  text.resize(end);
  text += mark;
}

Status status_named(const std::string& word)
{
  for (const Status status : {Status::done, Status::wrong, Status::not_started})
    if (word == name(status))
      return status;
  throw Error("it has no status");
}

int earned_of(const json& written, const About& about)
{
  const json& earned = written.at("earned");
  if (!earned.is_number_integer())
    throw Error("its points are not a whole number");
  return static_cast<int>(std::clamp<std::int64_t>(earned, 0, most_earned(about)));
}

} // namespace

Feedback within_bounds(Feedback feedback)
{
  for (const auto& [key, text] : texts_of_feedback)
    if (text != &Feedback::call)
      cut(feedback.*text, text == &Feedback::printed ? most_printed : most_of_text);
  if (feedback.call.size() > most_of_call)
    feedback.call.clear();
  return feedback;
}

std::string write_verdict(const Result& result)
{
  json written{{"name", result.about.name}, {"status", name(result.status)}};
  if (result.is_unwatched)
    written["unwatched"] = true;
  if (!result.remark.empty())
    written["remark"] = result.remark;
  if (result.status == Status::wrong) {
    const Feedback feedback = within_bounds(result.feedback);
    written["earned"] = result.earned;
    for (const auto& [key, text] : texts_of_feedback)
      written["feedback"][key] = feedback.*text;
  }
  return written.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result read_verdict(std::string_view line, const About& asked)
{
  try {
    const json written = parse_json(line, "it", {.deepest = 2});
    if (const std::string& of = written.at("name").get_ref<const std::string&>(); of != asked.name)
      throw Error("it is about {}, the question was about {}", in_quotes(of.substr(0, 100)),
                  asked.name);
    Result result{.about = asked, .status = status_named(written.at("status")), .feedback = {}};
    result.is_unwatched = written.value("unwatched", false);
    if (result.status == Status::done) {
      result.remark = written.value("remark", "");
      cut(result.remark, most_of_text);
    }
    if (result.status != Status::wrong)
      return result;
    result.earned = earned_of(written, asked);
    for (const auto& [key, text] : texts_of_feedback)
      result.feedback.*text = written.at("feedback").at(key);
    result.feedback = within_bounds(std::move(result.feedback));
    return result;
  } catch (const json::exception&) {
    throw Error("it is not a verdict");
  }
}

} // namespace epreuve::exercises
