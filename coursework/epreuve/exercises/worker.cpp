#include "epreuve/exercises/worker.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/filter.hpp"
#include "epreuve/exercises/incoming.hpp"
#include "epreuve/exercises/wire.hpp"
#include "epreuve/system/broken_pipes.hpp"
#include "epreuve/system/command.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <malloc.h>
#include <poll.h>
#include <random>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace epreuve::exercises {

namespace {

/// "Segmentation fault", by which causes are recognised: strsignal would translate it, in a judge that speaks French.
std::string signal_in_english(int signal)
{
  const char* const words = ::sigdescr_np(signal);
  return words == nullptr ? fmt::format("signal {}", signal) : words;
}

// The descriptors that a worker finds open besides its standard ones.
constexpr int from_judge = 3, to_judge = 4;
constexpr std::size_t most_kept = 64 << 10; // bytes of the printed output
constexpr int not_started_status = 127;
constexpr std::string_view not_started_text = "cannot be started: ";

struct Pipe
{
  int read, write;
};

Pipe make_pipe()
{
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error("a worker cannot be started: {}", std::strerror(errno));
  return {ends[0], ends[1]};
}

/// Which of our descriptors a worker inherits, and under which numbers.
using Placing = std::vector<std::pair<int, int>>;

/// In the child. Our descriptors may have the numbers that others are to get, so all are first moved to free ones.
bool place(const Placing& placing, std::vector<int>& aside)
{
  constexpr int above_all = 16;
  for (std::size_t i = 0; i < placing.size(); ++i)
    if ((aside[i] = ::fcntl(placing[i].first, F_DUPFD, above_all)) < 0)
      return false;
  int last = 0;
  for (std::size_t i = 0; i < placing.size(); ++i) {
    if (::dup2(aside[i], placing[i].second) < 0)
      return false;
    last = std::max(last, placing[i].second);
  }
  return ::close_range(static_cast<unsigned>(last) + 1, ~0U, 0) == 0;
}

/// Returns only if it failed.
void execute(const std::vector<char*>& command, Start start)
{
  if (start == Start::by_descriptor)
    ::syscall(SYS_execveat, program_descriptor, name_of_program(), command.data(), ::environ,
              AT_EMPTY_PATH);
  else
    ::execv(command.front(), command.data());
}

/// In the child. Where memory runs out all the same, on the machine or in a group that has its share of it
/// (cgroup), the kernel then ends judged code, and neither its judge nor the process that waits for the judge.
void be_first_to_end()
{
  Descriptor score(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (score.is_open())
    score.write("1000");
}

[[noreturn]] void become(const std::vector<char*>& command, const Placing& placing,
                         std::vector<int>& aside, const Launch& launch, const Limits& limits,
                         pid_t judge)
{
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != judge)
    ::_exit(not_started_status);
  be_first_to_end();
  const char* problem = "its pipes cannot be placed";
  if (place(placing, aside)) {
    if (launch.start != Start::by_bubblewrap)
      ::fcntl(status_descriptor, F_SETFD, FD_CLOEXEC);
    problem = launch.prepare(limits);
    if (problem == nullptr) {
      execute(command, launch.start);
      problem = std::strerror(errno);
    }
  }
  for (const std::string_view text : {not_started_text, std::string_view(problem)})
    if (::write(status_descriptor, text.data(), text.size()) < 0)
      break;
  ::_exit(not_started_status);
}

/// Reads the available bytes; false at the end or on failure.
template <typename Use>
bool read_some(int descriptor, const Use& use)
{
  std::array<char, 1 << 16> buffer;
  const auto count = ::read(descriptor, buffer.data(), buffer.size());
  if (count < 0)
    return errno == EINTR || errno == EAGAIN;
  use(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
  return count > 0;
}

/// Looks at a process and its descendants. Bubblewrap's worker is its grandchild.
template <typename Look>
void for_family(pid_t process, const Look& look)
{
  look(process);
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  for (pid_t child = 0; children >> child;)
    for_family(child, look);
}

/// The most memory, in bytes, that a process has held, be it given back since; with the tables that find its
/// pages, and with what is swapped out.
std::uint64_t most_held(pid_t process)
{
  std::uint64_t kilobytes = 0;
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);)
    for (const std::string_view field : {"VmHWM:", "VmPTE:", "VmSwap:"})
      if (line.starts_with(field))
        kilobytes += std::stoull(line.substr(field.size()));
  return kilobytes << 10;
}

