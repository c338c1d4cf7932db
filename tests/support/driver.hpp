#pragma once

#include "support/process.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::tests {

/// The driver, where the build put it.
std::filesystem::path driver();

/// Runs its command `gpt2` with these arguments.
Finished gpt2(std::vector<std::string> arguments);

/// The same with --json; what it printed. @throws std::runtime_error if it failed
nlohmann::json gpt2_json(std::vector<std::string> arguments);

/// The output of a command line of the shell, in which "$0" is the driver and "$1", ... are the arguments.
Finished shell(const std::string& line, std::vector<std::string> arguments = {});

} // namespace epreuve::tests
