// Preloaded into GCC (cmake/HugePages.cmake): its precompiled header and its memory come in pages of 2 MB.
//
// GCC maps a precompiled header, hundreds of megabytes, and writes here and there in a quarter of it: each time the
// system copies a page of 4 KB. That is a third of the time that a file of exercises takes, half of a small test's.
// Read at once into huge pages, the whole header costs less than those copies.

#include <algorithm>
#include <cstddef>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

void* map(void* address, std::size_t size, int protection, int flags, int file, off_t offset)
{
  return reinterpret_cast<void*>(
      ::syscall(SYS_mmap, address, size, protection, flags, file, offset));
}

long page_faults()
{
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_minflt;
}

/// Reads a part of a file. Where the system has no huge pages, its first 2 MB tell: false, as at the file's end.
bool read_into_huge_pages(char* to, std::size_t size, int file, off_t offset)
{
  constexpr long few = 64;
  const long before = page_faults();
  for (std::size_t done = 0; done < size;) {
    const std::size_t next = std::min(huge_page, size - done);
    const ssize_t count = ::pread(file, to + done, next, offset + static_cast<off_t>(done));
    if (count <= 0)
      return false;
    if (done == 0 && page_faults() - before > few)
      return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

/// What mmap would map of a file for one process alone, read; nullptr if that cannot be, or does not help.
void* read_privately(void* address, std::size_t size, int protection, int file, off_t offset)
{
  void* const memory = map(address, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  if (::madvise(memory, size, MADV_HUGEPAGE) == 0 &&
      read_into_huge_pages(static_cast<char*>(memory), size, file, offset))
    return memory;
  ::munmap(memory, size);
  return nullptr;
}

} // namespace

extern "C" void* mmap(void* address, std::size_t size, int protection, int flags, int file,
                      off_t offset) noexcept
{
  constexpr std::size_t long_file = std::size_t{64} << 20;
  const bool is_written = (protection & PROT_WRITE) != 0;
  if (flags == MAP_PRIVATE && is_written && size >= long_file)
    if (void* const memory = read_privately(address, size, protection, file, offset))
      return memory;
  void* const memory = map(address, size, protection, flags, file, offset);
  if (memory != MAP_FAILED && (flags & MAP_ANONYMOUS) != 0 && is_written && size >= huge_page)
    ::madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

extern "C" void* mmap64(void*, std::size_t, int, int, int, off_t) noexcept
    __attribute__((alias("mmap")));
