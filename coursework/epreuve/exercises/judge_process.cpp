#include "epreuve/exercises/judge_process.hpp"

#include "epreuve/system/closed_process.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/huge_pages.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace epreuve::exercises {

namespace {

using JudgeClock = std::chrono::steady_clock;

/// How often a judge's memory is measured.
constexpr std::chrono::milliseconds look_interval(50);

std::string draw_key()
{
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Error("the kernel gives no random bytes: {}", std::strerror(errno));
  std::string key;
  for (const unsigned char byte : bytes)
    key += fmt::format("{:02x}", byte);
  return key;
}

/// In the child.
[[noreturn]] void become_judge(const std::vector<char*>& command, int channel, pid_t parent)
{
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) // the parent had ended before
    ::_exit(1);
  ::setenv(tunables, huge_pages, 0); // checks of cost copy arguments of megabytes
  const int aside = ::fcntl(channel, F_DUPFD, channel_descriptor + 1);
  const int nothing = ::open("/dev/null", O_RDWR);
  if (aside >= 0 && nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 &&
      ::dup2(nothing, STDOUT_FILENO) >= 0 && ::dup2(aside, channel_descriptor) >= 0 &&
      ::close_range(channel_descriptor + 1, ~0U, 0) == 0)
    ::execv(command.front(), command.data());
  ::_exit(127);
}

/// Bytes of memory that a process holds; 0 if it is not there.
std::uint64_t memory_held(pid_t process)
{
  std::uint64_t all = 0, pages = 0;
  std::ifstream(fmt::format("/proc/{}/statm", process)) >> all >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// A process, and our end of its channel.
struct StartedJudge
{
  pid_t pid;
  Descriptor channel;
};

StartedJudge start_judge(const std::filesystem::path& judge,
                         const std::vector<std::string>& arguments)
{
  std::vector<std::string> words{judge.string(), "--driven"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::vector<char*> command = as_arguments(words);
  std::array<int, 2> ends{};
  if (::access(command.front(), X_OK) != 0 ||
      ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error("{} cannot be started: {}", judge.string(), std::strerror(errno));
  Descriptor ours(ends[0]);
  const Descriptor its(ends[1]);
  const pid_t parent = ::getpid(), pid = ::fork();
  if (pid == 0)
    become_judge(command, its.get(), parent);
  if (pid < 0)
    throw Error("{} cannot be started: {}", judge.string(), std::strerror(errno));
  return {pid, std::move(ours)};
}

/// A judge at work. Its destructor kills it.
class JudgeProcess
{
public:
  JudgeProcess(StartedJudge started, std::string name, const JudgeLimits& limits)
      : pid_(started.pid), channel_(std::move(started.channel)), name_(std::move(name)),
        limits_(limits)
  {
  }
  ~JudgeProcess()
  {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  JudgeProcess(const JudgeProcess&) = delete;
  JudgeProcess& operator=(const JudgeProcess&) = delete;

  void listen(const Charge& charge, const std::function<void(std::string_view)>& use)
  {
    seconds_ = charge.seconds + limits_.room;
    deadline_ = JudgeClock::now() + std::chrono::duration_cast<JudgeClock::duration>(
                                        std::chrono::duration<double>(seconds_));
    // If it has ended already, its exit status says why.
    const std::string first = opening(key_, charge);
    ::send(channel_.get(), first.data(), first.size(), MSG_NOSIGNAL);
    std::string bytes;
    while (read_some(bytes)) {
      std::size_t begin = 0;
      for (std::size_t end; (end = bytes.find('\n', begin)) != bytes.npos; begin = end + 1)
        take(std::string_view(bytes).substr(begin, end - begin), use);
      bytes.erase(0, begin);
      if (bytes.size() > limits_.line)
        throw failed(fmt::format("it wrote more than {} MB at once", limits_.line >> 20));
    }
    if (!bytes.empty())
      throw failed("it ended in the middle of an answer");
    wait();
  }

private:
  JudgeFailed failed(const std::string& why) const
  {
    return JudgeFailed("{} failed: {}", name_, why);
  }

  void stop_if_it_exceeds() const
  {
    if (JudgeClock::now() >= deadline_)
      throw failed(fmt::format("it did not end within {:.0f} s", seconds_));
    if (memory_held(pid_) > limits_.memory)
      throw failed(fmt::format("it used more than {} MB of memory", limits_.memory >> 20));
  }

  /// Appends what comes; false at the end.
  bool read_some(std::string& bytes)
  {
    for (;;) {
      if (JudgeClock::now() >= next_look_) {
        stop_if_it_exceeds();
        next_look_ = JudgeClock::now() + look_interval;
      }
      pollfd event{channel_.get(), POLLIN, 0};
      if (::poll(&event, 1, static_cast<int>(look_interval.count())) <= 0)
        continue;
      std::array<char, 1 << 16> buffer;
      const auto count = ::recv(channel_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (count < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (count <= 0)
        return false;
      bytes.append(buffer.data(), static_cast<std::size_t>(count));
      return true;
    }
  }

  void take(std::string_view line, const std::function<void(std::string_view)>& use) const
  {
    constexpr std::size_t longest_reason = 2000;
    const std::string_view said = line.substr(std::min(key_.size(), line.size()));
    if (!line.starts_with(key_) || said.empty())
      throw failed("another process wrote in its place");
    if (said.front() == failure_mark)
      throw failed(printable(said.substr(1, longest_reason)));
    if (said.front() != answer_mark)
      throw failed("it wrote something that is not an answer");
    use(said.substr(1));
  }

  void wait()
  {
    int status = 0;
    while (::waitpid(pid_, &status, WNOHANG) == 0) {
      stop_if_it_exceeds();
      ::usleep(1000);
    }
    pid_ = -1;
    if (WIFSIGNALED(status))
      throw failed(fmt::format("it was ended by a signal ({})", ::strsignal(WTERMSIG(status))));
    if (WEXITSTATUS(status) != 0)
      throw failed(fmt::format("it ended with exit status {}", WEXITSTATUS(status)));
  }

  pid_t pid_;
  Descriptor channel_;
  std::string name_;
  JudgeLimits limits_;
  std::string key_ = draw_key();
  double seconds_ = 0;
  JudgeClock::time_point deadline_{}, next_look_{};
};

} // namespace

void run_judge(const std::filesystem::path& judge, const std::vector<std::string>& arguments,
               const Charge& charge, const JudgeLimits& limits,
               const std::function<void(std::string_view)>& use)
{
  close_process(); // a judge's answers pass through this process's memory
  JudgeProcess process(start_judge(judge, arguments), judge.filename().string(), limits);
  process.listen(charge, use);
}

} // namespace epreuve::exercises
