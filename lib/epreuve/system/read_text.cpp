#include "epreuve/system/read_text.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace epreuve {

std::string read_text(const std::filesystem::path& path)
{
  std::ifstream input(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(input), {}};
  if (!input)
    throw Error("{} cannot be read: {}", path.string(), std::strerror(errno));
  return text;
}

} // namespace epreuve
