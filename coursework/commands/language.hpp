#pragma once

#include "epreuve/exercise.hpp"

#include <string>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// Gives a command the option --lang.
void add_language_option(
    Command& command,
    const char* description = "The language of exercises and of what is said; else that of LANG");

/// From now on what is said is in the language that --lang names, or else the environment.
void speak_as_asked();

/// What others read is in the language that --lang names, and in English if it names none.
void speak_as_named();

/// In that language.
std::string title_of(const exercises::About& about);
std::string counted_points(int points);

} // namespace epreuve::tools
