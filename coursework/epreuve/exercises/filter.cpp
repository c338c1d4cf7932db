#include "epreuve/exercises/filter.hpp"

#include "epreuve/error.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <initializer_list>
#include <linux/futex.h>
#include <memory>
#include <random>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace epreuve::exercises {

namespace {

using Filter = std::unique_ptr<void, decltype(&seccomp_release)>;

/// Memory, the clock, files that are open already, and the program itself.
constexpr std::array harmless{
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(write),
    SCMP_SYS(writev), SCMP_SYS(lseek), SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(dup),
    SCMP_SYS(dup2), SCMP_SYS(dup3), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(select),
    SCMP_SYS(pselect6),
    // what is needed to read files
    SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(statx),
    SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink),
    SCMP_SYS(readlinkat), SCMP_SYS(getcwd),
    // memory
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect),
    // the signals that it receives, and waiting
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigsuspend), SCMP_SYS(rt_sigtimedwait),
    SCMP_SYS(sigaltstack), SCMP_SYS(pause), SCMP_SYS(restart_syscall), SCMP_SYS(alarm),
    SCMP_SYS(setitimer), SCMP_SYS(getitimer), SCMP_SYS(nanosleep), SCMP_SYS(sched_yield),
    // information
    SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(times), SCMP_SYS(getrusage),
    SCMP_SYS(getrlimit), SCMP_SYS(getrandom), SCMP_SYS(sched_getaffinity), SCMP_SYS(getpid),
    SCMP_SYS(getppid), SCMP_SYS(gettid), SCMP_SYS(getpgrp), SCMP_SYS(getuid), SCMP_SYS(geteuid),
    SCMP_SYS(getgid), SCMP_SYS(getegid),
    // a program's beginning and end
    SCMP_SYS(arch_prctl), SCMP_SYS(set_tid_address), SCMP_SYS(set_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(exit), SCMP_SYS(exit_group)};

scmp_arg_cmp equals(unsigned argument, scmp_datum_t value)
{
  return {argument, SCMP_CMP_EQ, value, 0};
}

/// Adds rules and remembers whether one could not be added.
class Rules
{
public:
  explicit Rules(scmp_filter_ctx filter) : filter_(filter) {}

  void allow(int call) { add(SCMP_ACT_ALLOW, call, {}); }
  void allow(int call, std::initializer_list<scmp_arg_cmp> if_all)
  {
    add(SCMP_ACT_ALLOW, call, if_all);
  }
  /// As if the kernel were older than the call: the C library then uses another one.
  void hide(int call) { add(SCMP_ACT_ERRNO(ENOSYS), call, {}); }
  bool are_complete() const { return complete_; }

private:
  void add(std::uint32_t action, int call, std::initializer_list<scmp_arg_cmp> if_all)
  {
    if (call >= 0) // some do not exist on every architecture
      complete_ &=
          seccomp_rule_add_array(filter_, action, call, static_cast<unsigned>(if_all.size()),
                                 if_all.begin()) == 0;
  }

  scmp_filter_ctx filter_;
  bool complete_ = true;
};

void allow_reading_files(Rules& rules)
{
  // The bits of O_TMPFILE without O_DIRECTORY.
  constexpr auto writes =
      static_cast<scmp_datum_t>(O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY));
  rules.allow(SCMP_SYS(open), {{1, SCMP_CMP_MASKED_EQ, writes, O_RDONLY}});
  rules.allow(SCMP_SYS(openat), {{2, SCMP_CMP_MASKED_EQ, writes, O_RDONLY}});
}

/// Private memory only, which is allocated as it is touched. Two programs could communicate through shared memory, and
/// through a futex on a page that both map of one file.
void allow_private_memory(Rules& rules)
{
  constexpr auto kinds = static_cast<scmp_datum_t>(MAP_ANONYMOUS | MAP_DENYWRITE | MAP_FIXED |
                                                   MAP_FIXED_NOREPLACE | MAP_NORESERVE | MAP_STACK);
  rules.allow(SCMP_SYS(mmap), {{3, SCMP_CMP_MASKED_EQ, ~kinds, MAP_PRIVATE}});
  for (const int advice : {MADV_NORMAL, MADV_DONTNEED, MADV_FREE, MADV_NOHUGEPAGE, MADV_DONTDUMP})
    rules.allow(SCMP_SYS(madvise), {equals(2, static_cast<scmp_datum_t>(advice))});
  rules.allow(SCMP_SYS(futex), {{1, SCMP_CMP_MASKED_EQ, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG}});
}

/// Of calls that do many things, the uses that concern no other process. (fcntl and ioctl can also have signals sent to
/// any process; prctl can also let a process outlive the judge.)
void allow_parts(Rules& rules)
{
  for (const int command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL})
    rules.allow(SCMP_SYS(fcntl), {equals(1, static_cast<scmp_datum_t>(command))});
  for (const unsigned long request : {TCGETS, FIONREAD})
    rules.allow(SCMP_SYS(ioctl), {equals(1, request)});
  for (const int option : {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE})
    rules.allow(SCMP_SYS(prctl), {equals(0, static_cast<scmp_datum_t>(option))});
  rules.allow(SCMP_SYS(prlimit64), {equals(0, 0)}); // 0 is the caller
  // A negative clock is the processor time of some process.
  for (const int call :
       {SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep)})
    rules.allow(call, {{0, SCMP_CMP_LE, CLOCK_TAI, 0}});
}

Filter make_filter(bool in_sandbox, std::uint64_t name)
{
  Filter filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)), seccomp_release);
  if (filter == nullptr)
    return filter;
  Rules rules(filter.get());
  for (const int call : harmless)
    rules.allow(call);
  allow_reading_files(rules);
  allow_private_memory(rules);
  allow_parts(rules);
  for (const int call :
       {SCMP_SYS(clone3), SCMP_SYS(openat2)}) // a filter cannot see their arguments
    rules.hide(call);
  rules.allow(SCMP_SYS(execveat),
              {equals(0, program_descriptor), equals(1, name), equals(4, AT_EMPTY_PATH)});
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill)})
    if (in_sandbox)
      rules.allow(call);
    else
      rules.allow(call, {equals(0, static_cast<scmp_datum_t>(::getpid()))});
  if (!rules.are_complete())
    filter.reset();
  return filter;
}

/// An address at which the empty name now lies: in the middle of what a process can have, which is less on some
/// machines; or 0, if the name can lie at no such address.
std::uint64_t place_name()
{
  std::random_device device;
  for (const int bits : {45, 37}) {
    const std::uint64_t half = std::uint64_t{1} << bits;
    const std::uint64_t address = half + ((std::uint64_t{device()} << 32) + device()) % half;
    if (empty_name_at(address) != nullptr)
      return address;
  }
  return 0;
}

const char* placed_name = "";

} // namespace

const char* name_of_program()
{
  return placed_name;
}

const char* load_filter()
{
  const std::uint64_t name = place_name();
  if (name == 0)
    return "the name of its program cannot be placed";
  placed_name = reinterpret_cast<const char*>(name);
  const Filter filter = make_filter(false, name);
  if (filter == nullptr || seccomp_load(filter.get()) != 0)
    return "the kernel accepts no seccomp filter";
  return nullptr;
}

void write_filter(int descriptor)
{
  const std::uint64_t name = place_name();
  const Filter filter = make_filter(true, name);
  if (name == 0 || filter == nullptr || ::write(descriptor, &name, sizeof name) != sizeof name ||
      seccomp_export_bpf(filter.get(), descriptor) != 0)
    throw Error("the filter of system calls cannot be made: {}", std::strerror(errno));
}

} // namespace epreuve::exercises
