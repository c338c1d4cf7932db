#include "epreuve/exercises/memory_error.hpp"

#include "epreuve/exercises/leading_number.hpp"
#include "epreuve/exercises/trial.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <set>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <utility>

namespace epreuve::exercises {

namespace {

/// The exit status with which a sanitizer ends a program (coursework/worker/sanitizers.hpp).
constexpr std::string_view sanitizers_status = "86";

/// The text after the last occurrence of another, if it occurs.
std::optional<std::string_view> after_last(std::string_view text, std::string_view what)
{
  const auto found = text.rfind(what);
  if (found == std::string_view::npos)
    return std::nullopt;
  return text.substr(found + what.size());
}

/// The line of the first frame in judged code. Frames are "#0 0x... in NAME FILE:LINE:COLUMN".
int line_of(std::string_view report)
{
  const auto found = report.find(judged_file);
  if (found == std::string_view::npos || report.size() <= found + judged_file.size())
    return 0;
  return leading_line(report.substr(found + judged_file.size() + 1));
}

/// @param size  of a number; what is accessed in smaller parts than four bytes is no number
std::string numbers(std::uint64_t bytes, std::uint64_t size)
{
  if (size < 4 || bytes % size != 0)
    return bytes == 1 ? said("1 byte") : said("{} bytes", bytes);
  return bytes == size ? said("1 number") : said("{} numbers", bytes / size);
}

/// How far it is from which memory: "is located 8 bytes to the right of 24-byte region", or, in newer
/// words, "8 bytes after 24-byte region".
std::string beyond_the_heap(std::string_view verb, std::string_view report)
{
  const std::string_view located = after_last(report, "is located ").value_or("");
  const auto region = located.find("-byte region");
  const std::string_view until = located.substr(0, region);
  const auto blank = until.rfind(' ');
  if (region == std::string_view::npos || blank == std::string_view::npos)
    return said("{} outside of the vector or matrix", verb);
  // What is accessed is a number, or several by one instruction.
  const std::uint64_t accessed = leading_number(after_last(report, " of size ").value_or("8")),
                      size = std::min<std::uint64_t>(accessed, sizeof(double));
  const std::string whole = numbers(leading_number(until.substr(blank + 1)), size);
  const std::uint64_t gap = leading_number(located);
  const bool before = until.find("left") != std::string_view::npos ||
                      until.find("before") != std::string_view::npos;
  if (gap == 0)
    return before ? said("{} directly before the beginning of {}", verb, whole)
                  : said("{} directly past the end of {}", verb, whole);
  const std::string far = numbers(gap, size);
  return before ? said("{} {} before the beginning of {}", verb, far, whole)
                : said("{} {} past the end of {}", verb, far, whole);
}

/// In words, the error that AddressSanitizer calls by this name; empty if it does not count: an answer that was right
/// under the limits of memory and stack stays right, though the sanitizers need more of both.
std::string in_words(std::string_view kind, std::string_view report)
{
  for (const std::string_view room :
       {"stack-overflow", "out-of-memory", "allocation-size-too-big", "out of memory",
        "allocator is out of memory", "requested allocation size", "failed to"})
    if (kind.starts_with(room))
      return "";
  const bool is_write = report.find("\nWRITE of size") != std::string_view::npos ||
                        report.find("caused by a WRITE") != std::string_view::npos;
  const std::string verb = is_write ? said("writes") : said("reads");
  using Words = std::pair<std::string_view, std::string>;
  const std::array known{
      Words{"heap-use-after-free", said("{} memory that was given back: of a vector or matrix that "
                                        "is gone, or has since changed its size",
                                        verb)},
      Words{"stack-use-after-scope", said("{} a variable, or an intermediate result, after the "
                                          "end of the block or expression that it lives in",
                                          verb)},
      Words{"stack-use-after-return", said("{} a variable of a function that has returned", verb)},
      Words{"stack-buffer", said("{} outside of a variable or an array", verb)},
      Words{"dynamic-stack-buffer", said("{} outside of an array", verb)},
      Words{"global-buffer", said("{} outside of a global variable or array", verb)},
      Words{"container-overflow", said("{} past the last element of a container", verb)},
      Words{"attempting double-free", said("gives the same memory back twice")},
      Words{"attempting free", said("gives memory back that it did not ask for")},
      Words{"alloc-dealloc-mismatch",
            said("gives memory back in a different way from how it asked for it")},
      Words{"SEGV", said("{} at an address where there is nothing", verb)},
      Words{"FPE", said("divides a whole number by 0")}};
  if (kind.starts_with("heap-buffer-overflow"))
    return beyond_the_heap(verb, report);
  for (const auto& [name, words] : known)
    if (kind.starts_with(name))
      return words;
  return said("uses memory wrongly ({})", kind.substr(0, kind.find_first_of(" \n")));
}

/// In words, what UndefinedBehaviorSanitizer writes after "runtime error: ".
std::string in_words(std::string_view report)
{
  report = report.substr(0, report.find('\n'));
  if (report.starts_with("signed integer overflow"))
    return said("computes a whole number that is too large for its type{}",
                report.substr(std::min(report.find(':'), report.size())));
  if (report.starts_with("execution reached the end"))
    return said("reaches its end without a return");
  if (report.starts_with("shift"))
    return said("shifts by more bits than there are");
  if (report.starts_with("index"))
    return said("uses an index beyond the end of an array");
  return said("does what C++ gives no meaning to ({})", report);
}

} // namespace

std::string what_stopped(const Answer& answer, const Limits& limits)
{
  if (answer.outcome == Outcome::exited && answer.payload == sanitizers_status)
    return said("the program asked for more memory than they can give");
  return instead_of_result(answer, limits);
}

std::string words(const MemoryError& error)
{
  return error.line > 0 ? said("the function {} (line {})", error.words, error.line)
                        : said("the function {}", error.words);
}

Limits with_room_for_sanitizers(Limits limits)
{
  limits.call_seconds *= 2;
  limits.exercise_seconds /= 2; // it gets few inputs, and no large ones
  return limits;
}

bool has_started(Worker& worker)
{
  return worker.call("", "").outcome == Outcome::missing;
}

void note_once(const std::string& note)
{
  static std::mutex mutex;
  static std::set<std::string> told;
  const std::lock_guard lock(mutex);
  if (told.insert(note).second)
    std::cerr << fmt::format("epreuve: {}\n", note);
}

Launch under_sanitizers(Launch launch)
{
  launch.watched = true;
  launch.prepare = [prepare = std::move(launch.prepare)](const Limits& limits) {
    for (const char* variable : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"})
      ::unsetenv(variable);
    // Where addresses are randomised in more bits than GCC's sanitizers expect, they start only without that; a
    // container may refuse to switch it off, and then needs it as often as any other system.
    ::personality(ADDR_NO_RANDOMIZE);
    // Small pages: between two measurements of its memory it then cannot grow by much.
    ::prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    Limits without_memory = limits;
    without_memory.memory = RLIM_INFINITY;
    return prepare(without_memory);
  };
  return launch;
}

std::optional<MemoryError> memory_error(const Answer& answer)
{
  if (answer.outcome != Outcome::exited || answer.payload != sanitizers_status)
    return std::nullopt;
  const std::string_view printed = answer.printed;
  if (const auto report = after_last(printed, "ERROR: AddressSanitizer: ")) {
    std::string words = in_words(*report, *report);
    if (words.empty())
      return std::nullopt;
    return MemoryError{std::move(words), line_of(*report)};
  }
  if (const auto report = after_last(printed, "runtime error: ")) {
    // The place comes before it: "FILE:LINE:COLUMN: runtime error: ...".
    const std::string_view before = printed.substr(0, printed.size() - report->size());
    const auto line = before.rfind('\n');
    const int here = line_of(before.substr(line == std::string_view::npos ? 0 : line + 1));
    return MemoryError{in_words(*report), here != 0 ? here : line_of(*report)};
  }
  // Without an error's report it is a failure of their own, such as "AddressSanitizer failed to allocate".
  for (const std::string_view own :
       {"AddressSanitizer failed to", "AddressSanitizer CHECK failed", "ERROR: Failed to mmap"})
    if (printed.find(own) != std::string_view::npos)
      return std::nullopt;
  return MemoryError{said("uses memory wrongly")};
}

} // namespace epreuve::exercises
