#include "epreuve/exercises/limits.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace epreuve::exercises {

namespace {

using Filter = std::unique_ptr<void, decltype(&seccomp_release)>;

/// @param self  the one process to which signals may be sent; without it, any process
Filter make_filter(std::optional<pid_t> self)
{
  Filter filter(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
  if (filter == nullptr)
    return filter;
  bool complete = true;
  const auto refuse = [&](int call, int error) {
    // Some calls do not exist on every architecture.
    complete &= call < 0 || seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(error), call, 0) == 0;
  };
  for (const int call :
       {SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(clone), SCMP_SYS(socket), SCMP_SYS(ptrace),
        SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_open),
        SCMP_SYS(io_uring_setup), SCMP_SYS(bpf), SCMP_SYS(userfaultfd), SCMP_SYS(keyctl)})
    refuse(call, EPERM);
  refuse(SCMP_SYS(clone3), ENOSYS); // a filter cannot see its flags; glibc then calls clone
  if (self) {
    const scmp_arg_cmp another{
        .arg = 0, .op = SCMP_CMP_NE, .datum_a = static_cast<scmp_datum_t>(*self), .datum_b = 0};
    for (const int call : {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill),
                           SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo)})
      complete &= seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), call, 1, another) == 0;
  }
  if (!complete)
    filter.reset();
  return filter;
}

} // namespace

const char* limit_resources(const Limits& limits)
{
  // One second more than the clock allows, because messages speak of time by the clock.
  const auto processor_seconds = static_cast<rlim_t>(std::ceil(limits.exercise_seconds)) + 1;
  if (!limit(RLIMIT_AS, limits.memory) || !limit(RLIMIT_CPU, processor_seconds) ||
      !limit(RLIMIT_FSIZE, 0) || !limit(RLIMIT_CORE, 0))
    return "its limits cannot be set";
  return nullptr;
}

const char* confine(const Limits& limits)
{
  {
    const Filter filter = make_filter(::getpid());
    if (filter == nullptr || seccomp_load(filter.get()) != 0)
      return "the kernel takes no seccomp filter";
  }
  // Last: a judge under a sanitizer has more address space than any limit, and allocates no more.
  return limit_resources(limits);
}

void write_filter(int descriptor)
{
  const Filter filter = make_filter(std::nullopt);
  if (filter == nullptr || seccomp_export_bpf(filter.get(), descriptor) != 0)
    throw Error("the filter of system calls cannot be made: {}", std::strerror(errno));
}

} // namespace epreuve::exercises
