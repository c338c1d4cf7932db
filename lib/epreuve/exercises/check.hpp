#pragma once

#include "epreuve/error.hpp"
#include "epreuve/evidence/property.hpp"
#include "epreuve/exercises/cpp_text.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/mistakes.hpp"
#include "epreuve/exercises/result.hpp"
#include "epreuve/exercises/trial.hpp"
#include "epreuve/exercises/values.hpp"
#include "epreuve/exercises/worker.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace epreuve::exercises {

using evidence::Draw;

/// What a property earns for an answer that is wrong otherwise.
struct Worth
{
  int points = 0;
};
inline Worth worth(int points)
{
  return {points};
}

/// What an exercise is judged with.
struct Judging
{
  const Launch& launch; ///< of judged code
  /// The same code, compiled with sanitizers (memory_error.hpp), on which what is right is tried once
  /// more, and what is not may show why. Without it, errors of memory pass.
  const std::optional<Launch>& sanitized;
  /// The program of the chapter's mutants; started only for an answer that is wrong, and not needed
  /// if there is none.
  const std::filesystem::path& mistakes;
  std::uint64_t seed; ///< of every random draw
  Allowance chapter;  ///< what is left of the chapter's time
};

/// How one exercise is judged: what it says of itself, the inputs that it is tried on, and what its
/// results are compared with. For a function R(A...); messages call its arguments by the names that
/// they have in exercises.hpp.
///
///     course.exercise<decltype(exercise::softmax)>("softmax", {"x"})
///         .title("Softmax, as the formula says").section("exo7 2.1").points(2).stars(1)
///         .hint("...").hint("...").hint("...")
///         .expects([](const arma::vec& x) { return math::softmax(x); })
///         .on("large logits", arma::vec{1000, 1001})
///         .on_random([](Draw& draw) { ... return std::tuple(x); });
///
/// What may have gone wrong is known from the chapter's mutants.
/// An exercise that has several right answers leaves out expects() and states properties.
template <typename Signature>
class Check;

template <typename R, typename... A>
class Check<R(A...)>
{
public:
  using Value = std::decay_t<R>;
  using Arguments = std::tuple<std::decay_t<A>...>;

  Check(std::string name, std::vector<std::string> argument_names)
      : argument_names_(std::move(argument_names))
  {
    about_.name = std::move(name);
  }

  Check& title(std::string text) { return set(about_.title, std::move(text)); }
  Check& section(std::string text) { return set(about_.section, std::move(text)); }
  Check& points(int number) { return set(about_.points, number); }
  Check& stars(int number) { return set(about_.stars, number); }
  /// From a nudge to nearly all; at least three.
  Check& hint(std::string text)
  {
    about_.hints.push_back(std::move(text));
    return *this;
  }

  /// The right answer to any input that is tried.
  Check& expects(std::function<Value(const std::decay_t<A>&...)> function)
  {
    expected_ = std::move(function);
    return *this;
  }
  Check& within(Closeness closeness) { return set(closeness_, closeness); }

  /// What every result must have, in words that a student reads: "the entries sum to 1".
  /// @param credit  worth(1): an answer that is wrong gets a point if all its results have the
  ///                property, on every input by name and all that are drawn. No crash, no
  ///                exception and no result late: then none of its properties earn anything.
  Check& property(std::string words,
                  std::function<bool(const std::decay_t<A>&..., const Value&)> holds,
                  Worth credit = {})
  {
    in_parts_ += credit.points;
    properties_.push_back({std::move(words), std::move(holds), credit.points});
    return *this;
  }

  /// An edge case, and what to call it.
  Check& on(std::string name, std::decay_t<A>... arguments)
  {
    named_.push_back({std::move(name), Arguments(std::move(arguments)...)});
    return *this;
  }
  /// Random inputs, and how many of them; when one fails, smaller ones are looked for.
  Check& on_random(std::function<Arguments(Draw&)> draw, std::uint64_t draws = 100)
  {
    random_ = std::move(draw);
    draws_ = draws;
    return *this;
  }

