#include "epreuve/logs/folder.hpp"

#include "epreuve/system/places.hpp"

namespace epreuve::logs {

std::filesystem::path folder()
{
  return data_folder("models/logs");
}

} // namespace epreuve::logs
