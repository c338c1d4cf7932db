#pragma once

#include <cstdint>

namespace epreuve::exercises {

/// What judged code may use.
struct Limits
{
  double call_seconds = 4;            ///< between a call and its answer, by the clock
  double exercise_seconds = 30;       ///< of all calls of one exercise together
  double chapter_seconds = 60;        ///< of all exercises of a chapter together
  std::uint64_t memory = 1ULL << 30;  ///< bytes of address space
  std::uint64_t output = 1ULL << 20;  ///< bytes printed
  std::uint64_t answer = 16ULL << 20; ///< bytes of a result
};

// The next two are for a child process between fork and exec. They return what could not be done,
// or null.

/// Limits address space and processor time; no files are written, no core is dumped.
const char* limit_resources(const Limits& limits);

/// Does the same and, with seccomp, forbids further processes and threads, sockets, and signals to
/// another process or a look into its memory.
const char* confine(const Limits& limits);

/// Writes the filter of system calls of `confine` as bubblewrap takes it. Signals are free there:
/// the sandbox has processes of its own.
/// @throws Error if the kernel has no seccomp
void write_filter(int descriptor);

} // namespace epreuve::exercises
