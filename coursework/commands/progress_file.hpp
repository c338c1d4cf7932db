#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace epreuve::tools {

/// How far a student is with an exercise.
struct Standing
{
  bool passed = false;     ///< when it was last checked
  std::uint64_t hints = 0; ///< how many were shown

  bool operator==(const Standing&) const = default;
};

/// By chapter, "01-softmax", and exercise; those of which nothing is known are missing.
using Standings = std::map<std::string, std::map<std::string, Standing>>;

/// How far a student is with an exercise, of which nothing may be known.
Standing standing(const Standings& standings, const std::string& chapter,
                  const std::string& exercise);

/// The file in which it is kept: the one that EPREUVE_PROGRESS names, or one in the project's root.
std::filesystem::path progress_file();

/// What the file says; nothing if there is none. @throws Error naming it, if it is damaged
Standings read_progress();

/// Reads the file, changes what it says, and writes it.
/// @throws Error naming it, if it is damaged or cannot be written
void update_progress(const std::function<void(Standings&)>& change);

} // namespace epreuve::tools
