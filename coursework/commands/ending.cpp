#include "commands/ending.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

namespace epreuve::tools {

namespace {

// A signal handler may use nothing but these.
std::atomic<int> signal_that_came = 0;
int signal_pipe[2] = {-1, -1};
static_assert(std::atomic<int>::is_always_lock_free);

void note_signal(int number)
{
  const int error = errno;
  signal_that_came = number;
  [[maybe_unused]] const auto written = ::write(signal_pipe[1], "", 1);
  errno = error;
}

void handle(void (*handler)(int))
{
  for (const int number : {SIGINT, SIGTERM})
    std::signal(number, handler);
}

/// Waits for a signal, or for the end of the work that it may interrupt.
void end_by_signal()
{
  char byte = 0;
  while (::read(signal_pipe[0], &byte, 1) < 0 && errno == EINTR)
    ;
  const int number = signal_that_came;
  if (number == 0)
    return;
  std::cerr << "\nepreuve: interrupted; what is finished is kept, and the same command continues "
               "from there\n";
  finish_writing();
  remove_own_folders();
  handle(SIG_DFL);
  ::kill(::getpid(), number);
}

} // namespace

Ending::Ending()
{
  if (::pipe2(signal_pipe, O_CLOEXEC) != 0)
    throw Error("no pipe can be made: {}", std::strerror(errno));
  watcher_ = std::jthread(end_by_signal);
  handle(note_signal);
}

Ending::~Ending()
{
  handle(SIG_DFL);
  ::close(signal_pipe[1]);
  watcher_.join();
  ::close(signal_pipe[0]);
}

bool Ending::came()
{
  return signal_that_came != 0;
}

} // namespace epreuve::tools
