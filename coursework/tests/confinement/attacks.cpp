// A worker whose functions try what judged code must not do. Each answers "refused", or anything
// else if it was not. They could only harm their own judge, or the file that they are given.

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <map>
#include <spawn.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

#ifdef __aarch64__
constexpr char loader[] = "/lib/ld-linux-aarch64.so.1";
#else
constexpr char loader[] = "/lib64/ld-linux-x86-64.so.2";
#endif

std::string judge(const char* file)
{
  return "/proc/" + std::to_string(::getppid()) + "/" + file;
}

/// Whether a system call, or a function that makes one, succeeded.
bool did(long result)
{
  return result >= 0;
}

/// Whether a child was created; it ends at once.
bool was_born(long child)
{
  if (child == 0)
    ::_exit(0);
  return child > 0;
}

bool forks()
{
#ifdef SYS_fork // not on arm64, where clone makes all processes
  return was_born(::syscall(SYS_fork));
#else
  return was_born(::fork());
#endif
}

bool opens(const std::string& path, int flags)
{
  return did(::open(path.c_str(), flags, 0600));
}

/// Starts this by a descriptor of the number by which the worker was started.
bool executes_again(const char* program)
{
  const int file = ::open(program, O_RDONLY);
  if (::dup2(file, 100) < 0)
    return false;
  char* arguments[] = {const_cast<char*>("true"), nullptr};
  return did(::syscall(SYS_execveat, 100, "", arguments, nullptr, AT_EMPTY_PATH));
}

bool executes(const char* program)
{
  char* arguments[] = {const_cast<char*>("true"), nullptr};
  return did(::execve(program, arguments, nullptr));
}

bool mounts(const std::string& file)
{
  return did(::mount(file.c_str(), file.c_str(), nullptr, MS_BIND, nullptr)) &&
         did(::umount2(file.c_str(), MNT_DETACH));
}

/// Ends the process then, which would stop at every signal.
bool is_traced()
{
  if (did(::ptrace(PTRACE_TRACEME, 0, 0, 0)))
    ::_exit(0);
  return false;
}

bool spawns()
{
  pid_t child = 0;
  char* arguments[] = {const_cast<char*>("true"), nullptr};
  return ::posix_spawn(&child, "/bin/true", nullptr, nullptr, arguments, nullptr) == 0;
}

bool maps_for_writing(const std::string& path)
{
  const int file = ::open(path.c_str(), O_RDWR);
  return file >= 0 && ::mmap(nullptr, 1, PROT_WRITE, MAP_SHARED, file, 0) != MAP_FAILED;
}

bool signals_by_descriptor()
{
  const long descriptor = ::syscall(SYS_pidfd_open, ::getppid(), 0);
  return descriptor >= 0 && did(::syscall(SYS_pidfd_send_signal, descriptor, 0, nullptr, 0));
}

bool reads_judges_memory()
{
  char byte = 0;
  iovec here{&byte, 1}, there{reinterpret_cast<void*>(0x400000), 1};
  return did(::process_vm_readv(::getppid(), &here, 1, &there, 1, 0)) || errno == EFAULT;
}

bool limits_its_judge()
{
  rlimit limit{};
  return did(::syscall(SYS_prlimit64, ::getppid(), RLIMIT_NOFILE, nullptr, &limit));
}

bool has_more_descriptors_again()
{
  const rlimit limit{4096, 4096};
  return did(::setrlimit(RLIMIT_NOFILE, &limit));
}

using Attacks = std::map<std::string, std::function<bool(const std::string&)>>;

