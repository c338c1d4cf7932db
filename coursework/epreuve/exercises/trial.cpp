#include "epreuve/exercises/trial.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace epreuve::exercises {

namespace {

constexpr auto shrinking_time = std::chrono::milliseconds(1500);

/// Signals have their English names.
std::string cause_of_crash(const Answer& answer)
{
  const auto printed = [&](std::string_view words) {
    return answer.printed.find(words) != std::string::npos;
  };
  if (answer.payload == "Floating point exception")
    return said("a division of whole numbers by 0, or its remainder %, is the usual cause");
  if (answer.payload == "Illegal instruction")
    return said("a function that reaches its end without a return is the usual cause");
  if (answer.payload == "Aborted") {
    if (printed("terminate called"))
      return said("an exception that nothing could catch, thrown by a destructor or a noexcept "
                  "function, ended the program");
    if (printed("Assertion"))
      return said("an assertion failed: what it printed says which");
    if (!printed("free()") && !printed("malloc") && !printed("corrupted") && !printed("realloc") &&
        !printed("***"))
      return said(
          "it called abort(): a function returns its result, or throws; it does not end the "
          "program");
  }
  return said("an index beyond the end, or a recursion that never ends, are the usual causes");
}

/// Of exceptions whose text does not tell a beginner what to do.
std::string cause_of_exception(std::string_view text)
{
  const auto says = [&](std::string_view words) {
    return text.find(words) != std::string_view::npos;
  };
  if (says("problem with matrix inverse") || says("matrix is singular") ||
      says("solution not found"))
    return said(
        "the matrix that is inverted has no inverse on this input: its rank is too low, or it "
        "has a number that is not finite, or it is not the one that the formula inverts");
  if (text.starts_with("matrix multiplication: "))
    return said("in Armadillo, A * B is the product of matrices; A % B multiplies entry by entry");
  if (text.starts_with("element-wise multiplication: "))
    return said(
        "A % B multiplies entry by entry, so both have one shape; the product of matrices is A "
        "* B");
  if (says(": incompatible matrix dimensions") || says("copy into submatrix"))
    return said(
        "both sides must have one shape here; is one of them to be transposed, or has it a row "
        "or "
        "a column too many?");
  if (text.starts_with("shift()"))
    return said(
        "arma::shift goes less far than the vector is long: one entry cannot be shifted by 1");
  if (says("out of bounds"))
    return said(
        "indices go from 0 to n - 1, and a vector that was given no size has no entry: a loop "
        "over n entries ends with i < n, not with i <= n");
  if (says("not compatible with column vector layout") ||
      says("not compatible with row vector layout"))
    return said(
        "a vector was expected where a matrix came out: is a transpose missing, or is * used "
        "for %?");
  if (text == "Operation not permitted" || text == "Resource temporarily unavailable")
    return said(
        "a thread, a file or a program is the usual cause: a function here computes, in one "
        "thread");
  return "";
}

/// Why a call had no result and no other answer either; empty if it had one.
std::string why_nothing(const Answer& answer, const Limits& limits)
{
  switch (answer.outcome) {
  case Outcome::not_started:
    return said("the function is not written yet");
  case Outcome::missing:
    return said("the file defines no such function, with these types of arguments and result");
  case Outcome::out_of_memory:
    return said("the call asked for more than {} MB of memory", limits.memory >> 20);
  case Outcome::crashed:
    return said("the program crashed ({})", answer.payload);
  case Outcome::exited:
    return said("the program ended itself, with exit status {}", answer.payload);
  case Outcome::timed_out:
    if (had_no_time(answer, limits))
      return said("no time was left for this call; all calls of an exercise together have {} s, "
                  "and those of a chapter {} s",
                  limits.exercise_seconds, limits.chapter_seconds);
    return said("the call took longer than {} s", limits.call_seconds);
  case Outcome::printed_too_much:
    return said("the call printed more than {} MB", limits.output >> 20);
  case Outcome::value:
  case Outcome::threw:
  case Outcome::changed_argument:
  case Outcome::broke_the_protocol:
    return "";
  }
  throw Error("an unknown outcome");
}

} // namespace

std::string words(const Answer& answer, const Limits& limits)
{
  if (const std::string why = why_nothing(answer, limits); !why.empty())
    return said("nothing: {}", why);
  switch (answer.outcome) {
  case Outcome::threw:
    return said("an exception: {}", printable(answer.payload));
  case Outcome::changed_argument:
    return said("a result, but the call changed its argument");
  case Outcome::broke_the_protocol:
    return said("no valid answer: {}", printable(answer.payload));
  default:
    return said("a result");
  }
}

std::string instead_of_result(const Answer& answer, const Limits& limits)
{
  const std::string why = why_nothing(answer, limits);
  return why.empty() ? words(answer, limits) : why;
}

