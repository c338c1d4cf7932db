#pragma once

namespace CLI {
class App;
}

namespace epreuve::driver {

/// The command `prove`. Exit status: 0 all proven or skipped, 1 a proof failed, 2 bad usage.
void add_prove(CLI::App& app, int& status);

} // namespace epreuve::driver
