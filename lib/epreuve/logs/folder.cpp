#include "epreuve/logs/folder.hpp"

#include "epreuve/system/model_folder.hpp"

namespace epreuve::logs {

std::filesystem::path folder()
{
  return model_folder(EPREUVE_LOGS_FROM_PROGRAMS, EPREUVE_LOGS);
}

} // namespace epreuve::logs
