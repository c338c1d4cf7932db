// begin-worker PROGRAM: what bubblewrap starts in its sandbox. It sets the last two limits, under which bubblewrap
// itself could not run, and becomes the worker; after that it cannot become any other program.

#include "epreuve/exercises/filter.hpp"
#include "epreuve/exercises/worker.hpp"

#include <array>
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

/// The filter comes in the kernel's format, through a descriptor that the worker does not inherit.
bool load_filter_of_judge()
{
  std::array<sock_filter, BPF_MAXINSNS> rules;
  const auto size = ::pread(extra_descriptor, rules.data(), sizeof rules, 0);
  ::close(extra_descriptor);
  if (size <= 0)
    return false;
  const sock_fprog filter{
      static_cast<unsigned short>(static_cast<std::size_t>(size) / sizeof(sock_filter)),
      rules.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, 2 /* SECCOMP_MODE_FILTER */, &filter) == 0;
}

} // namespace

int main(int count, char** words)
{
  if (count == 2 && open_program(words[1]) && limit_descriptors() && load_filter_of_judge())
    ::syscall(SYS_execveat, program_descriptor, "", words + 1, environ, AT_EMPTY_PATH);
  std::perror("the worker cannot begin");
  return 1;
}
