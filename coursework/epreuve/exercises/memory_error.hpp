#pragma once

#include "epreuve/exercises/worker.hpp"
#include "epreuve/translation.hpp"

#include <optional>
#include <string>
#include <string_view>

/// Judged code under AddressSanitizer and UndefinedBehaviorSanitizer.
namespace epreuve::exercises {

/// The same worker, of a program that was compiled with the sanitizers (Exercises.cmake). They reserve terabytes of
/// addresses, so its memory is watched instead of limited.
Launch under_sanitizers(Launch launch);

/// The path that the compiler gives to judged code, whatever the file is called: the sanitizers' reports use it.
constexpr std::string_view judged_file = "/judged/exercises.cpp";

/// Something that a program did with memory, or with a number, and that is undefined behaviour in C++.
struct MemoryError
{
  std::string words; ///< after "the function": "writes one number past the end of 3 numbers"
  int line = 0;      ///< of the judged file; 0 if it is not known
};

/// The error that ended a worker; nothing unless a sanitizer ended it, for a reason that counts.
std::optional<MemoryError> memory_error(const Answer& answer);

/// Why a program with the sanitizers has no result, though it made no error that counts.
std::string what_stopped(const Answer& answer, const Limits& limits);

/// What a student reads about it: "the function writes ... (line 12)".
std::string words(const MemoryError& error);

/// The remark on an answer that is right, and that a bound ended when memory errors were looked for; then follows which.
constexpr const char* not_looked_for = to_say(
    "right; errors of memory could not be looked for, since with the sanitizers, which need more "
    "time and memory, {}");

/// The consequence of such an error; and what it means if the same call gives another result in another run.
constexpr const char* right_by_luck = to_say(
    "the result is right by luck: with another input, or on another machine, it may be wrong, or "
    "the program may crash");
constexpr const char* differs_between_runs = to_say(
    "it was right in one run and wrong in another: it uses a number that it has never set (a "
    "vector or matrix made with fill::none, a variable without a value), or keeps something from "
    "one call to the next");

/// What it means if a call that was wrong after others is right in a fresh program; if it is right in one with
/// sanitizers, too; and if it is wrong there.
constexpr const char *right_alone = to_say(
                         "called alone, before all other calls, it is right: something is kept "
                         "from one call to the next, as in a static or global variable, or a "
                         "number is used that was never set"),
                     *right_alone_with_sanitizers = to_say(
                         "called alone, before all other calls, it is right: something is kept "
                         "from one call to the next, as in a static or global variable"),
                     *wrong_alone_with_sanitizers = to_say(
                         "called alone, before all other calls, it is right, and wrong where "
                         "memory was filled with other numbers: it uses a number that it has never "
                         "set (a vector or matrix made with fill::none or set_size, a variable "
                         "without a value)");

/// Limits under which code runs that the sanitizers make slower. Here the limit of memory is on the memory used and not
/// on addresses, which leaves room for the sanitizers'.
Limits with_room_for_sanitizers(Limits limits);

/// Whether a worker answers at all.
bool has_started(Worker& worker);

/// Prints a note on standard error; each note only once.
void note_once(const std::string& note);

} // namespace epreuve::exercises
