#include "epreuve/gpt2/mapped_file.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace epreuve::gpt2 {

MappedFile::MappedFile(const std::filesystem::path& path) : path_(path)
{
  // Without waiting, should it be a pipe.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const auto refuse = [&](const char* why) {
    if (descriptor_ >= 0)
      ::close(descriptor_);
    throw Error("{} cannot be read: {}", path.string(), why);
  };
  struct stat status = {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0)
    refuse(std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    refuse("it is no file");
  if (status.st_size == 0)
    refuse("it is empty; fetch or copy it again");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor_, 0);
  if (memory == MAP_FAILED)
    refuse(std::strerror(errno));
  bytes_ = {static_cast<const std::byte*>(memory), size};
}

MappedFile::~MappedFile()
{
  if (!bytes_.empty())
    ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_(std::exchange(other.bytes_, {}))
{
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

void MappedFile::read(std::uint64_t offset, std::span<std::byte> destination) const
{
  while (!destination.empty()) {
    const auto count =
        ::pread(descriptor_, destination.data(), destination.size(), static_cast<off_t>(offset));
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

} // namespace epreuve::gpt2
