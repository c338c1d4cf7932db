#include "epreuve/system/held_folder.hpp"

#include "epreuve/system/unavailable.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <memory>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace epreuve {

namespace {

namespace fs = std::filesystem;

/// The parts of a path; "." where there is none.
std::vector<std::string> parts_of(const fs::path& inside)
{
  std::vector<std::string> parts;
  for (const fs::path& part : inside)
    if (!part.empty() && part != ".")
      parts.push_back(part.string());
  if (parts.empty())
    parts.emplace_back(".");
  return parts;
}

bool leads_out(const fs::path& inside)
{
  return inside.is_absolute() || std::ranges::find(inside, "..") != inside.end();
}

[[noreturn]] void refuse(int error)
{
  if (error == ELOOP)
    throw Error("is reached through a symbolic link");
  if (error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO)
    throw Unavailable("cannot be read: {}", std::strerror(error));
  throw Error("cannot be read: {}", std::strerror(error));
}

Descriptor folder_in(int above, const fs::path& inside)
{
  return open_beneath(above, inside, O_RDONLY | O_DIRECTORY);
}

HeldFolder::Kind kind_of(mode_t mode)
{
  using enum HeldFolder::Kind;
  return S_ISREG(mode) ? file : S_ISDIR(mode) ? folder : S_ISLNK(mode) ? link : other;
}

} // namespace

Descriptor walk_beneath(int folder, const fs::path& inside, int flags)
{
  if (leads_out(inside)) {
    errno = EXDEV;
    return Descriptor(-1);
  }
  const std::vector<std::string> parts = parts_of(inside);
  Descriptor held(-1);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    const int how = is_last ? flags : O_PATH | O_DIRECTORY;
    Descriptor next(::openat(held.is_open() ? held.get() : folder, parts[i].c_str(),
                             how | O_NOFOLLOW | O_CLOEXEC));
    if (!next.is_open()) {
      const int error = errno;
      struct stat status = {};
      const int above = held.is_open() ? held.get() : folder;
      const bool is_link = ::fstatat(above, parts[i].c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                           S_ISLNK(status.st_mode);
      held.close();
      errno = is_link ? ELOOP : error;
      return next;
    }
    std::swap(held, next);
  }
  return held;
}

Descriptor open_beneath(int folder, const fs::path& inside, int flags)
{
  struct open_how how = {};
  how.flags = static_cast<std::uint64_t>(flags | O_NOFOLLOW | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  const std::string path = inside.empty() ? "." : inside.string();
  Descriptor opened(
      static_cast<int>(::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how)));
  // In containers whose filter does not know the call it fails with EPERM.
  if (!opened.is_open() && (errno == ENOSYS || errno == EPERM || errno == EAGAIN))
    return walk_beneath(folder, inside, flags);
  return opened;
}

HeldFolder::HeldFolder(const fs::path& path)
    : descriptor_(::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
  if (!descriptor_.is_open())
    refuse(errno);
}

HeldFolder::HeldFolder(const HeldFolder& above, const fs::path& inside)
    : descriptor_(folder_in(above.descriptor_.get(), inside))
{
  if (!descriptor_.is_open())
    refuse(errno);
}

HeldFolder::Kind HeldFolder::kind(const fs::path& inside) const
{
  const Descriptor found = open_beneath(descriptor_.get(), inside, O_PATH);
  struct stat status = {};
  if (!found.is_open() || ::fstat(found.get(), &status) != 0)
    refuse(errno);
  return kind_of(status.st_mode);
}

std::chrono::sys_seconds HeldFolder::changed(const fs::path& inside) const
{
  const Descriptor found = open_beneath(descriptor_.get(), inside, O_PATH);
  struct stat status = {};
  if (!found.is_open() || ::fstat(found.get(), &status) != 0)
    refuse(errno);
  return std::chrono::sys_seconds(std::chrono::seconds(status.st_mtim.tv_sec));
}

std::vector<HeldFolder::Entry> HeldFolder::entries(const fs::path& inside, std::size_t most) const
{
  const Descriptor opened = folder_in(descriptor_.get(), inside);
  if (!opened.is_open())
    refuse(errno);
  const int folder = ::fcntl(opened.get(), F_DUPFD_CLOEXEC, 0);
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(folder < 0 ? nullptr : ::fdopendir(folder),
                                                    ::closedir);
  if (!listing)
    refuse(errno);
  std::vector<Entry> found;
  errno = 0;
  for (const dirent* entry = ::readdir(listing.get()); entry != nullptr;
       entry = ::readdir(listing.get())) {
    const std::string name = entry->d_name;
    struct stat status = {};
    if (name != "." && name != ".." &&
        ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
      found.push_back({name, kind_of(status.st_mode)});
    if (found.size() > most)
      throw Error("holds more than {} files", most);
    errno = 0;
  }
  if (errno != 0)
    refuse(errno);
  std::ranges::sort(found, {}, &Entry::name);
  return found;
}

std::string HeldFolder::read(const fs::path& inside, std::size_t longest) const
{
  // If it is not an ordinary file it is not opened for reading: that could have an effect.
  switch (kind(inside)) {
  case Kind::link:
    throw Error("is a symbolic link");
  case Kind::folder:
    throw Error("is a folder, expected a file");
  case Kind::other:
    throw Error("is not an ordinary file");
  case Kind::file:
    break;
  }
  const Descriptor file = open_beneath(descriptor_.get(), inside, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0)
    refuse(errno);
  if (!S_ISREG(status.st_mode))
    throw Error("is not an ordinary file");
  if (static_cast<std::size_t>(status.st_size) > longest)
    throw Error("has {} bytes, expected at most {}", status.st_size, longest);
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const auto count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      refuse(errno);
    if (count == 0)
      return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > longest)
      throw Error("grows while it is read, beyond {} bytes", longest);
  }
}

} // namespace epreuve
