#pragma once

#include "epreuve/system/descriptor.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

namespace epreuve {

/// Sets both limits of a resource of this process, soft and hard; returns whether that succeeded.
bool limit(__rlimit_resource resource, rlim_t value);

/// The program of this name in the folders of PATH; empty if there is none.
std::filesystem::path find_program(const std::string& name);

/// Words in the form that execv takes: with a null after the last.
std::vector<char*> as_arguments(std::vector<std::string>& words);

/// A process, and the end of a pipe from which its output can be read.
struct Started
{
  pid_t child;
  Descriptor output;
};

/// Starts a program: its input is empty, its standard output and standard error are one pipe.
/// @param prepare  called in the new process before it becomes the program
/// @throws Error if it cannot be started
Started start_command(const std::vector<std::string>& command,
                      const std::function<void()>& prepare);

struct CommandLimits
{
  double seconds = 60;
  rlim_t memory = RLIM_INFINITY; ///< bytes of address space of each process; a program under a
                                 ///< sanitizer reserves terabytes, so do Chromium and Haskell's
  std::size_t file_size = std::size_t{64} << 20;
  std::size_t output = std::size_t{1} << 20; ///< bytes that are kept; the rest is discarded
};

struct Ended
{
  int status = 0; ///< its exit status, or 128 and its signal
  bool timed_out = false;
  double seconds = 0; ///< how long it took
  std::string output; ///< standard output and standard error
};

/// Runs a program to its end, in a session of its own, its input empty and its locale C. Whatever is left of the
/// session after its time is killed.
/// @throws Error if it cannot be started
Ended run_command(const std::vector<std::string>& command, const CommandLimits& limits);

} // namespace epreuve
