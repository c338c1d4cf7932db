#include "epreuve/system/write_file.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/descriptor.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace epreuve {

namespace {

namespace fs = std::filesystem;

/// Advice that follows the system's own message.
std::string remedy(int error, const fs::path& folder)
{
  switch (error) {
  case ENOENT:
  case ENOTDIR:
    if (fs::is_directory(folder))
      return fmt::format("no files can be created in the folder {}; name another", folder.string());
    return fmt::format("the folder {} does not exist; create it or name a folder that exists",
                       folder.string());
  case EACCES:
  case EROFS:
  case EPERM:
    return fmt::format("the folder {} is not writable; name another or change its permissions",
                       folder.string());
  case EISDIR:
    return "it is a folder, name a file in it";
  case ENOSPC:
  case EDQUOT:
  case EFBIG:
    return "make room on the disk or name another folder";
  default:
    return "name another file";
  }
}

[[noreturn]] void fail(const char* verb, const fs::path& path, const fs::path& folder, int error)
{
  throw Error("cannot {} {}: {}; nothing was changed; {}", verb, path.string(),
              std::strerror(error), remedy(error, folder));
}

bool is_device_or_pipe(const fs::path& path)
{
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// The file to which a path, perhaps a link, leads.
fs::path target_of(const fs::path& path)
{
  std::error_code ignored;
  return fs::is_symlink(fs::symlink_status(path, ignored)) ? fs::weakly_canonical(path, ignored)
                                                           : path;
}

fs::path folder_of(const fs::path& file)
{
  return file.has_parent_path() ? file.parent_path() : ".";
}

/// 0, or the error with which writing a file at `target` is bound to fail.
int obstacle(const fs::path& target)
{
  std::error_code ignored;
  if (!target.has_filename() || fs::is_directory(target, ignored))
    return EISDIR;
  return ::access(folder_of(target).c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

bool permit_as_usual(const Descriptor& file)
{
  // Reading the mask changes it, for all threads.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return ::fchmod(file.get(), 0666 & ~mask) == 0;
}

/// Shared by the threads that are writing, which may outlive main().
std::shared_mutex& writing()
{
  static auto* const mutex = new std::shared_mutex;
  return *mutex;
}

/// Gives a file its name. @return whether that succeeded; the reason is in errno
using Naming = bool (*)(const fs::path& temporary, const fs::path& target);

bool rename_over(const fs::path& temporary, const fs::path& target)
{
  return ::rename(temporary.c_str(), target.c_str()) == 0;
}

bool rename_if_free(const fs::path& temporary, const fs::path& target)
{
  // A link works on NFS, the other way on file systems without links.
  if (::link(temporary.c_str(), target.c_str()) == 0)
    return ::unlink(temporary.c_str()) == 0;
  return errno != EEXIST &&
         ::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0;
}

/// @param path  as it was given, for messages
/// @return      false if the name was taken, and had to be free
bool put_in_place(const fs::path& path, const fs::path& target, std::string_view content,
                  Naming name = rename_over)
{
  const fs::path folder = folder_of(target);
  std::error_code ignored;
  if (!target.has_filename() || fs::is_directory(fs::symlink_status(target, ignored)))
    fail("write", path, folder, EISDIR);
  const std::shared_lock lock(writing());
  std::string temporary = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open())
    fail("create", path, folder, errno);
  if (file.write(content) && permit_as_usual(file) && file.close() && name(temporary, target))
    return true;
  const int error = errno;
  ::unlink(temporary.c_str());
  if (error == EEXIST && name == rename_if_free)
    return false;
  fail("write", path, folder, error);
}

} // namespace

void write_file(const fs::path& path, std::string_view content)
{
  if (is_device_or_pipe(path)) {
    Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!device.is_open() || !device.write(content) || !device.close())
      throw Error("cannot write {}: {}", path.string(), std::strerror(errno));
    return;
  }

  put_in_place(path, target_of(path), content);
}

void replace_file(const fs::path& path, std::string_view content)
{
  put_in_place(path, path, content);
}

void write_durably(const fs::path& path, const std::function<void(const Sink&)>& write)
{
  const std::shared_lock lock(writing());
  const fs::path folder = folder_of(path), next = path.string() + ".new";
  if (fs::is_directory(path))
    fail("write", path, folder, EISDIR);
  Descriptor file(
      ::open(next.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file.is_open())
    fail("create", path, folder, errno);
  const auto require = [&](bool done) {
    if (done)
      return;
    const int error = errno;
    ::unlink(next.c_str());
    fail("write", path, folder, error);
  };
  write([&](std::string_view piece) { require(file.write(piece)); });
  require(::fsync(file.get()) == 0 && file.close() && rename_over(next, path));
  // The new name, too. Not every file system can, and the file is whole either way.
  const Descriptor names(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (names.is_open())
    ::fsync(names.get());
}

bool create_file(const fs::path& path, std::string_view content)
{
  return put_in_place(path, path, content, rename_if_free);
}

void finish_writing()
{
  writing().lock(); // for good
}

void require_writable(const fs::path& path)
{
  if (is_device_or_pipe(path))
    return;
  const fs::path target = target_of(path);
  if (const int error = obstacle(target); error != 0)
    fail(error == EISDIR ? "write" : "create", path, folder_of(target), error);
}

fs::path make_folder(const fs::path& folder, std::string_view option)
{
  std::error_code failure;
  for (fs::path above = folder; !above.empty(); above = above.parent_path()) {
    if (fs::exists(above, failure) && !fs::is_directory(above, failure))
      throw Error("{} is a file; name a folder with {}", above.string(), option);
    if (above == above.parent_path())
      break;
  }
  fs::create_directories(folder, failure);
  if (failure)
    throw Error("cannot create the folder {}: {}; name a writable one with {}", folder.string(),
                failure.message(), option);
  return folder;
}

} // namespace epreuve
