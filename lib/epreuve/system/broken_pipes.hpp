#pragma once

#include <cerrno>
#include <csignal>
#include <ctime>

namespace epreuve {

/// While it lives, writing to a pipe without a reader fails with EPIPE, and does not end this process: the thread's
/// SIGPIPE stays pending, and is discarded at the end unless it was pending before.
class BrokenPipesIgnored
{
public:
  BrokenPipesIgnored()
  {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    pending_before_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~BrokenPipesIgnored()
  {
    const timespec now{};
    if (!pending_before_)
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  BrokenPipesIgnored(const BrokenPipesIgnored&) = delete;
  BrokenPipesIgnored& operator=(const BrokenPipesIgnored&) = delete;

private:
  sigset_t pipe_{}, before_{};
  bool pending_before_ = false;
};

} // namespace epreuve
