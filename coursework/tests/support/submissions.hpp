#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace epreuve::tests {

// Files of exercises, made of the chapters' solutions and mistakes, and of coursework/tests/hostile.

/// Right answers to a chapter's exercises: its solutions.cpp, or coursework/tests/answers/CHAPTER.cpp, which
/// compiles faster.
std::string solutions(const std::string& chapter);

/// The names of its exercises that no other one's solution calls.
std::vector<std::string> independent_exercises(const std::string& chapter);

/// Its solutions, with this section in place of the section of the same name.
std::string with_section(const std::string& chapter, const std::string& section);

/// Its solutions, except for one function, which has this body.
std::string with_body(const std::string& chapter, const std::string& exercise,
                      const std::string& body);

/// The same for several functions.
using Bodies = std::map<std::string, std::string>;
std::string with_body(const std::string& chapter, const Bodies& bodies);

/// A file of exercises whose functions have these bodies, in the order of their declarations; the
/// last ones return nothing if there are fewer. `above` is put above the first.
std::string with_bodies(const std::string& chapter, const std::vector<std::string>& bodies,
                        const std::string& above);

/// Replaces every occurrence.
void replace_all(std::string& text, const std::string& what, const std::string& by);

/// The ordinary files of a folder, by name, without hidden ones: a file that is being written is hidden until it is
/// complete.
std::vector<std::filesystem::path> files(const std::filesystem::path& folder);

} // namespace epreuve::tests