/// @return by name; a function gets a file that it may try to write
Attacks attacks()
{
  return {
      // its judge
      {"judges output", [](auto&) { return opens(judge("fd/1"), O_WRONLY); }},
      {"judges descriptor", [](auto&) { return opens(judge("fd/0"), O_RDONLY); }},
      {"judges memory", [](auto&) { return opens(judge("mem"), O_RDONLY); }},
      {"judges environment", [](auto&) { return opens(judge("environ"), O_RDONLY); }},
      {"kill", [](auto&) { return did(::kill(::getppid(), 0)); }},
      {"tgkill", [](auto&) { return did(::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0)); }},
      {"pidfd", [](auto&) { return signals_by_descriptor(); }},
      {"prlimit", [](auto&) { return limits_its_judge(); }},
      {"owner of a descriptor", [](auto&) { return did(::fcntl(3, F_SETOWN, ::getppid())); }},
      {"signals by ioctl",
       [](auto&) {
         int on = 1;
         return did(::ioctl(3, FIOASYNC, &on));
       }},
      {"outliving the judge", [](auto&) { return did(::prctl(PR_SET_PDEATHSIG, 0)); }},
      {"readv", [](auto&) { return reads_judges_memory(); }},
      {"priority", [](auto&) { return did(::setpriority(PRIO_PROCESS, ::getppid(), 1)); }},
      // files
      {"writing", [](auto& file) { return opens(file, O_WRONLY); }},
      {"appending", [](auto& file) { return opens(file, O_RDWR | O_APPEND); }},
      {"emptying", [](auto& file) { return opens(file, O_RDONLY | O_TRUNC); }},
      {"creating", [](auto& file) { return opens(file + ".new", O_RDONLY | O_CREAT); }},
      {"no name", [](auto&) { return opens("/", O_TMPFILE | O_RDWR); }},
      {"mmap", [](auto& file) { return maps_for_writing(file); }},
      {"truncate", [](auto& file) { return did(::truncate(file.c_str(), 1)); }},
      {"chmod", [](auto& file) { return did(::chmod(file.c_str(), 0666)); }},
      {"utimes", [](auto& file) { return did(::utimensat(AT_FDCWD, file.c_str(), nullptr, 0)); }},
      {"link", [](auto& file) { return did(::link(file.c_str(), (file + ".link").c_str())); }},
      {"symlink", [](auto& file) { return did(::symlink("/", (file + ".symlink").c_str())); }},
      {"symlink here", [](auto&) { return did(::symlink("/", "epreuve-symlink")); }},
      {"mkdir", [](auto& file) { return did(::mkdir((file + ".folder").c_str(), 0700)); }},
      {"fifo", [](auto& file) { return did(::mkfifo((file + ".fifo").c_str(), 0600)); }},
      {"rename", [](auto& file) { return did(::rename(file.c_str(), (file + ".2").c_str())); }},
      {"unlink", [](auto& file) { return did(::unlink(file.c_str())); }},
      {"reading", [](auto& file) { return opens(file + ".secret", O_RDONLY); }},
      // things that outlive a process, or are shared with others
      {"shm",
       [](auto&) { return did(::shmctl(::shmget(IPC_PRIVATE, 9, 0600), IPC_RMID, nullptr)); }},
      {"sem", [](auto&) { return did(::semctl(::semget(IPC_PRIVATE, 1, 0600), 0, IPC_RMID)); }},
      {"msg", [](auto&) { return did(::msgctl(::msgget(IPC_PRIVATE, 0600), IPC_RMID, nullptr)); }},
      {"memfd", [](auto&) { return did(::memfd_create("x", 0)); }},
      {"key", [](auto&) { return did(::syscall(SYS_add_key, "user", "epreuve", "x", 1, -3)); }},
      {"keyring", [](auto&) { return did(::syscall(SYS_keyctl, 1, nullptr)); }},
      {"socket", [](auto&) { return did(::socket(AF_UNIX, SOCK_STREAM, 0)); }},
      {"netlink", [](auto&) { return did(::socket(AF_NETLINK, SOCK_RAW, 0)); }},
      // other programs, processes and places
      {"fork", [](auto&) { return forks(); }},
      {"clone", [](auto&) { return was_born(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }},
      {"spawn", [](auto&) { return spawns(); }},
      {"execve", [](auto&) { return executes("/bin/true"); }},
      {"the loader", [](auto&) { return executes(loader); }},
      {"the same again", [](auto&) { return executes("/proc/self/exe"); }},
      {"execveat", [](auto&) { return executes_again("/bin/true"); }},
      {"more descriptors",
       [](auto&) { return has_more_descriptors_again() || did(::dup2(0, 100)); }},
      {"unshare", [](auto&) { return did(::unshare(CLONE_NEWUSER | CLONE_NEWNS)); }},
      {"mount", [](auto& file) { return mounts(file); }},
      {"ptrace", [](auto&) { return is_traced(); }},
      {"uring",
       [](auto&) {
         std::array<char, 256> parameters{};
         return did(::syscall(SYS_io_uring_setup, 1, parameters.data()));
       }},
  };
}

bool read_all(void* memory, std::size_t size)
{
  auto* next = static_cast<char*>(memory);
  for (; size > 0;) {
    const auto count = ::read(3, next, size);
    if (count <= 0)
      return false;
    next += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

std::string take_text(const std::string& bytes, std::size_t& at)
{
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data() + at + 1, sizeof length);
  std::string text = bytes.substr(at + 9, length);
  at += 9 + length;
  return text;
}

} // namespace

// As in wire.hpp: a question's payload is a text, the name, and here another, the file; an answer's
// a text.
int main()
{
  std::string header(21, ' ');
  const Attacks known = attacks();
  while (read_all(header.data(), header.size())) {
    std::uint64_t length = 0;
    std::memcpy(&length, header.data() + 13, sizeof length);
    std::string payload(length, ' ');
    if (!read_all(payload.data(), payload.size()))
      return 1;
    std::size_t at = 0;
    const std::string name = take_text(payload, at), file = take_text(payload, at);
    std::string said;
    if (name == "names") {
      for (const auto& [each, attack] : known)
        said += each + '\n';
    } else {
      said = known.at(name)(file) ? "done" : "refused";
    }
    header[4] = 3; // it threw a text
    const std::uint64_t size = said.size();
    std::memcpy(header.data() + 13, &size, sizeof size);
    const std::string answer = header + said;
    if (::write(4, answer.data(), answer.size()) != static_cast<long>(answer.size()))
      return 1;
  }
}
