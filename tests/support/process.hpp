#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::tests {

/// The bytes of a file; none if it cannot be read.
std::string read_file(const std::filesystem::path& path);

struct Finished
{
  int status = -1;
  std::string output;
  std::string error;
};

/// Runs a program to its end. `environment` is added to this process's own.
Finished run(const std::filesystem::path& program, const std::vector<std::string>& arguments,
             const std::vector<std::pair<std::string, std::string>>& environment = {});

} // namespace epreuve::tests
