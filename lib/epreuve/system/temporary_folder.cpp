#include "epreuve/system/temporary_folder.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace epreuve {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "epreuve-tmp-", drawn = "XXXXXX";

fs::path parent_folder()
{
  const char* wished = std::getenv("TMPDIR");
  return wished && *wished ? wished : P_tmpdir;
}

Descriptor open_folder(int above, const std::string& name)
{
  return Descriptor(::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Whether a name still belongs to an open folder.
bool is_called(const Descriptor& folder, int above, const std::string& name)
{
  struct stat opened = {}, named = {};
  return ::fstat(folder.get(), &opened) == 0 &&
         ::fstatat(above, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/// Whether a constructor below has made a folder, judging by its name, its owner and its permissions.
bool is_ours(const Descriptor& folder, const std::string& name)
{
  struct stat status = {};
  return name.size() == prefix.size() + drawn.size() && name.starts_with(prefix) &&
         ::fstat(folder.get(), &status) == 0 && status.st_uid == ::geteuid() &&
         (status.st_mode & 07777) == 0700;
}

/// Empties and removes a folder. All paths start at the descriptor, so no exchanged name leads elsewhere.
bool remove_folder(const Descriptor& folder, int above, const std::string& name)
{
  std::error_code failure;
  const fs::path held = fs::path("/proc/self/fd") / std::to_string(folder.get());
  for (fs::directory_iterator entry(held, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    std::error_code ignored;
    fs::remove_all(entry->path(), ignored);
  }
  return ::unlinkat(above, name.c_str(), AT_REMOVEDIR) == 0;
}

/// The folders of this process.
struct Own
{
  std::mutex mutex{};
  std::set<fs::path> paths{};
};

Own& own()
{
  static Own* const own = new Own; // also for folders that outlive main()
  return *own;
}

} // namespace

TemporaryFolder::TemporaryFolder() : lock_(-1)
{
  const fs::path parent = parent_folder();
  const std::lock_guard lock(own().mutex);
  for (;;) {
    std::string name = (parent / (std::string(prefix) + std::string(drawn))).string();
    if (!::mkdtemp(name.data()))
      throw Error("cannot make a folder in {}: {}; set TMPDIR to a writable folder",
                  parent.string(), std::strerror(errno));
    path_ = name;
    lock_ = open_folder(AT_FDCWD, name);
    if (!lock_.is_open() && errno != ENOENT)
      throw Error("cannot open the folder {}: {}", name, std::strerror(errno));
    // Between the two calls above it looks abandoned, so another process may be removing it.
    const bool is_taken = ::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!is_taken && is_called(lock_, AT_FDCWD, name))
      break;
  }
  own().paths.insert(path_);
}

TemporaryFolder::~TemporaryFolder()
{
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  const std::lock_guard lock(own().mutex);
  own().paths.erase(path_);
}

void remove_own_folders()
{
  own().mutex.lock();        // for good: no other thread makes a folder any more
  constexpr int tries = 100; // a compiler may still be writing into one
  std::error_code ignored;
  for (const fs::path& path : own().paths)
    for (int i = 0; i < tries && fs::exists(path, ignored); ++i)
      fs::remove_all(path, ignored);
}

std::size_t remove_abandoned_folders()
{
  std::size_t count = 0;
  const fs::path parent = parent_folder();
  const Descriptor above(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::error_code failure;
  for (fs::directory_iterator entry(parent, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix))
      continue;
    const Descriptor folder = open_folder(above.get(), name);
    if (folder.is_open() && is_ours(folder, name) &&
        ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0 && is_called(folder, above.get(), name))
      count += remove_folder(folder, above.get(), name) ? 1 : 0;
  }
  return count;
}

} // namespace epreuve
