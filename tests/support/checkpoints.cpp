#include "support/checkpoints.hpp"

#include <cstdlib>
#include <fstream>

namespace epreuve::tests {

std::filesystem::path written_checkpoint(const std::string& name)
{
  return std::filesystem::path(EPREUVE_CHECKPOINTS) / name;
}

nlohmann::json reference_values(const std::string& name)
{
  const std::string file = EPREUVE_SOURCE_DIR "/tests/gpt2/reference/values/" + name + ".json";
  std::ifstream input(file);
  return nlohmann::json::parse(input);
}

std::filesystem::path published_folder()
{
  const char* folder = std::getenv("EPREUVE_GPT2");
  return folder == nullptr ? "" : folder;
}

} // namespace epreuve::tests
