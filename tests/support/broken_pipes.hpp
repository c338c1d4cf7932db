#pragma once

#include <csignal>

namespace epreuve::tests {

/// While it lives, a broken pipe ends this process, as it does from the start; whoever ran the tests may have had it
/// ignored.
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

  /// Whether a signal of one is still to come.
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
