#include "epreuve/system/model_folder.hpp"

#include <system_error>

namespace epreuve {

std::filesystem::path model_folder(const std::filesystem::path& from_programs,
                                   const std::filesystem::path& in_sources)
{
  std::error_code failure;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
  const std::filesystem::path installed = program.parent_path() / from_programs;
  return is_directory(installed, failure) ? installed.lexically_normal() : in_sources;
}

} // namespace epreuve
