#pragma once

#include <functional>

/// The cost of work on this machine, now: times and memory. They differ from run to run, so a chapter
/// marks what it shows of them as measured, and no verdict depends on a time.
namespace epreuve::instruments {

struct Cost
{
  double seconds = 0;
  double peak_bytes = 0; ///< largest resident memory of the whole program meanwhile
};

/// Runs `work` once.
/// @throws Error if the system does not report the peak of memory
Cost cost_of(const std::function<void()>& work);

/// Wall time of `work`: of so many runs the fastest, which is the least disturbed one.
/// @throws Error unless repetitions >= 1
double seconds_of(const std::function<void()>& work, int repetitions = 1);

/// Resident memory of this program, in bytes.
double resident_bytes();

/// Growth of the resident memory while what `make` returns is alive; at least one page. Memory that
/// was freed before is handed back to the system first, or it would be used again unseen.
template <typename Make>
double held_bytes(const Make& make);

/// Memory that the system could still grant, in bytes.
double available_bytes();

/// Hands freed memory back to the system.
void release_freed_memory();
double page_bytes();

template <typename Make>
double held_bytes(const Make& make)
{
  release_freed_memory();
  const double before = resident_bytes();
  [[maybe_unused]] const auto held = make();
  const double growth = resident_bytes() - before;
  return growth > page_bytes() ? growth : page_bytes();
}

} // namespace epreuve::instruments
