#pragma once

#include <set>
#include <string>
#include <vector>

namespace epreuve::tests {

/// The options, such as --seed, that a help page lists before its example.
std::set<std::string> long_options(std::string text);

/// The options that completions/epreuve.bash offers after these words of a command line, without the wrapper's own.
std::set<std::string> offered_by_bash(std::vector<std::string> words);

} // namespace epreuve::tests
