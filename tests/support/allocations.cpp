#include "support/allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> news = 0, matrices = 0;

} // namespace

void* operator new(std::size_t bytes)
{
  ++news;
  if (void* const memory = std::malloc(bytes == 0 ? 1 : bytes))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept
{
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
  std::free(memory);
}

/// Armadillo takes its memory by this.
extern "C" int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept
{
  if (bytes >= 8000)
    ++matrices;
  *memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  return *memory == nullptr ? ENOMEM : 0;
}

epreuve::tests::Allocations epreuve::tests::allocations()
{
  return {news, matrices};
}
