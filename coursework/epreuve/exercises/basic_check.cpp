#include "epreuve/exercises/basic_check.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/argument_parts.hpp"
#include "epreuve/exercises/as_if.hpp"
#include "epreuve/exercises/cpp_text.hpp"
#include "epreuve/exercises/in_common.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <map>

namespace epreuve::exercises {

BasicCheck::BasicCheck(About about, std::vector<std::string> argument_names, const Type& arguments,
                       const Type& result)
    : about_(std::move(about)), argument_names_(std::move(argument_names)), arguments_(&arguments),
      result_(&result)
{
}

std::string BasicCheck::flaw() const
{
  if (named_.empty() || !random_)
    return "it needs named inputs and random ones";
  if (in_parts_ >= about_.points && in_parts_ > 0)
    return fmt::format("its properties earn {} of its {} points; a wrong answer must get less "
                       "than all",
                       in_parts_, about_.points);
  if (!expected_ && properties_.empty())
    return "it needs a right answer or a property";
  return "";
}

Inputs BasicCheck::inputs() const
{
  Inputs inputs;
  for (const auto& [name, arguments] : named_)
    inputs.named.push_back(name);
  for (const Large& large : large_)
    inputs.large.push_back(large.name);
  inputs.has_domain = static_cast<bool>(domain_);
  return inputs;
}

Result BasicCheck::judge(const Judging& judging) const
{
  const Allowance allowance = judging.chapter.at_most(limits_.exercise_seconds);
  Worker worker(judging.launch, allowance.within(limits_));
  Trials trials;
  std::vector<std::pair<std::string, bool>> on_named;
  for (const auto& [name, arguments] : named_) {
    if (!is_inside_domain(arguments))
      throw Error("the check of {} tries \"{}\", which is outside its domain", about_.name, name);
    const Trial trial = attempt(worker, arguments, name);
    trials.add(trial);
    on_named.emplace_back(name, trial.passed());
    if (!trial.passed())
      consider(trials, trial);
    if (trials.ends_judging())
      break;
  }
  if (!trials.ends_judging())
    try_random(worker, trials, judging.seed);
  if (!trials.failed().empty() && !trials.ends_judging())
    try_more(worker, trials, judging.seed + 1);
  Result result = conclude(trials, worker, judging.mistakes, allowance);
  result.on_named = std::move(on_named);
  const bool errs_in_memory = result.status == Status::wrong && judging.sanitized &&
                              look_for_memory_error(*judging.sanitized, trials, result, allowance);
  if (result.status == Status::wrong && result.feedback.diagnosis.empty() && !errs_in_memory)
    result.feedback.diagnosis = general_diagnosis(trials, judging, allowance);
  if (result.status == Status::done)
    try_large(worker, result);
  if (result.status == Status::done && judging.sanitized)
    try_sanitized(*judging.sanitized, trials, result, allowance);
  if (result.status == Status::wrong && in_parts_ > 0)
    give_credit(result, judging, allowance);
  return result;
}

std::vector<Example> BasicCheck::examples() const
{
  std::vector<Example> all;
  for (const auto& [name, arguments] : named_)
    all.push_back({name, call_text(arguments, digits_for(read_value(*arguments_, arguments))),
                   expected_ ? show(read_value(*result_, expected_(arguments))) : ""});
  return all;
}

bool BasicCheck::Property::holds_for(const Bytes& arguments, const Bytes& value,
                                     std::string& reason) const
{
  try {
    return holds(arguments, value);
  } catch (const std::exception& error) {
    reason = error.what();
    return false;
  }
}

bool BasicCheck::Family::explains(const std::vector<Trial>& failed) const
{
  Constants common = any_constant;
  int shown = 0;
  for (const Trial& trial : failed) {
    if (!trial.value || trial.value->type == nullptr)
      return false;
    try {
      const Constants found = constants(trial.arguments, bytes_of(*trial.value));
      shown += found.lowest > any_constant.lowest || found.highest < any_constant.highest ? 1 : 0;
      common = {std::max(common.lowest, found.lowest), std::min(common.highest, found.highest)};
    } catch (const std::exception&) {
      return false; // the value has an unforeseen shape
    }
    if (!(common.lowest <= common.highest))
      return false;
  }
  return shown >= 2;
}

bool BasicCheck::is_inside_domain(const Bytes& arguments) const
{
  return !domain_ || domain_(arguments);
}

void BasicCheck::consider(Trials& trials, const Trial& failed) const
{
  trials.consider(failed, extent(read_value(*arguments_, failed.arguments)));
}

std::string BasicCheck::call_text(const Bytes& arguments, int digits) const
{
  const Value values = read_value(*arguments_, arguments);
  std::vector<std::string> shown;
  for (const Value& value : values.parts())
    shown.push_back(show_as(argument_names_.at(shown.size()), value, digits));
  return fmt::format("{}({})", about_.name, fmt::join(shown, ", "));
}

Trial BasicCheck::attempt(Worker& worker, const Bytes& arguments, const std::string& label) const
{
  Trial trial{.arguments = arguments, .label = label};
  trial.answer = worker.call(about_.name, arguments);
  trial.value = value_in(trial.answer);
  if (!trial.value)
    return trial;
  Bytes bytes;
  bytes.swap(trial.answer.payload); // once is enough
  judge_value(trial, bytes);
  // A result that is larger than any right one for these inputs is wrong, and need not be compared.
  constexpr std::size_t most_kept = 256 << 10;
  if (!trial.passed() && bytes.size() > most_kept)
    trial.value.emplace();
  return trial;
}

std::optional<Value> BasicCheck::value_in(Answer& answer) const
{
  if (answer.outcome != Outcome::value)
    return std::nullopt;
  try {
    return read_value(*result_, answer.payload);
  } catch (const std::exception& error) {
    answer = {Outcome::broke_the_protocol, error.what()};
    return std::nullopt;
  }
}

void BasicCheck::judge_value(Trial& trial, const Bytes& bytes) const
{
  if (expected_) {
    const Value expected = read_value(*result_, expected_(trial.arguments));
    if (const Objection objection = object(*trial.value, expected, closeness_)) {
      trial.objection = objection;
      // As many digits as it takes to see a difference.
      for (const int digits : {6, 10, 17}) {
        trial.expected = show(expected, digits);
        trial.got = show(*trial.value, digits);
        if (trial.expected != trial.got || !objection->empty())
          return;
      }
      return;
    }
  }
  for (const Property& property : properties_) {
    std::string reason;
    if (!property.holds_for(trial.arguments, bytes, reason)) {
      trial.objection = reason;
      trial.expected = translated("checks", property.words);
      trial.got = show(*trial.value, 10);
      return;
    }
  }
}

void BasicCheck::try_random(Worker& worker, Trials& trials, std::uint64_t seed) const
{
  constexpr std::size_t most_kept = Trials::most_kept - 20, // the others are for try_more
      most_numbers = 100;
  Patience patience;
  std::map<std::string, Trial> failed; // for each input that was drawn
  std::uint64_t outside = 0;
  const auto result = evidence::check_property(
      [&](Draw& draw) {
        const Bytes arguments = random_(draw);
        if (patience.is_over())
          return true;
        if (!is_inside_domain(arguments)) {
          ++outside;
          return true;
        }
        const Trial trial = attempt(worker, arguments, "");
        patience.after(trial.answer.outcome, trial.passed());
        trials.add(trial, most_kept);
        if (!trial.passed()) {
          Trial& kept = failed.insert_or_assign(draw.text(), trial).first->second;
          if (kept.value && extent(*kept.value) > most_numbers)
            kept.value.emplace(); // there may be thousands of results
        }
        return trial.passed();
      },
      draws_, seed);
  if (result.threw)
    throw Error("the check of {} draws wrongly: {}", about_.name, result.failure);
  if (!result.passed)
    consider(trials, failed.at(result.counterexample));
  else if (2 * outside > draws_)
    throw Error("the check of {} draws wrongly: {} of {} inputs are outside its domain",
                about_.name, outside, draws_);
}

/// Further draws, of the size that they are drawn with, on which diagnoses are decided: the failing inputs so far are
/// mostly small ones, on which mistakes look alike.
void BasicCheck::try_more(Worker& worker, Trials& trials, std::uint64_t seed) const
{
  constexpr std::uint64_t draws = 30;
  Patience patience;
  evidence::check_property(
      [&](Draw& draw) {
        const Bytes arguments = random_(draw);
        if (patience.is_over() || !is_inside_domain(arguments))
          return true;
        const Trial trial = attempt(worker, arguments, "");
        patience.after(trial.answer.outcome, trial.passed());
        trials.add(trial);
        return true;
      },
      draws, seed);
}

BasicCheck::Likeness BasicCheck::likeness(Mistakes& mistakes, const Mistakes::Mistake& mistake,
                                          const Trial& trial) const
{
  using enum Likeness;
  Answer answer = mistakes.answer(mistake, trial.arguments, trial.answer);
  const std::optional<Value> value = value_in(answer);
  const auto same_if = [](bool is_same) { return is_same ? same : different; };
  if (answer.outcome != trial.answer.outcome)
    return trial.value && !value && answer.outcome != Outcome::timed_out ? no_result : different;
  if (answer.outcome == Outcome::timed_out) // and not because time had run out
    return same_if(!had_no_time(answer, limits_) || answer.seconds > 0.9 * trial.answer.seconds);
  if (answer.outcome == Outcome::threw)
    return same_if(kind_of_exception(answer.payload) == kind_of_exception(trial.answer.payload));
  return same_if(!value || !object(*trial.value, *value, closeness_));
}

bool BasicCheck::is_described(const std::string& diagnosis) const
{
  return std::ranges::find(families_, diagnosis, &Family::diagnosis) != families_.end();
}

/// The mistake of a student whose function does what a known one does on every input, right or wrong; of several, the
/// one that agrees with it most often where it is right. Where it is right and the mistake ends without a result, it
/// may have a case of its own for that input: that is allowed if its results on other inputs are the mistake's. If it
/// has no result on any input, all that throw the same look alike, and none is recognised. If no listed mistake is, the
/// first that is described with any constant and explains what is wrong.
std::string BasicCheck::diagnosis(const Trials& trials, const std::filesystem::path& program,
                                  const Allowance& allowance) const
{
  const auto results = std::ranges::count_if(
      trials.failed(), [](const Trial& trial) { return trial.value.has_value(); });
  const bool has_case_of_its_own = results >= 2;
  Mistakes mistakes(program, about_.name, allowance.within(limits_));
  std::vector<std::pair<std::string, std::ptrdiff_t>> candidates; // how often they agree
  for (const Mistakes::Mistake& mistake : mistakes.known()) {
    const auto is_like = [&](const Trial& trial) { return likeness(mistakes, mistake, trial); };
    const auto is_the_same = [&](const Trial& trial) { return is_like(trial) == Likeness::same; };
    if (is_described(mistake.diagnosis) || (results == 0 && trials.passed().empty()) ||
        !std::ranges::all_of(trials.failed(), is_the_same))
      continue;
    std::ptrdiff_t agrees = 0;
    const bool is_possible = std::ranges::all_of(trials.passed(), [&](const Trial& trial) {
      const Likeness found = is_like(trial);
      agrees += found == Likeness::same ? 1 : 0;
      return found == Likeness::same || (found == Likeness::no_result && has_case_of_its_own);
    });
    if (is_possible)
      candidates.emplace_back(mistake.diagnosis, agrees);
  }
  if (!candidates.empty())
    return std::ranges::max_element(candidates, {}, [](const auto& each) { return each.second; })
        ->first;
  const auto family = std::ranges::find_if(
      families_, [&](const Family& each) { return each.explains(trials.failed()); });
  return family == families_.end() ? "" : family->diagnosis;
}

/// An input that failed, to this many digits, the expected result and the actual one.
Feedback BasicCheck::feedback_on(const Trial& trial, const Worker& worker, int digits) const
{
  Feedback feedback;
  const std::string call = call_text(trial.arguments, digits);
  feedback.input =
      trial.label.empty() ? call : said("{}: {}", translated("checks", trial.label), call);
  feedback.call = cpp_call(*result_, "exercise::" + about_.name, argument_names_,
                           read_value(*arguments_, trial.arguments));
  feedback.printed = what_was_printed(trial.answer, worker.lines_printed());
  if (trial.value) {
    feedback.expected = trial.expected;
    feedback.got = trial.got;
    feedback.reason = trial.objection.value_or("");
  } else {
    feedback.got = words(trial.answer, limits_);
    feedback.reason =
        had_no_time(trial.answer, limits_) ? said(slow_together) : usual_cause(trial.answer);
    if (expected_)
      feedback.expected = show(read_value(*result_, expected_(trial.arguments)));
  }
  return feedback;
}

void BasicCheck::try_large(Worker& worker, Result& result) const
{
  for (const auto& [name, growth, arguments] : large_) {
    const Trial trial = attempt(worker, arguments(), name);
    if (trial.passed())
      continue;
    result.status = Status::wrong;
    result.feedback =
        feedback_on(trial, worker, digits_for(read_value(*arguments_, trial.arguments)));
    if (const std::string much = what_grows(trial.answer.outcome); !much.empty())
      result.feedback.reason = said("{}: {}", much, translated("checks", growth));
    return;
  }
}

/// Calls the same code, compiled with sanitizers, on inputs where it was right. What a bound ends there counts as right,
/// whichever bound it is and however often: how much the sanitizers need is not the answer's merit or fault.
void BasicCheck::try_sanitized(const Launch& launch, const Trials& trials, Result& result,
                               const Allowance& allowance) const
{
  const Limits limits = allowance.within(with_room_for_sanitizers(limits_));
  Worker worker(launch, limits);
  std::size_t random = 0;
  for (const Trial& passed : trials.passed()) {
    constexpr std::size_t enough = 10; // random inputs
    if (passed.label.empty() && ++random > enough)
      return;
    const Trial trial = attempt(worker, passed.arguments, passed.label);
    if (trial.passed())
      continue;
    const std::optional<MemoryError> error = memory_error(trial.answer);
    if (!error && !trial.value && trial.answer.outcome != Outcome::threw) {
      // A bound ended it, or they do not start: no error was seen, so it counts as right, and that is said.
      result.is_unwatched = !has_started(worker);
      if (!result.is_unwatched)
        result.remark = said(not_looked_for, what_stopped(trial.answer, limits));
      return;
    }
    result.status = Status::wrong;
    result.feedback =
        feedback_on(trial, worker, digits_for(read_value(*arguments_, trial.arguments)));
    result.feedback.printed = passed.answer.printed; // without the sanitizers' report
    result.feedback.reason = said(differs_between_runs);
    if (error) {
      result.feedback.expected.clear();
      result.feedback.got = said("the right result, but {}", words(*error));
      result.feedback.reason = said(right_by_luck);
    }
    return;
  }
}

/// Adds a memory error to the reason why an answer is wrong or crashes, if it makes one on the smallest input where it is
/// wrong, or on another one, which is then named. (On the smallest it may not show: a vector of one entry lies in its
/// object.)
bool BasicCheck::look_for_memory_error(const Launch& launch, const Trials& trials, Result& result,
                                       const Allowance& allowance) const
{
  constexpr std::size_t enough = 5;
  Worker worker(launch, allowance.within(with_room_for_sanitizers(limits_)));
  std::vector<const Trial*> tried{trials.smallest()};
  for (const Trial& failed : trials.failed())
    if (tried.size() <= enough && failed.arguments != tried.front()->arguments)
      tried.push_back(&failed);
  for (const Trial* const wrong : tried) {
    if (!wrong->value && wrong->answer.outcome != Outcome::crashed)
      return false;
    const Answer answer = attempt(worker, wrong->arguments, "").answer;
    if (const auto error = memory_error(answer)) {
      std::string& reason = result.feedback.reason;
      const std::string found =
          wrong == tried.front()
              ? words(*error)
              : said("on {} {}",
                     call_text(wrong->arguments,
                               digits_for(read_value(*arguments_, wrong->arguments))),
                     words(*error));
      reason = reason.empty() ? found : said("{}; {}", found, reason);
      return true;
    }
    if (answer.outcome == Outcome::timed_out || answer.outcome == Outcome::out_of_memory)
      return false; // as would the next one
  }
  return false;
}

/// What it means if a function that was wrong among other calls is right when it is called alone; empty if it is not.
/// With sanitizers, what was never set is not 0 by luck, as it is in a fresh program.
std::string BasicCheck::difference_when_alone(const Trial& failed, const Judging& judging,
                                              const Allowance& allowance) const
{
  Worker alone(judging.launch, allowance.within(limits_));
  if (is_final(failed.answer.outcome) || !attempt(alone, failed.arguments, "").passed())
    return "";
  if (!judging.sanitized)
    return said(right_alone);
  Worker watched(*judging.sanitized, allowance.within(with_room_for_sanitizers(limits_)));
  const Trial trial = attempt(watched, failed.arguments, "");
  return trial.passed() ? said(right_alone_with_sanitizers)
         : trial.value  ? said(wrong_alone_with_sanitizers)
                        : said(right_alone);
}

/// What is true of any function: it is right when it is called alone, or its results have something in common.
std::string BasicCheck::general_diagnosis(const Trials& trials, const Judging& judging,
                                          const Allowance& allowance) const
{
  const Trial& smallest = *trials.smallest();
  if (std::string words = difference_when_alone(smallest, judging, allowance); !words.empty())
    return words;
  const auto without_result = std::ranges::find_if(trials.failed(), [](const Trial& trial) {
    return !trial.value && !usual_cause(trial.answer).empty();
  });
  if (smallest.value && without_result != trials.failed().end())
    return said("on other inputs there is {}; {}", words(without_result->answer, limits_),
                usual_cause(without_result->answer));
  std::vector<Compared> wrong, right;
  const auto compared = [&](const Trial& trial) {
    return Compared{*trial.value, read_value(*result_, expected_(trial.arguments)),
                    read_value(*arguments_, trial.arguments)};
  };
  for (const Trial& trial : trials.failed()) {
    if (!expected_ || !trial.value || trial.value->type == nullptr)
      return "";
    const bool is_shown = trial.arguments == smallest.arguments;
    wrong.insert(is_shown ? wrong.begin() : wrong.end(), compared(trial));
  }
  for (const Trial& trial : trials.passed())
    right.push_back(compared(trial));
  const std::vector<ArgumentPart> parts = parts_of(argument_names_, *arguments_);
  if (std::string words = in_common(wrong, right, parts); !words.empty())
    return words;
  if (std::string words = as_if(wrong, right, parts, judging.mistakes, allowance); !words.empty())
    return words;
  return where_wrong(wrong, right);
}

/// Whether the solution has these results for changed arguments. It is called in a worker, not here: what a change makes
/// of an input is sometimes not allowed, and there it may do anything. A check's domain, if there is one, is asked about
/// the inputs on which the solution has the same result.
std::string BasicCheck::as_if(const std::vector<Compared>& wrong,
                              const std::vector<Compared>& right,
                              const std::vector<ArgumentPart>& parts,
                              const std::filesystem::path& program,
                              const Allowance& allowance) const
{
  constexpr int most_calls = 1000, most_without_result = 3; // that also cost a new worker
  Mistakes mistakes(program, about_.name, allowance.at_most(1).within(limits_));
  int calls = 0, without_result = 0;
  const auto result = [&](const Value& arguments) -> std::optional<Value> {
    if (++calls > most_calls || without_result >= most_without_result)
      return std::nullopt;
    Answer answer = mistakes.solution(bytes_of(arguments));
    without_result += answer.outcome == Outcome::crashed || is_final(answer.outcome) ? 1 : 0;
    return value_in(answer);
  };
  const auto is_right_for = [&](const Compared& each, const Value& arguments) {
    const std::optional<Value> value = result(arguments);
    try {
      return value && !object(each.got, *value, closeness_) &&
             is_inside_domain(bytes_of(arguments));
    } catch (const std::exception&) {
      return false; // a shape for which the domain does not even ask
    }
  };
  return as_if_changed(wrong, right, parts, is_right_for);
}

/// The fewest digits that represent an input faithfully: all of them if two of its numbers would look the same, or if
/// the answer is right for the rounded numbers.
int BasicCheck::digits_of_input(const Trial& failed, Worker& worker) const
{
  const Value arguments = read_value(*arguments_, failed.arguments);
  if (digits_for(arguments) == all_digits)
    return all_digits;
  const Bytes shown = bytes_of(rounded(arguments));
  if (!failed.value || shown == failed.arguments)
    return short_digits;
  try {
    return !is_inside_domain(shown) || attempt(worker, shown, "").passed() ? all_digits
                                                                           : short_digits;
  } catch (const std::exception&) {
    return all_digits; // rounded, it is not a valid input
  }
}

/// The points of a wrong answer, for the properties that all its results have.
void BasicCheck::give_credit(Result& result, const Judging& judging,
                             const Allowance& allowance) const
{
  Worker worker(judging.launch, allowance.within(limits_));
  std::vector<const Property*> held;
  for (const Property& property : properties_)
    if (property.points > 0)
      held.push_back(&property);
  const auto look_at = [&](const Bytes& arguments) {
    if (held.empty())
      return;
    Answer answer = worker.call(about_.name, arguments);
    const bool has_value = value_in(answer).has_value();
    std::erase_if(held, [&](const Property* property) {
      std::string reason;
      return !has_value || !property->holds_for(arguments, answer.payload, reason);
    });
  };
  for (const auto& [name, arguments] : named_)
    look_at(arguments);
  evidence::check_property(
      [&](Draw& draw) {
        if (const Bytes arguments = random_(draw); is_inside_domain(arguments))
          look_at(arguments);
        return true;
      },
      draws_, judging.seed);
  std::vector<std::string> words;
  for (const Property* property : held) {
    result.earned += property->points;
    words.push_back(translated("checks", property->words));
  }
  if (!held.empty())
    result.feedback.credit =
        said("{} of {} points: {}", result.earned, about_.points, fmt::join(words, "; "));
}

Result BasicCheck::conclude(const Trials& trials, Worker& worker,
                            const std::filesystem::path& mistakes, const Allowance& allowance) const
{
  Result result{.about = about_, .status = Status::done, .feedback = {}};
  const Trial* const smallest = trials.smallest();
  if (smallest == nullptr)
    return result;
  if (smallest->answer.outcome == Outcome::not_started) {
    result.status = Status::not_started;
    return result;
  }
  result.status = Status::wrong;
  Feedback& feedback = result.feedback;
  result.is_outside = !is_inside_domain(smallest->arguments);
  feedback = feedback_on(*smallest, worker, digits_of_input(*smallest, worker));
  const std::string known = diagnosis(trials, mistakes, allowance);
  feedback.diagnosis = translated(is_described(known) ? "checks" : "diagnoses", known);
  return result;
}

} // namespace epreuve::exercises
