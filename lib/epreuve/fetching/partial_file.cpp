#include "epreuve/fetching/partial_file.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace epreuve {

PartialFile::PartialFile(std::filesystem::path path)
    : path_(std::move(path)),
      file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK,
                   0666)) // without waiting, in case it is a pipe
{
  struct stat status{};
  if (!file_.is_open() || ::fstat(file_.get(), &status) != 0)
    fail("create");
  size_ = static_cast<std::uint64_t>(status.st_size);
}

void PartialFile::append(std::string_view bytes)
{
  if (!file_.write(bytes))
    fail("write");
  size_ += bytes.size();
}

void PartialFile::clear()
{
  if (::ftruncate(file_.get(), 0) != 0)
    fail("clear");
  size_ = 0;
}

void PartialFile::sync()
{
  if (::fsync(file_.get()) != 0)
    fail("write");
}

void PartialFile::fail(const char* verb) const
{
  const int error = errno;
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw Error("cannot {} {}: {}; {}", verb, path_.string(), std::strerror(error),
              full ? "make room and run this again, it continues from there; or name another folder"
                   : "name another folder, or make this one writable");
}

} // namespace epreuve
