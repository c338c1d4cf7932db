#include "epreuve/instruments/cost.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <malloc.h>
#include <string>
#include <unistd.h>

namespace epreuve::instruments {

namespace {

/// A line "KEY:  N kB" of a file in /proc, in bytes; NaN if it is not there.
double kilobytes_in(const char* file, const std::string& key)
{
  std::ifstream lines(file);
  for (std::string word; lines >> word;) {
    double kilobytes = 0;
    if (word == key && lines >> kilobytes)
      return 1024 * kilobytes;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start)
{
  return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

Cost cost_of(const std::function<void()>& work)
{
  // Linux keeps the peak, and lets a process reset its own.
  std::ofstream("/proc/self/clear_refs") << 5;
  const auto start = Clock::now();
  work();
  const double seconds = seconds_since(start);
  const double peak = kilobytes_in("/proc/self/status", "VmHWM:");
  if (!(peak > 0))
    throw Error("/proc/self/status does not tell the peak of memory (VmHWM)");
  return {seconds, peak};
}

double seconds_of(const std::function<void()>& work, int repetitions)
{
  if (repetitions < 1)
    throw Error("seconds_of: at least one repetition was expected, got {}", repetitions);
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) {
    const auto start = Clock::now();
    work();
    fastest = std::min(fastest, seconds_since(start));
  }
  return fastest;
}

double resident_bytes()
{
  std::ifstream statm("/proc/self/statm");
  double pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * page_bytes();
}

double available_bytes()
{
  const double available = kilobytes_in("/proc/meminfo", "MemAvailable:");
  return available > 0 ? available : double(sysconf(_SC_PHYS_PAGES)) * page_bytes();
}

void release_freed_memory()
{
  malloc_trim(0);
}

double page_bytes()
{
  return double(sysconf(_SC_PAGESIZE));
}

} // namespace epreuve::instruments
