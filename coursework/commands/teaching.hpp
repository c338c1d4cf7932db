#pragma once

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// The teacher's commands.
void add_grade(Command& app, int& status);
void add_needed(Command& app, int& status);
void add_handout(Command& app, int& status);
void add_try(Command& app, int& status);

} // namespace epreuve::tools
