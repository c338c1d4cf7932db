#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace epreuve {

/// Writes a file whole or not at all: to a temporary neighbour first, then renamed into place. A device or pipe
/// (/dev/stdout) is written to directly, a link is followed.
/// @throws Error saying what failed (no such folder, no permission, disk full) and what to do
void write_file(const std::filesystem::path& path, std::string_view content);

/// The same for a folder in which others may have created entries: anything with this name, even a link or a pipe, is
/// replaced and not followed.
void replace_file(const std::filesystem::path& path, std::string_view content);

/// Takes the next bytes of a file.
using Sink = std::function<void(std::string_view)>;

/// Writes a large file piece by piece, whole or not at all, and returns once the disk has it: whenever the process is
/// killed or the power fails, the file is the one before or this one. The pieces go to a neighbour, NAME.new; one that
/// a killed process left is overwritten. Only one process at a time may write the file.
/// @param write  hands all bytes on, in order
/// @throws Error as write_file
void write_durably(const std::filesystem::path& path,
                   const std::function<void(const Sink&)>& write);

/// Writes a file completely unless something has the name already: of several calls at the same time, one succeeds.
/// @return whether it was this one
bool create_file(const std::filesystem::path& path, std::string_view content);

/// Waits until no thread is writing a file, and lets none begin another: to be called before the process is killed, so
/// no temporary neighbour is left.
void finish_writing();

/// Refuses a path that write_file could not write; to be called before a long computation of its content.
/// @throws Error if it is a folder, or its own folder does not exist or is not writable
void require_writable(const std::filesystem::path& path);

/// Creates a folder, and those above it, unless it exists.
/// @param option  the one with which another can be named: "--figures"
/// @return  `folder`
/// @throws Error saying what is in the way and how to name another
std::filesystem::path make_folder(const std::filesystem::path& folder, std::string_view option);

} // namespace epreuve
