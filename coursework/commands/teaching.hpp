#pragma once

namespace CLI {
class App;
}

namespace epreuve::tools {

/// The teacher's commands.
void add_grade(CLI::App& app, int& status);
void add_needed(CLI::App& app, int& status);
void add_handout(CLI::App& app, int& status);
void add_try(CLI::App& app, int& status);

} // namespace epreuve::tools
