#pragma once

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// The end of each program's main(): runs the commands of `app` that the words name. Exceptions that a command throws,
/// and wrong usage, are reported on standard error; there a command that needs more, given alone, shows its help.
/// @param app     its name becomes epreuve; its commands leave their exit status in `status`
/// @return        that status; 2 for an error
int run_command_line(Command& app, const int& status, int argc, char** argv);

} // namespace epreuve::tools
