#include "support/checkpoints.hpp"

#include "support/process.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace epreuve::tests {

std::filesystem::path written_checkpoint(const std::string& name)
{
  return std::filesystem::path(EPREUVE_CHECKPOINTS) / name;
}

void write_damaged_checkpoint(const std::filesystem::path& folder, const std::string& tensor,
                              std::size_t index, float value)
{
  const auto whole = written_checkpoint("text");
  for (const char* file : {"vocab.json", "merges.txt", "config.json"})
    std::filesystem::copy(whole / file, folder / file);
  std::string bytes = read_file(whole / "model.safetensors");
  std::uint64_t header = 0;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto tensors = nlohmann::json::parse(bytes.substr(8, header));
  const auto begin = tensors.at(tensor).at("data_offsets").at(0).get<std::size_t>();
  std::memcpy(bytes.data() + 8 + header + begin + index * sizeof value, &value, sizeof value);
  std::ofstream(folder / "model.safetensors", std::ios::binary) << bytes;
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
