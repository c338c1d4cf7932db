#include "epreuve/gpt2/mapped_file.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace epreuve::gpt2 {

namespace {

/// Reading a part of the mapping that is no longer in the file ends the process: at least with a message.
void end_without_file(int)
{
  constexpr std::string_view why = "epreuve: a file of the model has become shorter while it was "
                                   "read, or its disk fails; fetch or copy it again\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, why.data(), why.size());
  ::_exit(2);
}

/// Unless somebody else has asked for the signal.
void tell_lost_files()
{
  struct sigaction present = {};
  if (::sigaction(SIGBUS, nullptr, &present) == 0 && present.sa_handler == SIG_DFL) {
    struct sigaction ours = {};
    ours.sa_handler = end_without_file;
    ::sigaction(SIGBUS, &ours, nullptr);
  }
}

} // namespace

MappedFile::MappedFile(const std::filesystem::path& path)
    : path_(path),
      // Without waiting, should it be a pipe.
      descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
{
  struct stat status = {};
  if (!descriptor_.is_open() || ::fstat(descriptor_.get(), &status) != 0)
    throw Error("{} cannot be read: {}", path.string(), std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    throw Error("{} cannot be read: it is no file", path.string());
  if (status.st_size == 0)
    throw Error("{} is empty; fetch or copy it again", path.string());
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor_.get(), 0);
  if (memory == MAP_FAILED)
    throw Error("{} cannot be mapped: {}", path.string(), std::strerror(errno));
  bytes_ = {static_cast<const std::byte*>(memory), size};
  tell_lost_files();
}

MappedFile::~MappedFile()
{
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void MappedFile::read(std::uint64_t offset, std::span<std::byte> destination) const
{
  while (!destination.empty()) {
    const auto count = ::pread(descriptor_.get(), destination.data(), destination.size(),
                               static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      throw Error("{} cannot be read: {}", path_.string(), std::strerror(errno));
    if (count == 0)
      throw Error("{} has become shorter while it was read; fetch or copy it again",
                  path_.string());
    offset += static_cast<std::uint64_t>(count);
    destination = destination.subspan(static_cast<std::size_t>(count));
  }
}

void MappedFile::read(std::uint64_t offset,
                      const std::vector<std::span<std::byte>>& destinations) const
{
  std::vector<iovec> pieces;
  std::size_t total = 0;
  for (const std::span<std::byte> piece : destinations) {
    pieces.push_back({piece.data(), piece.size()});
    total += piece.size();
  }
  const auto count = ::preadv(descriptor_.get(), pieces.data(), static_cast<int>(pieces.size()),
                              static_cast<off_t>(offset));
  if (count == static_cast<ssize_t>(total))
    return;
  // Interrupted, or failed for a reason that shows again.
  for (const std::span<std::byte> piece : destinations) {
    read(offset, piece);
    offset += piece.size();
  }
}

} // namespace epreuve::gpt2
