// begin-worker PROGRAM: what bubblewrap starts in its sandbox. It sets the last two limits, under which bubblewrap
// itself could not run, and becomes the worker; after that it cannot become any other program.

#include "epreuve/exercises/filter.hpp"
#include "epreuve/exercises/worker.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <linux/filter.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace epreuve::exercises;

namespace {

bool open_program(const char* path)
{
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  return file >= 0 && ::fcntl(file, F_DUPFD_CLOEXEC, program_descriptor) == program_descriptor;
}

bool limit_descriptors()
{
  const rlimit both{most_descriptors, most_descriptors};
  return ::setrlimit(RLIMIT_NOFILE, &both) == 0;
}

/// The filter comes in the kernel's format, through a descriptor that the worker does not inherit, after the address of
/// the name that it allows.
/// @return  that name, or null
const char* load_filter_of_judge()
{
  std::uint64_t address = 0;
  std::array<sock_filter, BPF_MAXINSNS> rules;
  const bool has_address = ::pread(extra_descriptor, &address, sizeof address, 0) == sizeof address;
  const auto size = ::pread(extra_descriptor, rules.data(), sizeof rules, sizeof address);
  ::close(extra_descriptor);
  const char* const name = has_address && size > 0 ? empty_name_at(address) : nullptr;
  if (name == nullptr)
    return nullptr;
  const sock_fprog filter{
      static_cast<unsigned short>(static_cast<std::size_t>(size) / sizeof(sock_filter)),
      rules.data()};
  const bool loaded = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                      ::prctl(PR_SET_SECCOMP, 2 /* SECCOMP_MODE_FILTER */, &filter) == 0;
  return loaded ? name : nullptr;
}

} // namespace

int main(int count, char** words)
{
  if (count == 2 && open_program(words[1]) && limit_descriptors())
    if (const char* const name = load_filter_of_judge())
      ::syscall(SYS_execveat, program_descriptor, name, words + 1, environ, AT_EMPTY_PATH);
  std::perror("the worker cannot begin");
  return 1;
}
