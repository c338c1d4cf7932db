#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::tests {

// Files of exercises, made of the chapters' solutions, mutants and tests/hostile.

/// A chapter's solutions.cpp.
std::string solutions(const std::string& chapter);

/// The names of its exercises that no other one's solution calls.
std::vector<std::string> independent_exercises(const std::string& chapter);

/// Its solutions, with this section in place of the one of the same name.
std::string with_section(const std::string& chapter, const std::string& section);

/// Its solutions, except for one function, which has this body.
std::string with_body(const std::string& chapter, const std::string& exercise,
                      const std::string& body);

/// Replaces every occurrence.
void replace_all(std::string& text, const std::string& what, const std::string& by);

/// The ordinary files of a folder, by name.
std::vector<std::filesystem::path> files(const std::filesystem::path& folder);

} // namespace epreuve::tests
