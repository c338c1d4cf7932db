#pragma once

namespace epreuve {

/// Closes this process's memory and descriptors to other processes of its user: the files in /proc/PID belong to root
/// from now on, no other process can trace it, and it leaves no core file. A program that it starts is open again. gdb
/// has to start as root then; LeakSanitizer, which traces, opens the
/// process for itself.
/// @throws Error if the kernel refuses
void close_process();

} // namespace epreuve
