#include "turn.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <iostream>
#include <sys/file.h>

namespace epreuve::tools {

Turn::Turn(const std::filesystem::path& file, std::string_view command)
    : lock_(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666))
{
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    std::cerr << fmt::format("epreuve: waiting for another {}\n", command);
    ::flock(lock_.get(), LOCK_EX);
  }
}

} // namespace epreuve::tools