  /// An input on which time or memory that grow faster than the exercise allows run against the
  /// limits, by a factor of 100 or so; tried on an answer that is right everywhere else.
  /// @param growth  what is too much, in words: "n is 10^6 here, and n^2 numbers are 8 TB"
  Check& on_large(std::string name, std::string growth, std::function<Arguments()> arguments)
  {
    large_.push_back({std::move(name), std::move(growth), std::move(arguments)});
    return *this;
  }

  Check& limits(const Limits& limits) { return set(limits_, limits); }

  const About& about() const { return about_; }
  /// What is missing before this can judge anything; empty if nothing is.
  std::string flaw() const
  {
    if (about_.title.empty() || about_.section.empty() || about_.points < 1 || about_.stars < 1 ||
        about_.stars > 5 || about_.hints.size() < 3)
      return "a title, a section, points, 1 to 5 stars and 3 hints are needed";
    if (argument_names_.size() != sizeof...(A))
      return fmt::format("{} arguments have {} names", sizeof...(A), argument_names_.size());
    if (named_.empty() || !random_)
      return "inputs by name and random ones are needed";
    if (in_parts_ >= about_.points && in_parts_ > 0)
      return fmt::format("its properties earn {} of its {} points; a wrong answer must get less "
                         "than all",
                         in_parts_, about_.points);
    if (!expected_ && properties_.empty())
      return "a right answer or a property is needed";
    return "";
  }

  Result judge(const Judging& judging) const
  {
    const Allowance allowance = judging.chapter.at_most(limits_.exercise_seconds);
    Worker worker(judging.launch, allowance.within(limits_));
    Trials<Value, Arguments> trials;
    for (const auto& [name, arguments] : named_) {
      const TrialOf trial = attempt(worker, arguments, name + ": ");
      trials.add(trial);
      if (!trial.passed())
        trials.consider(trial);
      if (trials.ends_judging())
        break;
    }
    if (!trials.ends_judging())
      try_random(worker, trials, judging.seed);
    Result result = conclude(trials, worker, judging.mistakes, allowance);
    if (result.status == Status::wrong && judging.sanitized)
      look_for_memory_error(*judging.sanitized, trials, result, allowance);
    if (result.status == Status::done)
      try_large(worker, result);
    if (result.status == Status::done && judging.sanitized)
      try_sanitized(*judging.sanitized, trials, result, allowance);
    if (result.status == Status::wrong && in_parts_ > 0)
      give_credit(result, judging, allowance);
    return result;
  }

private:
  using TrialOf = Trial<Value, Arguments>;
  struct Property
  {
    std::string words;
    std::function<bool(const std::decay_t<A>&..., const Value&)> holds;
    int points = 0; ///< for an answer that is wrong

    /// @param reason  why not, if the value has a shape that nobody thought of
    bool holds_for(const Arguments& arguments, const Value& value, std::string& reason) const
    {
      try {
        return std::apply([&](const auto&... argument) { return holds(argument..., value); },
                          arguments);
      } catch (const std::exception& error) {
        reason = error.what();
        return false;
      }
    }
  };

  struct Large
  {
    std::string name, growth;
    std::function<Arguments()> arguments;
  };

  template <typename Field, typename Given>
  Check& set(Field& field, Given&& value)
  {
    field = std::forward<Given>(value);
    return *this;
  }

  std::string call_text(const Arguments& arguments, int digits) const
  {
    std::vector<std::string> shown;
    std::apply(
        [&](const auto&... value) {
          (shown.push_back(show_as(argument_names_.at(shown.size()), value, digits)), ...);
        },
        arguments);
    return fmt::format("{}({})", about_.name, fmt::join(shown, ", "));
  }

