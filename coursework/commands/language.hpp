#pragma once

#include "epreuve/exercise.hpp"

#include <string>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// Gives a student's command the option --lang.
void add_language_option(Command& command);

/// From now on what is said is in the language that --lang names, or else the environment.
void speak_as_asked();

/// In that language.
std::string title_of(const exercises::About& about);
std::string counted_points(int points);

} // namespace epreuve::tools
