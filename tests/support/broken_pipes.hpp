#pragma once

#include <csignal>

namespace epreuve::tests {

/// While it lives, a broken pipe ends this process, as by default; the process that ran the tests may have ignored the
/// signal.
class BrokenPipesEnd
{
public:
  BrokenPipesEnd()
  {
    struct sigaction standard{};
    standard.sa_handler = SIG_DFL;
    sigaction(SIGPIPE, &standard, &before_);
  }
  ~BrokenPipesEnd() { sigaction(SIGPIPE, &before_, nullptr); }
  BrokenPipesEnd(const BrokenPipesEnd&) = delete;
  BrokenPipesEnd& operator=(const BrokenPipesEnd&) = delete;

  /// Whether such a signal is still pending.
  static bool one_waits()
  {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
  }

private:
  struct sigaction before_{};
};

} // namespace epreuve::tests
