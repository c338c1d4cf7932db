#include "support/driver.hpp"

#include <stdexcept>

namespace epreuve::tests {

std::filesystem::path driver()
{
  return EPREUVE_DRIVER;
}

Finished gpt2(std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), "gpt2");
  return run(driver(), arguments, {{"COLUMNS", "100"}});
}

nlohmann::json gpt2_json(std::vector<std::string> arguments)
{
  arguments.emplace_back("--json");
  const Finished finished = gpt2(arguments);
  if (finished.status != 0)
    throw std::runtime_error("exit status " + std::to_string(finished.status) + ": " +
                             finished.error);
  return nlohmann::json::parse(finished.output);
}

Finished shell(const std::string& line, std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), {"-c", line, driver().string()});
  return run("/bin/sh", arguments, {{"COLUMNS", "100"}});
}

} // namespace epreuve::tests