  TrialOf attempt(Worker& worker, const Arguments& arguments, const std::string& label) const
  {
    TrialOf trial{.arguments = arguments, .label = label};
    trial.answer = worker.call(about_.name, bytes_of(arguments));
    const std::size_t size = trial.answer.payload.size();
    trial.value = value_in(trial.answer);
    if (!trial.value)
      return trial;
    std::string().swap(trial.answer.payload); // once is enough
    judge_value(trial, *trial.value);
    // What is wrong and larger than any right result of these inputs is compared with nothing.
    constexpr std::size_t most_kept = 256 << 10;
    if (!trial.passed() && size > most_kept)
      trial.value.emplace();
    return trial;
  }

  static std::string bytes_of(const Arguments& arguments)
  {
    WireWriter bytes;
    bytes.put(arguments);
    return bytes.take();
  }

  /// The result, if the call has one; bytes that are none break the protocol.
  static std::optional<Value> value_in(Answer& answer)
  {
    if (answer.outcome != Outcome::value)
      return std::nullopt;
    try {
      Value value{};
      WireReader reader(answer.payload);
      reader.get(value);
      reader.end();
      return value;
    } catch (const std::exception& error) {
      answer = {Outcome::broke_the_protocol, error.what()};
      return std::nullopt;
    }
  }

  void judge_value(TrialOf& trial, const Value& value) const
  {
    if (expected_) {
      const Value expected = std::apply(expected_, trial.arguments);
      if (const Objection objection = object(value, expected, closeness_)) {
        trial.objection = objection;
        // As many digits as it takes to see a difference.
        for (const int digits : {6, 10, 17}) {
          trial.expected = show(expected, digits);
          trial.got = show(value, digits);
          if (trial.expected != trial.got || !objection->empty())
            return;
        }
        return;
      }
    }
    for (const Property& property : properties_) {
      std::string reason;
      if (!property.holds_for(trial.arguments, value, reason)) {
        trial.objection = reason;
        trial.expected = property.words;
        trial.got = show(value, 10);
        return;
      }
    }
  }

  void try_random(Worker& worker, Trials<Value, Arguments>& trials, std::uint64_t seed) const
  {
    Patience patience;
    std::map<std::string, TrialOf> failed; // for each input that was drawn
    const auto result = evidence::check_property(
        [&](Draw& draw) {
          const Arguments arguments = random_(draw);
          if (patience.is_over())
            return true;
          const TrialOf trial = attempt(worker, arguments, "");
          patience.after(trial.answer.outcome, trial.passed());
          trials.add(trial);
          if (!trial.passed()) {
            TrialOf& kept = failed.insert_or_assign(draw.text(), trial).first->second;
            if (kept.value)
              kept.value.emplace(); // that there was one counts, and there may be thousands
          }
          return trial.passed();
        },
        draws_, seed);
    if (result.threw)
      throw Error("the check of {} draws wrongly: {}", about_.name, result.failure);
    if (!result.passed)
      trials.consider(failed.at(result.counterexample));
  }

  /// Whether a mutant returns what judged code did, or ends the call as that did.
  bool does_the_same(Mistakes& mistakes, const Mistakes::Mistake& mistake,
                     const TrialOf& trial) const
  {
    Answer answer = mistakes.answer(mistake, bytes_of(trial.arguments), trial.answer);
    const std::optional<Value> value = value_in(answer);
    if (answer.outcome != trial.answer.outcome)
      return false;
    if (answer.outcome == Outcome::timed_out) // and not for want of time
      return answer.seconds > 0.9 * trial.answer.seconds;
    if (answer.outcome == Outcome::threw)
      return kind_of_exception(answer.payload) == kind_of_exception(trial.answer.payload);
    return !value || !object(*trial.value, *value, closeness_);
  }

