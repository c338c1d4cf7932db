#pragma once

#include "epreuve/exercises/worker.hpp"

#include <optional>
#include <string>
#include <string_view>

/// Judged code under AddressSanitizer and UndefinedBehaviorSanitizer.
namespace epreuve::exercises {

/// The same worker, of a program that was compiled with the sanitizers (Exercises.cmake). They
/// reserve terabytes of addresses, so that its memory is watched instead of limited.
Launch under_sanitizers(Launch launch);

/// Where the compiler is to say that judged code lies, whatever the file is called: the sanitizers'
/// reports name it so.
constexpr std::string_view judged_file = "/judged/exercises.cpp";

/// What a program did with memory, or with a number, that C++ gives no meaning to.
struct MemoryError
{
  std::string words; ///< after "the function": "writes one number behind the end of 3 numbers"
  int line = 0;      ///< of the judged file; 0 if it is not known
};

/// What a worker's end says: nothing unless a sanitizer ended it, for a reason that counts.
std::optional<MemoryError> memory_error(const Answer& answer);

/// What a student reads of it: "the function writes ... (line 12)".
std::string words(const MemoryError& error);

/// What follows from such an error; and what it means that the same call gives another result in
/// another run.
constexpr const char* right_by_luck =
    "the result is right by luck: with another input, or on another machine, it may be wrong, or "
    "the program may crash";
constexpr const char* differs_between_runs =
    "it was right in one run and is not in another: it uses a number that it has never set (a "
    "vector or matrix made with fill::none, a variable without a value), or keeps something from "
    "one call to the next";

/// Limits under which code runs that the sanitizers make slower. That of memory is of what is used
/// here and not of addresses, which leaves room for theirs.
Limits with_room_for_sanitizers(Limits limits);

/// Whether a worker answers at all.
bool has_started(Worker& worker);

/// Tells whoever runs the judge; the same once only.
void note_once(const std::string& note);

} // namespace epreuve::exercises
