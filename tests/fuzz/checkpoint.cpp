// Any bytes as a safetensors file, or as the header of one: either it is refused with a message of
// one line, or all its tensors can be read. Nothing crashes, reads outside, or takes more memory
// than twice the file and a little.

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/error.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sanitizer/allocator_interface.h>
#include <span>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using gpt2::Checkpoint;
using gpt2::TensorInfo;

namespace {

std::atomic<std::int64_t> in_use = 0, most_in_use = 0;

void count_allocation(const volatile void*, std::size_t size)
{
  const std::int64_t now = in_use += static_cast<std::int64_t>(size);
  for (std::int64_t most = most_in_use; now > most;)
    if (most_in_use.compare_exchange_weak(most, now))
      break;
}

void count_release(const volatile void* memory)
{
  if (memory != nullptr)
    in_use -=
        static_cast<std::int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(memory)));
}

[[noreturn]] void fail(const std::string& what)
{
  std::fputs((what + "\n").c_str(), stderr);
  std::abort();
}

/// A file in memory, the same one for every input.
class MemoryFile
{
public:
  void write(std::span<const std::byte> content) const
  {
    if (::ftruncate(descriptor_, 0) != 0 ||
        ::pwrite(descriptor_, content.data(), content.size(), 0) != std::ssize(content))
      fail("no memory file");
  }
  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

private:
  int descriptor_ = ::memfd_create("fuzzed.safetensors", 0);
};

void read(const Checkpoint& checkpoint, const TensorInfo& tensor)
{
  if (checkpoint.bytes(tensor).size() != tensor.bytes)
    fail("a tensor is not inside the map");
  if (tensor.shape.size() == 1 && checkpoint.vector<float>(tensor.name).n_elem != tensor.count())
    fail("a vector of another length");
  if (tensor.shape.size() == 2) {
    if (checkpoint.matrix<float>(tensor.name).n_elem != tensor.count())
      fail("a matrix of another size");
    std::vector<float> transposed(tensor.count());
    checkpoint.read<float>({{tensor.name, tensor.shape, transposed.data(), true}});
  }
}

void check_message(const Error& error)
{
  if (std::strchr(error.what(), '\n') != nullptr)
    fail(fmt::format("a message of several lines: {}", error.what()));
}

/// Parsed where reading a byte further is noticed, then read as a file.
void try_file(std::span<const std::byte> file)
{
  static const MemoryFile memory;
  memory.write(file);
  const std::int64_t before = in_use;
  most_in_use = before;
  try {
    gpt2::parse_safetensors(file, "fuzzed.safetensors");
    const Checkpoint checkpoint(memory.path());
    for (const TensorInfo& tensor : checkpoint.tensors())
      try {
        read(checkpoint, tensor);
      } catch (const Error& error) {
        check_message(error);
      }
    checkpoint.config();
  } catch (const Error& error) {
    check_message(error);
  }
  const std::int64_t allowance = 64 << 10;
  if (most_in_use - before > 2 * std::ssize(file) + allowance)
    fail(fmt::format("{} bytes in use for a file of {}", most_in_use - before, file.size()));
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***)
{
  __sanitizer_install_malloc_and_free_hooks(count_allocation, count_release);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::span input = std::as_bytes(std::span(data, size));
  try_file(input);

  std::vector<std::byte> file(8 + size + 256);
  const std::uint64_t length = size;
  std::memcpy(file.data(), &length, 8);
  if (size > 0)
    std::memcpy(file.data() + 8, data, size);
  try_file(file);
  return 0;
}
