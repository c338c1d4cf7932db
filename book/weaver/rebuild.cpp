#include "weaver/rebuild.hpp"

#include "common/watch.hpp"

#include "epreuve/system/command.hpp"

#include <array>
#include <chrono>
#include <csignal>
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

} // namespace

Rebuilt run_build(const std::vector<std::string>& words)
{
  const auto [child, read] = start_command(words, [] {
    // Its own group, so that all of it can be ended and nothing is left behind.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    std::signal(SIGPIPE, SIG_DFL); // which the server ignores
  });
  ::setpgid(child, child); // whichever of the two comes first

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
    // Processes that it leaves running may still write; they are not waited for.
    pollfd event{open ? read.get() : -1, POLLIN, 0};
    if (open && ::poll(&event, 1, ended ? 0 : 50) > 0)
      open = take(); // once it has ended, this takes everything left: a pipe holds no more
    if (!open && !ended)
      ::poll(nullptr, 0, 5);
    if (Interruption::came() && !last_moment) {
      ::kill(-child, SIGTERM); // SIGINT is ignored by what a shell runs in the background
      last_moment = Clock::now() + std::chrono::seconds(2);
    }
    if (last_moment && (ended || Clock::now() > *last_moment))
      ::kill(-child, SIGKILL);
  }
  rebuilt.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return rebuilt;
}

} // namespace epreuve::book
