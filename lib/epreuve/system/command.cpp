#include "epreuve/system/command.hpp"

#include "epreuve/error.hpp"

#include <boost/process/search_path.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace epreuve {

namespace {

[[noreturn]] void become(std::vector<char*>& command, int output)
{
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::close_range(3, ~0U, 0);
  ::execv(command.front(), command.data());
  ::_exit(127);
}

} // namespace

bool limit(__rlimit_resource resource, rlim_t value)
{
  const rlimit both{value, value};
  return ::setrlimit(resource, &both) == 0;
}

std::filesystem::path find_program(const std::string& name)
{
  return boost::process::search_path(name).string();
}

std::vector<char*> as_arguments(std::vector<std::string>& words)
{
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

Started start_command(const std::vector<std::string>& words, const std::function<void()>& prepare)
{
  if (::access(words.front().c_str(), X_OK) != 0)
    throw Error("{} cannot be started: {}", words.front(), std::strerror(errno));
  std::vector<std::string> copies = words;
  std::vector<char*> command = as_arguments(copies);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
    throw Error("{} cannot be started: {}", words.front(), std::strerror(errno));
  Descriptor read(pipe[0]);
  const Descriptor write(pipe[1]);
  const pid_t child = ::fork();
  if (child < 0)
    throw Error("{} cannot be started: {}", words.front(), std::strerror(errno));
  if (child == 0) {
    prepare();
    become(command, write.get());
  }
  return {child, std::move(read)};
}

Ended run_command(const std::vector<std::string>& words, const CommandLimits& limits)
{
  const pid_t parent = ::getpid();
  const auto [pid, read] = start_command(words, [&] {
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // the parent had ended before
      ::_exit(127);
    ::setenv("LC_ALL", "C", 1);
    limit(RLIMIT_AS, limits.memory);
    limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(limits.seconds)) + 1);
    limit(RLIMIT_FSIZE, limits.file_size);
    limit(RLIMIT_CORE, 0);
  });

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto deadline = start + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(limits.seconds));
  Ended ended;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      ended.timed_out = true;
      break;
    }
    pollfd event{read.get(), POLLIN, 0};
    if (::poll(&event, 1, static_cast<int>(left) + 1) <= 0)
      continue;
    std::array<char, 1 << 16> buffer;
    const auto count = ::read(read.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    const std::size_t room = limits.output - std::min(limits.output, ended.output.size());
    ended.output.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
  }
  // It may have closed its output and still be running.
  int status = 0;
  while (!ended.timed_out && ::waitpid(pid, &status, WNOHANG) == 0) {
    ::usleep(1000);
    ended.timed_out = Clock::now() >= deadline;
  }
  ::kill(-pid, SIGKILL);
  if (ended.timed_out)
    ::waitpid(pid, &status, 0);
  ended.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  ended.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return ended;
}

} // namespace epreuve
