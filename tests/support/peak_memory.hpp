#pragma once

#include "support/process.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace epreuve::tests {

/// The processes below this one that live now: a process, its children and theirs.
std::vector<int> descendants(int process);

/// A number that identifies a running process: the time when it was started, in the kernel's ticks. 0 if it has ended.
std::uint64_t started(int process);

struct Measured
{
  Finished finished;
  /// The most memory, in bytes, that a process of each program has held, with the tables of its pages, by the
  /// first 15 letters of the program's name. Measured every few milliseconds.
  std::map<std::string, std::uint64_t> peak;
};

/// Runs a program to its end, and measures it and the processes that it starts.
Measured run_measured(const std::filesystem::path& program,
                      const std::vector<std::string>& arguments);

} // namespace epreuve::tests