  /// The mistake of a student whose function does what a mutant does on every input where it is
  /// wrong; of several, the one that agrees most often where it is right.
  std::string diagnosis(const Trials<Value, Arguments>& trials,
                        const std::filesystem::path& program, const Allowance& allowance) const
  {
    Mistakes mistakes(program, about_.name, allowance.within(limits_));
    std::vector<Mistakes::Mistake> candidates = mistakes.known();
    std::erase_if(candidates, [&](const Mistakes::Mistake& mistake) {
      return !std::ranges::all_of(trials.failed(), [&](const TrialOf& trial) {
        return does_the_same(mistakes, mistake, trial);
      });
    });
    if (candidates.size() <= 1)
      return candidates.empty() ? "" : candidates.front().diagnosis;
    return std::ranges::max_element(candidates, {},
                                    [&](const Mistakes::Mistake& mistake) {
                                      return std::ranges::count_if(
                                          trials.passed(), [&](const TrialOf& trial) {
                                            return does_the_same(mistakes, mistake, trial);
                                          });
                                    })
        ->diagnosis;
  }

  /// An input that failed, to so many digits, what was expected and what came.
  Feedback feedback_on(const TrialOf& trial, const Worker& worker, int digits) const
  {
    Feedback feedback;
    feedback.input = trial.label + call_text(trial.arguments, digits);
    feedback.call = cpp_call<Value>("exercise::" + about_.name, argument_names_, trial.arguments);
    feedback.printed = what_was_printed(trial.answer, worker.lines_printed());
    if (trial.value) {
      feedback.expected = trial.expected;
      feedback.got = trial.got;
      feedback.reason = trial.objection.value_or("");
    } else {
      feedback.got = words(trial.answer, limits_);
      feedback.reason =
          had_no_time(trial.answer, limits_) ? slow_together : usual_cause(trial.answer.outcome);
      if (expected_)
        feedback.expected = show(std::apply(expected_, trial.arguments));
    }
    return feedback;
  }

  void try_large(Worker& worker, Result& result) const
  {
    for (const auto& [name, growth, arguments] : large_) {
      const TrialOf trial = attempt(worker, arguments(), name + ": ");
      if (trial.passed())
        continue;
      result.status = Status::wrong;
      result.feedback = feedback_on(trial, worker, digits_for(trial.arguments));
      if (const std::string much = what_grows(trial.answer.outcome); !much.empty())
        result.feedback.reason = fmt::format("{}: {}", much, growth);
      return;
    }
  }

  /// Calls the same code, compiled with sanitizers, on inputs where it was right.
  void try_sanitized(const Launch& launch, const Trials<Value, Arguments>& trials, Result& result,
                     const Allowance& allowance) const
  {
    Worker worker(launch, allowance.within(with_room_for_sanitizers(limits_)));
    std::size_t random = 0;
    for (const TrialOf& passed : trials.passed()) {
      constexpr std::size_t enough = 10; // of the random ones
      if (passed.label.empty() && ++random > enough)
        return;
      const TrialOf trial = attempt(worker, passed.arguments, passed.label);
      if (trial.passed())
        continue;
      const std::optional<MemoryError> error = memory_error(trial.answer);
      if (!error && !trial.value && trial.answer.outcome != Outcome::threw) {
        // More than the sanitizers leave of time and memory; or they are not there.
        if (!has_started(worker))
          note_once("memory errors are not looked for: the sanitizers do not start on this "
                    "machine");
        return;
      }
      result.status = Status::wrong;
      result.feedback = feedback_on(trial, worker, digits_for(trial.arguments));
      result.feedback.printed = passed.answer.printed; // without the sanitizers' report
      result.feedback.reason = differs_between_runs;
      if (error) {
        result.feedback.expected.clear();
        result.feedback.got = "the right result, but " + words(*error);
        result.feedback.reason = right_by_luck;
      }
      return;
    }
  }

