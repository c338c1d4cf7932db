#include "weaver/rebuild.hpp"

#include "common/watch.hpp"

#include "epreuve/command.hpp"
#include "epreuve/descriptor.hpp"
#include "epreuve/error.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace epreuve::book {

namespace {

using tools::Interruption;
using Clock = std::chrono::steady_clock;

[[noreturn]] void become_build(std::vector<char*>& command, int output)
{
  // Its own group, so that all of it can be ended; and not left behind.
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  std::signal(SIGPIPE, SIG_DFL); // which the server ignores
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::close_range(3, ~0U, 0);
  ::execv(command.front(), command.data());
  ::_exit(127);
}

} // namespace

Rebuilt run_build(const std::vector<std::string>& words)
{
  if (::access(words.front().c_str(), X_OK) != 0)
    throw Error("{} cannot be started: {}", words.front(), std::strerror(errno));
  std::vector<std::string> copies = words;
  std::vector<char*> command = as_arguments(copies);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
    throw Error("{} cannot be started: {}", words.front(), std::strerror(errno));
  const Descriptor read(pipe[0]);
  Descriptor write(pipe[1]);
  const pid_t child = ::fork();
  if (child < 0)
    throw Error("{} cannot be started: {}", words.front(), std::strerror(errno));
  if (child == 0)
    become_build(command, write.get());
  ::setpgid(child, child); // whichever of the two comes first
  write.close();

  Rebuilt rebuilt;
  const auto take = [&] {
    std::array<char, 1 << 16> buffer;
    const auto count = ::read(read.get(), buffer.data(), buffer.size());
    if (count <= 0)
      return count < 0 && errno == EINTR;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    rebuilt.output += bytes;
    std::cerr << bytes << std::flush;
    return true;
  };
  std::optional<Clock::time_point> last_moment;
  int status = 0;
  for (bool open = true, ended = false; !ended;) {
    ended = ::waitpid(child, &status, WNOHANG) == child;
    // What it leaves running may write still; that is not waited for.
    pollfd event{open ? read.get() : -1, POLLIN, 0};
    if (open && ::poll(&event, 1, ended ? 0 : 50) > 0)
      open = take(); // once it has ended, all that is left: a pipe holds no more
    if (!open && !ended)
      ::poll(nullptr, 0, 5);
    if (Interruption::came() && !last_moment) {
      ::kill(-child, SIGTERM); // SIGINT is ignored by what a shell runs behind itself
      last_moment = Clock::now() + std::chrono::seconds(2);
    }
    if (last_moment && (ended || Clock::now() > *last_moment))
      ::kill(-child, SIGKILL);
  }
  rebuilt.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return rebuilt;
}

} // namespace epreuve::book