/// The nanoseconds for which a process has run, and for which it could have run and others had the
/// processor; 0 from a kernel that does not count them.
std::pair<std::int64_t, std::int64_t> ran_and_waited(pid_t process)
{
  std::pair<std::int64_t, std::int64_t> both;
  std::ifstream(fmt::format("/proc/{}/schedstat", process)) >> both.first >> both.second;
  return both;
}

/// How often that is measured.
constexpr std::chrono::milliseconds watching_interval(10);

} // namespace

struct Worker::Process
{
  pid_t pid;
  Descriptor requests, answers, output, status;
};

Worker::Worker(Launch launch, const Limits& limits) : launch_(std::move(launch)), limits_(limits)
{
  // Results come and go, large ones too: once freed, they must go back to the system, or small allocations that are
  // kept between them make the judge grow.
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // Random, so that an answer sent before its question cannot guess the number to give.
  std::random_device device;
  last_id_ = (std::uint64_t{device()} << 32) + device();
}

Worker::~Worker()
{
  stop();
}

void Worker::start()
{
  const Pipe requests = make_pipe(), answers = make_pipe(), output = make_pipe(),
             status = make_pipe();
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const std::vector<char*> command = as_arguments(launch_.command);
  Placing placing{{nothing, STDIN_FILENO},       {output.write, STDOUT_FILENO},
                  {output.write, STDERR_FILENO}, {requests.read, from_judge},
                  {answers.write, to_judge},     {status.write, status_descriptor}};
  if (launch_.extra) {
    ::lseek(launch_.extra->get(), 0, SEEK_SET);
    placing.emplace_back(launch_.extra->get(), extra_descriptor);
  }
  std::vector<int> aside(placing.size());
  const pid_t judge = ::getpid(), pid = ::fork();
  if (pid == 0)
    become(command, placing, aside, launch_, limits_, judge);
  for (const int end : {requests.read, answers.write, output.write, status.write, nothing})
    ::close(end);
  for (const int end : {requests.write, answers.read, output.read, status.read})
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  process_.reset(new Process{pid, Descriptor(requests.write), Descriptor(answers.read),
                             Descriptor(output.read), Descriptor(status.read)});
  if (pid < 0) {
    process_.reset();
    throw Error("a worker cannot be started: {}", std::strerror(errno));
  }
}

void Worker::stop()
{
  if (!process_)
    return;
  ::kill(-process_->pid, SIGKILL);
  ::kill(process_->pid, SIGKILL);
  ::waitpid(process_->pid, nullptr, 0);
  process_.reset();
}

/// @throws Error if the launcher reports that it did not start it. Bubblewrap reports an exit status only of a program
/// that it has started.
void Worker::look_whether_it_began(const Process& process, bool ended_itself) const
{
  std::string told;
  for (bool more = true; more && told.size() < most_kept;) {
    more = false;
    read_some(process.status.get(), [&](std::string_view text) {
      more = !text.empty();
      told += text;
    });
  }
  if (told.starts_with(not_started_text))
    throw Error("{} {}", launch_.command.front(), told);
  if (launch_.start == Start::by_bubblewrap && ended_itself &&
      told.find("\"exit-code\"") == std::string::npos)
    throw Error("{} made no sandbox: {}", launch_.command.front(), printed_);
}

/// How a worker that closed its end of the pipe has ended. It may still be running, and until it is found that it is
/// not, it and the processes of its sandbox may have to wait for a processor one after the other.
Answer Worker::ended()
{
  constexpr std::chrono::seconds longest(3);
  const auto end = Clock::now() + longest;
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(process_->pid, &status, WNOHANG)) == 0 && Clock::now() < end)
    ::usleep(1000);
  if (ended == 0) {
    stop();
    return {Outcome::broke_the_protocol, "it closed the pipe to the judge"};
  }
  drain();
  ::kill(-process_->pid, SIGKILL);
  const auto gone = std::exchange(process_, nullptr);
  look_whether_it_began(*gone, WIFEXITED(status));
  if (WIFSIGNALED(status))
    return {Outcome::crashed, signal_in_english(WTERMSIG(status))};
  // The way in which a shell or bubblewrap reports a signal.
  if (WEXITSTATUS(status) > 128)
    return {Outcome::crashed, signal_in_english(WEXITSTATUS(status) - 128)};
  return {Outcome::exited, std::to_string(WEXITSTATUS(status))};
}

/// Takes the printed output; false once it is too much.
bool Worker::drain()
{
  for (bool more = true; more && printed_bytes_ <= limits_.output;) {
    more = false;
    read_some(process_->output.get(), [&](std::string_view text) {
      more = !text.empty();
      printed_bytes_ += text.size();
      printed_lines_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
      printed_ += text.substr(0, most_kept - std::min(most_kept, printed_.size()));
    });
  }
  return printed_bytes_ <= limits_.output;
}

