#include "epreuve/system/read_text.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/descriptor.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace epreuve {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, int error)
{
  throw Error("{} cannot be read: {}", path.string(), std::strerror(error));
}

const char* name_of_kind(mode_t mode)
{
  return S_ISDIR(mode)    ? "a folder"
         : S_ISFIFO(mode) ? "a pipe"
         : S_ISSOCK(mode) ? "a socket"
                          : "a device";
}

struct stat status_of(const fs::path& path)
{
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0)
    refuse(path, errno);
  return status;
}

void require_file(const fs::path& path, const struct stat& status, std::size_t longest)
{
  if (!S_ISREG(status.st_mode))
    throw Error("{} cannot be read: it is {}, expected a file", path.string(),
                name_of_kind(status.st_mode));
  if (static_cast<std::size_t>(status.st_size) > longest)
    throw Error("{} has {} bytes, expected at most {}", path.string(), status.st_size, longest);
}

/// All bytes up to the end.
std::string read_from(int file, const fs::path& path, std::size_t longest)
{
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const auto count = ::read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      refuse(path, errno);
    if (count == 0)
      return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > longest)
      throw Error("{} has more than {} bytes, the most that is read", path.string(), longest);
  }
}

} // namespace

std::string read_text(const fs::path& path, std::size_t longest)
{
  // It is examined before it is opened, because opening a device or a pipe has an effect, and again afterwards.
  require_file(path, status_of(path), longest);
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0)
    refuse(path, errno);
  require_file(path, status, longest);
  return read_from(file.get(), path, longest);
}

std::string read_text_or_pipe(const fs::path& path, std::size_t longest)
{
  const struct stat status = status_of(path);
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
    return read_text(path, longest);
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open())
    refuse(path, errno);
  return read_from(file.get(), path, longest);
}

std::string read_standard_input(std::size_t longest)
{
  return read_from(STDIN_FILENO, "standard input", longest);
}

} // namespace epreuve
