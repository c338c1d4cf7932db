#pragma once

namespace CLI {
class App;
}

namespace epreuve::driver {

/// Adds the command `gpt2` and its own commands, which run when `app` parses them. Each prints
/// its result and leaves the exit status in `status`; bad arguments throw Error.
void add_gpt2(CLI::App& app, int& status);

} // namespace epreuve::driver