  /// Adds to why an answer is wrong, or crashes, an error of memory that it makes on the first inputs
  /// where it is wrong. (On the smallest it may not show: a vector of one entry lies in its object.)
  void look_for_memory_error(const Launch& launch, const Trials<Value, Arguments>& trials,
                             Result& result, const Allowance& allowance) const
  {
    constexpr std::size_t enough = 5;
    Worker worker(launch, allowance.within(with_room_for_sanitizers(limits_)));
    for (std::size_t i = 0; i < std::min(enough, trials.failed().size()); ++i) {
      const TrialOf& wrong = trials.failed()[i];
      if (!wrong.value && wrong.answer.outcome != Outcome::crashed)
        return;
      if (const auto error = memory_error(attempt(worker, wrong.arguments, "").answer)) {
        std::string& reason = result.feedback.reason;
        reason = words(*error) + (reason.empty() ? "" : "; " + reason);
        return;
      }
    }
  }

  /// As few digits of an input as show it truly: all of them where two of its numbers would look
  /// the same, or where the answer is right about the rounded numbers.
  int digits_of_input(const TrialOf& failed, Worker& worker) const
  {
    if (digits_for(failed.arguments) == all_digits)
      return all_digits;
    const Arguments shown = rounded(failed.arguments);
    if (!failed.value || bytes_of(shown) == bytes_of(failed.arguments))
      return short_digits;
    try {
      return attempt(worker, shown, "").passed() ? all_digits : short_digits;
    } catch (const std::exception&) {
      return all_digits; // rounded, it is no valid input
    }
  }

  /// The points of a wrong answer, for the properties that all its results have.
  void give_credit(Result& result, const Judging& judging, const Allowance& allowance) const
  {
    Worker worker(judging.launch, allowance.within(limits_));
    std::vector<const Property*> held;
    for (const Property& property : properties_)
      if (property.points > 0)
        held.push_back(&property);
    const auto look_at = [&](const Arguments& arguments) {
      if (held.empty())
        return;
      TrialOf trial{.arguments = arguments, .label = ""};
      trial.answer = worker.call(about_.name, bytes_of(arguments));
      const std::optional<Value> value = value_in(trial.answer);
      std::erase_if(held, [&](const Property* property) {
        std::string reason;
        return !value || !property->holds_for(arguments, *value, reason);
      });
    };
    for (const auto& [name, arguments] : named_)
      look_at(arguments);
    evidence::check_property(
        [&](Draw& draw) {
          look_at(random_(draw));
          return true;
        },
        draws_, judging.seed);
    std::vector<std::string> words;
    for (const Property* property : held) {
      result.earned += property->points;
      words.push_back(property->words);
    }
    if (!held.empty())
      result.feedback.credit =
          fmt::format("{} of {} points: {}", result.earned, about_.points, fmt::join(words, "; "));
  }

  Result conclude(const Trials<Value, Arguments>& trials, Worker& worker,
                  const std::filesystem::path& mistakes, const Allowance& allowance) const
  {
    Result result{.about = about_, .status = Status::done, .feedback = {}};
    const TrialOf* const smallest = trials.smallest();
    if (smallest == nullptr)
      return result;
    if (smallest->answer.outcome == Outcome::not_started) {
      result.status = Status::not_started;
      return result;
    }
    result.status = Status::wrong;
    Feedback& feedback = result.feedback;
    feedback = feedback_on(*smallest, worker, digits_of_input(*smallest, worker));
    feedback.diagnosis = diagnosis(trials, mistakes, allowance);
    return result;
  }

  About about_;
  std::vector<std::string> argument_names_;
  std::function<Value(const std::decay_t<A>&...)> expected_;
  Closeness closeness_;
  std::vector<Property> properties_;
  int in_parts_ = 0; ///< of the points, those that properties earn, all together
  std::vector<std::pair<std::string, Arguments>> named_;
  std::vector<Large> large_;
  std::function<Arguments(Draw&)> random_;
  std::uint64_t draws_ = 0;
  Limits limits_;
};

} // namespace epreuve::exercises