std::string instead_of_result(std::string_view words)
{
  const std::string nothing = said("nothing: {}", "");
  if (words.starts_with(nothing))
    return std::string(words.substr(nothing.size()));
  for (const std::string& other :
       {said("an exception: {}", ""), said("a result, but the call changed its argument"),
        said("the right result, but {}", ""), said("no valid answer: {}", "")})
    if (words.starts_with(other))
      return std::string(words);
  return "";
}

std::string usual_cause(const Answer& answer)
{
  switch (answer.outcome) {
  case Outcome::crashed:
    return cause_of_crash(answer);
  case Outcome::exited:
    return said("a function returns its result; it does not end the program");
  case Outcome::timed_out:
    return said(
        "a loop that never ends, or a search through far too many cases, is the usual cause");
  case Outcome::out_of_memory:
    return said(
        "a size that is computed wrongly, or a container that grows in a loop that never ends, "
        "are the usual causes");
  case Outcome::changed_argument:
    return said("work on a copy: the caller still needs its arguments");
  case Outcome::printed_too_much:
    return said("a loop that prints and never ends is the usual cause");
  case Outcome::broke_the_protocol:
    return said("a function only returns its result; the pipe to the judge is not its own");
  case Outcome::missing:
    return said("compare with its declaration in exercises.hpp");
  case Outcome::threw:
    return cause_of_exception(answer.payload);
  case Outcome::value:
  case Outcome::not_started:
    return "";
  }
  throw Error("an unknown outcome");
}

std::string what_was_printed(const Answer& answer, std::uint64_t lines)
{
  const std::uint64_t others = lines - answer.lines_printed;
  std::string text = answer.printed;
  if (others == 0)
    return text;
  if (!text.empty() && !text.ends_with('\n'))
    text += '\n';
  const std::string counted =
      others == 1 ? said("1 line in other calls") : said("{} lines in other calls", others);
  return text + fmt::format("[{}]\n", text.empty() ? counted : said("and {}", counted));
}

std::string kind_of_exception(std::string_view text)
{
  std::string kind(text);
  std::erase_if(kind, [](char c) { return '0' <= c && c <= '9'; });
  return kind;
}

std::string what_grows(Outcome outcome)
{
  if (outcome == Outcome::timed_out)
    return said("its time grows too fast");
  if (outcome == Outcome::out_of_memory)
    return said("its memory grows too fast");
  return "";
}

bool is_final(Outcome outcome)
{
  switch (outcome) {
  case Outcome::not_started:
  case Outcome::missing:
  case Outcome::timed_out:
  case Outcome::printed_too_much:
  case Outcome::out_of_memory:
  case Outcome::exited:
  case Outcome::broke_the_protocol:
    return true;
  case Outcome::value:
  case Outcome::threw:
  case Outcome::changed_argument:
  case Outcome::crashed:
    return false;
  }
  return false;
}

bool had_no_time(const Answer& answer, const Limits& limits)
{
  constexpr double precision = 0.1; // seconds
  return answer.outcome == Outcome::timed_out && answer.seconds < limits.call_seconds - precision;
}

void Trials::add(const Trial& trial, std::size_t most)
{
  std::vector<Trial>& kept = trial.passed() ? passed_ : failed_;
  if (kept.size() < most &&
      std::ranges::find(kept, trial.arguments, &Trial::arguments) == kept.end())
    kept.push_back(trial);
  if (!trial.passed())
    ends_judging_ = is_final(trial.answer.outcome);
}

void Trials::consider(const Trial& trial, std::size_t extent)
{
  const bool is_kept = !trial.value || trial.value->type != nullptr;
  if (is_kept && std::ranges::find(failed_, trial.arguments, &Trial::arguments) == failed_.end())
    failed_.push_back(trial);
  if (smallest_ && extent >= smallest_extent_)
    return;
  smallest_ = trial;
  smallest_extent_ = extent;
}

Allowance::Allowance(double seconds)
    : end_(Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)))
{
}

double Allowance::left() const
{
  return std::max(0., std::chrono::duration<double>(end_ - Clock::now()).count());
}

Limits Allowance::within(Limits limits) const
{
  limits.exercise_seconds = std::min(limits.exercise_seconds, left());
  return limits;
}

std::string time_is_used_up(double seconds)
{
  return said("not judged: {}",
              said("the time of this chapter, {:.0f} s for all its exercises, was used up by "
                   "earlier ones",
                   seconds));
}

void Patience::after(Outcome outcome, bool passed)
{
  if (is_final(outcome))
    end_ = Clock::now();
  else if (!passed && !end_)
    end_ = Clock::now() + shrinking_time;
}

bool Patience::is_over() const
{
  return end_ && Clock::now() >= *end_;
}

} // namespace epreuve::exercises
