#include "train/log.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>

#include <iostream>

namespace epreuve::tools {

std::filesystem::path new_log(const std::string& out, std::string_view name)
{
  std::filesystem::path file = make_folder(out, "--out") / fmt::format("{}.json", name);
  if (exists(file))
    throw Error("{} is there already; name another folder with --out", file.string());
  require_writable(file);
  return file;
}

void write_log(const std::filesystem::path& file, std::string_view text)
{
  write_file(file, text);
  std::cout << fmt::format("{} has the log\n", file.string());
}

} // namespace epreuve::tools
