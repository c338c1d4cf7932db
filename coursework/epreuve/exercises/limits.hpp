#pragma once

#include <cstdint>

namespace epreuve::exercises {

/// What judged code may use.
struct Limits
{
  double call_seconds = 4;            ///< from call to answer, less what they wait for a processor
  double exercise_seconds = 30;       ///< of all calls of one exercise together
  double chapter_seconds = 60;        ///< of all exercises of a chapter together
  std::uint64_t memory = 1ULL << 30;  ///< bytes of address space
  std::uint64_t output = 1ULL << 20;  ///< bytes printed
  std::uint64_t answer = 10ULL << 20; ///< bytes of a result; 10^6 numbers are 8 MB
};

/// How many descriptors a worker may have open; it finds those up to 6.
constexpr int most_descriptors = 64;

/// The most points that a course may give for one exercise.
constexpr int most_points_of_an_exercise = 1000;

/// For a child process between fork and exec: limits address space, processor time and open files; no
/// files are written, no core is dumped, and no signals are queued, which the kernel would count for all processes of a
/// user together. Returns what failed, or null.
const char* limit_resources(const Limits& limits, int descriptors = most_descriptors);

} // namespace epreuve::exercises
