#pragma once

#include <cstdint>
#include <sys/mman.h>

namespace epreuve::exercises {

/// The descriptor by which a worker is started: it is closed as the worker begins, and its number is above all that the
/// worker may open, so no program can be started by it again.
constexpr int program_descriptor = 100;

/// The empty name with which execveat starts what a descriptor is. With the name of a file it would start that,
/// whatever the descriptor, and a filter does not see names. So it allows one address, which is drawn, and
/// which judged code would have to guess to put a name there.
/// @return  null if nothing can lie there
inline const char* empty_name_at(std::uint64_t address)
{
  constexpr std::uint64_t page = 1 << 16; // no system has larger ones
  void* const beginning = reinterpret_cast<void*>(address / page * page);
  void* const placed =
      ::mmap(beginning, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  return placed == beginning ? reinterpret_cast<const char*>(address) : nullptr;
}

// The system calls that judged code may make are listed; all others fail. It computes, reads files,
// writes to what is open already, waits, and ends: it makes no files, processes, threads, sockets,
// or anything else that outlives it, shares no memory, asks nothing about the machine, and changes nothing in another
// process. A process under the filter may become only the program that `program_descriptor` is.

/// For a child process between fork and exec, which may then send signals only to itself. Returns what failed, or null.
const char* load_filter();

/// The name with which a process that has loaded it becomes its program.
const char* name_of_program();

/// Writes the address of that name and the filter in the kernel's format, for a process in a sandbox
/// (coursework/worker/begin.cpp). There signals are free: the sandbox has processes of its own.
/// @throws Error if the kernel has no seccomp
void write_filter(int descriptor);

} // namespace epreuve::exercises
