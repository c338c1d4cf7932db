#pragma once

#include "epreuve/exercises/limits.hpp"
#include "epreuve/system/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace epreuve::exercises {

/// The outcome of a call.
enum class Outcome
{
  value,             ///< a result: its bytes
  not_started,       ///< the stub
  missing,           ///< the function is not defined
  threw,             ///< an exception: its text
  changed_argument,  ///< a result, but an argument was changed
  out_of_memory,     ///< memory beyond the limit was asked for
  crashed,           ///< a signal ended the process: its name
  exited,            ///< the process ended itself: its status
  timed_out,         ///< no answer in time
  printed_too_much,  ///< output beyond the limit
  broke_the_protocol ///< bytes that are not an answer to this call: what was wrong with them
};

struct Answer
{
  Outcome outcome = Outcome::value;
  std::string payload{}; ///< the result, or the first 64 KiB of the text that `outcome` speaks of
  double seconds = 0;    ///< how long the call took
  std::string printed{}; ///< by the call, on standard output and standard error; the first 64 KiB
  std::uint64_t lines_printed = 0; ///< all of them
};

/// The descriptor on which a worker's launcher tells the judge whether it succeeded. The worker does not have it.
constexpr int status_descriptor = 5;
/// Where a worker finds the descriptor that its launch gives it besides the judge's pipes.
constexpr int extra_descriptor = 6;

enum class Start
{
  by_path,       ///< the command's first word is the program
  by_descriptor, ///< `prepare` leaves the program open as `program_descriptor` (filter.hpp)
  by_bubblewrap  ///< as by_path, and `status_descriptor` is bubblewrap's --json-status-fd
};

/// How to start a worker: a program and its arguments.
struct Launch
{
  std::vector<std::string> command;
  /// The child's last call before it becomes that program. Returns why it failed, or null.
  std::function<const char*(const Limits&)> prepare;
  /// A file, read from its beginning; no file if null.
  std::shared_ptr<Descriptor> extra{};
  /// Whether the memory that it holds is watched, because there is no limit on its address space.
  bool watched = false;
  Start start = Start::by_path;
};

/// A process of judged code, which is asked to call its functions (wire.hpp). It is started for the first call, killed
/// when it breaks a limit or the protocol, and then started again for the next call. The output of each call is kept
/// with its answer.
class Worker
{
public:
  Worker(Launch launch, const Limits& limits);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// @param arguments  their bytes
  /// @param seconds    what it may be charged, as by Limits::call_seconds, if that is less
  /// @throws Error if the worker cannot be started, which nothing that it prints or sends can feign
  Answer call(const std::string& function, const std::string& arguments,
              double seconds = std::numeric_limits<double>::infinity());

  /// How many lines its calls have printed, all together.
  std::uint64_t lines_printed() const { return lines_printed_; }

  /// How long its calls have taken, all together, by the clock.
  double seconds() const { return seconds_; }

private:
  using Clock = std::chrono::steady_clock;
  struct Process;

  void start();
  void stop();
  Answer ended();
  /// What a worker has used since its start; the judge, which waits too, is in `waiting`.
  struct Used
  {
    std::chrono::nanoseconds running, waiting;
  };
  Used used() const;
  std::chrono::nanoseconds charged(Clock::time_point begin, const Used& before) const;
  /// @param allowed  what may be charged
  /// @param last     the end by the clock
  Answer exchange(const std::string& request, std::chrono::nanoseconds allowed,
                  Clock::time_point last);
  bool drain();
  bool is_too_large() const;
  void look_whether_it_began(const Process& process, bool ended_itself) const;

  Launch launch_;
  Limits limits_;
  std::unique_ptr<Process> process_;
  std::string printed_; // by this call, as the next two numbers
  std::uint64_t printed_bytes_ = 0, printed_lines_ = 0;
  std::uint64_t lines_printed_ = 0;
  std::uint64_t last_id_;
  double seconds_ = 0;
};

} // namespace epreuve::exercises
