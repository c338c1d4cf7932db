#pragma once

#include "epreuve/exercises/limits.hpp"
#include "epreuve/exercises/values.hpp"
#include "epreuve/exercises/worker.hpp"
#include "epreuve/translation.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::exercises {

/// What happened instead of a result, in words: "nothing: the call took longer than 4 s".
std::string words(const Answer& answer, const Limits& limits);

/// The same, without saying that there is nothing: "the call took longer than 4 s".
std::string instead_of_result(const Answer& answer, const Limits& limits);

/// Of such words what the whole class may have in common, "the call took longer than 4 s"; empty for the words of a
/// result.
std::string instead_of_result(std::string_view words);

/// The usual cause: "an index beyond the end, or a recursion without end". Of a program that crashed the signal and
/// what it printed tell more, of an exception its text.
std::string usual_cause(const Answer& answer);

/// For the student: what a call printed, and how many lines other calls printed.
/// @param lines  how many lines all calls printed
std::string what_was_printed(const Answer& answer, std::uint64_t lines);

/// Whether a call was ended before it had used the time that a call may take, because other calls had used that up.
bool had_no_time(const Answer& answer, const Limits& limits);
constexpr const char* slow_together =
    to_say("no call alone takes too long, but all of them together: each has to be faster");

/// The text of an exception without the numbers in it, which depend on the input: two of one kind
/// have one reason.
std::string kind_of_exception(std::string_view text);

/// Which cost of a call is too high: "its time grows too fast"; empty if none is too high.
std::string what_grows(Outcome outcome);

/// Whether further inputs would only cost time, or show the same again.
bool is_final(Outcome outcome);

/// One call of a function, and what is wrong with its result.
struct Trial
{
  std::string arguments; ///< their bytes
  std::string label;     ///< "large logits"; empty for a random input
  Answer answer{};
  std::optional<Value> value{}; ///< if there is one
  Objection objection{};        ///< to the value
  std::string expected{}, got{};

  bool passed() const { return value && !objection; }
};

/// A function's results on different inputs that it was tried on: some on which it was wrong, the smallest
/// among them, and some on which it was right.
class Trials
{
public:
  static constexpr std::size_t most_kept = 50; ///< of each kind

  /// @param most  how many of its kind there may be for it to be kept
  void add(const Trial& trial, std::size_t most = most_kept);
  /// Offers a failing input as the smallest; of two of the same extent the first counts.
  void consider(const Trial& trial, std::size_t extent);

  bool ends_judging() const { return ends_judging_; }
  const Trial* smallest() const { return smallest_ ? &*smallest_ : nullptr; }
  const std::vector<Trial>& failed() const { return failed_; }
  const std::vector<Trial>& passed() const { return passed_; }

private:
  std::optional<Trial> smallest_;
  std::size_t smallest_extent_ = 0;
  std::vector<Trial> failed_, passed_;
  bool ends_judging_ = false;
};

/// The time, by the clock, that all calls of an exercise or a chapter have together, perhaps in several workers.
class Allowance
{
public:
  explicit Allowance(double seconds);

  double left() const; ///< seconds, not less than 0
  bool is_over() const { return left() <= 0; }
  /// An exercise's part of it.
  Allowance at_most(double seconds) const { return Allowance(std::min(seconds, left())); }
  /// Limits of a worker that is started now.
  Limits within(Limits limits) const;

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_;
};

/// The reason why an exercise was not judged that came after the chapter's time was used up.
std::string time_is_used_up(double seconds);

/// For how long smaller failing inputs are searched for.
class Patience
{
public:
  void after(Outcome outcome, bool passed);
  bool is_over() const;

private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> end_;
};

} // namespace epreuve::exercises