bool Worker::is_too_large() const
{
  if (!launch_.watched)
    return false;
  std::uint64_t held = 0;
  for_family(process_->pid, [&](pid_t process) { held += most_held(process); });
  return held > limits_.memory;
}

/// How long its call has taken since `begin`, less what it and this process have waited for a processor, but no
/// less than it has run. Both may wait at once.
std::chrono::nanoseconds Worker::charged(Clock::time_point begin, const Used& before) const
{
  const Used now = used();
  return std::max(Clock::now() - begin - (now.waiting - before.waiting),
                  now.running - before.running);
}

Worker::Used Worker::used() const
{
  std::int64_t running = 0, waiting = ran_and_waited(::getpid()).second;
  for_family(process_->pid, [&](pid_t process) {
    const auto [ran, waited] = ran_and_waited(process);
    running += ran;
    waiting += waited;
  });
  return {std::chrono::nanoseconds(running), std::chrono::nanoseconds(waiting)};
}

Answer Worker::exchange(const std::string& request, std::chrono::nanoseconds allowed,
                        Clock::time_point last)
{
  const auto begin = Clock::now();
  const Used before = used();
  const std::uint64_t id = last_id_;
  std::string_view unsent = request;
  Incoming answer(limits_.answer);
  bool open = true;
  auto next_look = Clock::now(); // it may have grown since its last answer
  auto end = std::min(begin + allowed, last);
  for (;;) {
    if (Clock::now() >= end)
      end = std::min(Clock::now() + allowed - charged(begin, before), last);
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0)
      return {Outcome::timed_out};
    std::array<pollfd, 3> events{
        pollfd{process_->answers.get(), POLLIN, 0}, pollfd{process_->output.get(), POLLIN, 0},
        pollfd{unsent.empty() ? -1 : process_->requests.get(), POLLOUT, 0}};
    const long longest = launch_.watched ? watching_interval.count() : 1000;
    ::poll(events.data(), events.size(), static_cast<int>(std::min<long>(left, longest)) + 1);
    if (!drain())
      return {Outcome::printed_too_much};
    if (Clock::now() >= next_look) {
      if (is_too_large()) {
        stop();
        return {Outcome::out_of_memory};
      }
      next_look = Clock::now() + watching_interval;
    }
    if (events[2].revents != 0 && !unsent.empty()) {
      const BrokenPipesIgnored guard; // it may end before its question has been written
      const auto count = ::write(process_->requests.get(), unsent.data(), unsent.size());
      if (count > 0)
        unsent.remove_prefix(static_cast<std::size_t>(count));
      else if (errno == EPIPE)
        unsent = {};
    }
    if (events[0].revents != 0)
      open = read_some(process_->answers.get(), [&](std::string_view text) { answer.take(text); });
    if (answer.is_whole())
      return answer.take_answer(id);
    if (!open)
      return !answer.has_begun() ? ended()
                                 : throw WireError("the answer ends before its length is reached");
  }
}

Answer Worker::call(const std::string& function, const std::string& arguments, double seconds)
{
  WireWriter payload;
  payload.put(function);
  payload.raw(arguments.data(), arguments.size());
  if (process_)
    drain(); // output after the last answer belongs to no call
  lines_printed_ += printed_lines_;
  printed_.clear();
  printed_bytes_ = printed_lines_ = 0;
  if (!process_)
    start();
  const std::string request = message(Kind::call, ++last_id_, payload.bytes());
  const double left = limits_.exercise_seconds - seconds_;
  const auto begin = Clock::now();
  const auto of_clock = [](double length) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(length));
  };
  Answer answer;
  try {
    answer = exchange(request, of_clock(std::min(seconds, limits_.call_seconds)),
                      begin + of_clock(left));
  } catch (const WireError& error) {
    answer = {Outcome::broke_the_protocol, error.what()};
  }
  answer.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  seconds_ += answer.seconds;
  // It prints before it answers, but the output may be read after the answer.
  if (process_ && !drain())
    answer.outcome = Outcome::printed_too_much;
  answer.printed = printed_;
  answer.lines_printed = printed_lines_;
  lines_printed_ += std::exchange(printed_lines_, 0);
  const bool in_order = answer.outcome <= Outcome::out_of_memory;
  if (!in_order)
    stop();
  return answer;
}

} // namespace epreuve::exercises
