#pragma once

namespace epreuve::exercises {

/// The descriptor by which a worker is started: it is closed as the worker begins, and its number is above all that the
/// worker may open, so no program can be started by it again.
constexpr int program_descriptor = 100;

// The system calls that judged code may make are listed; all others fail. It computes, reads files,
// writes to what is open already, waits, and ends: it makes no files, processes, threads, sockets,
// or anything else that outlives it, shares no memory, asks nothing about the machine, and changes nothing in another
// process. A process under the filter may become only the program that `program_descriptor` is.

/// For a child process between fork and exec, which may then send signals only to itself. Returns what failed, or null.
const char* load_filter();

/// Writes the same filter in the kernel's format, for a process in a sandbox (tools/worker/begin.cpp). There signals
/// are free: the sandbox has processes of its own.
/// @throws Error if the kernel has no seccomp
void write_filter(int descriptor);

} // namespace epreuve::exercises
