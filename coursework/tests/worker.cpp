// The judge's side of the protocol, with workers that lie.

#include "epreuve/exercises/worker.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/wire.hpp"
#include "support/broken_pipes.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace epreuve::exercises;

namespace {

/// How every lie begins: it reads a question, and knows the form of an answer.
const std::string prelude = R"(
import os, struct, sys, time
def read(count):
    data = b''
    while len(data) < count:
        piece = os.read(3, count - len(data))
        if not piece: sys.exit(0)
        data += piece
    return data
def question():
    kind, identity, length = struct.unpack('<BQQ', read(21)[4:])
    return identity, read(length)
def answer(identity, payload=b'', kind=1, length=None, protocol=b'EPR1'):
    return protocol + struct.pack('<BQQ', kind, identity,
                                  len(payload) if length is None else length) + payload
number = b'd' + struct.pack('<d', 2.5)
def say(data): os.write(4, data)
)";

/// For workers that answer, however slow the machine is, and for those that do not.
const Limits patient{.call_seconds = 60, .exercise_seconds = 60},
    quick{.call_seconds = 0.5, .exercise_seconds = 3};

Worker worker(const std::string& script, const Limits& limits = patient)
{
  return Worker({{"/usr/bin/python3", "-c", prelude + script},
                 [](const Limits&) -> const char* { return nullptr; }},
                limits);
}

Answer told(const std::string& script, const Limits& limits = patient)
{
  return worker(script, limits).call("f", "");
}

/// This thread, and what it starts meanwhile, have one processor, the first of those that it had.
class OneProcessor
{
public:
  OneProcessor()
  {
    ::sched_getaffinity(0, sizeof before_, &before_);
    int first = 0;
    while (!CPU_ISSET(first, &before_))
      ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

private:
  cpu_set_t before_{};
};

/// So many processes that do nothing else.
class Spinning
{
public:
  explicit Spinning(std::size_t count)
  {
    for (std::size_t i = 0; i < count; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        ::setsid(); // some kernels give a session its share, not a process
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
          ;
      }
      children_.push_back(child);
    }
  }
  ~Spinning()
  {
    for (const pid_t child : children_) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
  }
  Spinning(const Spinning&) = delete;
  Spinning& operator=(const Spinning&) = delete;

private:
  std::vector<pid_t> children_;
};

void breaks_the_protocol(const std::string& script, const std::string& how)
{
  const Answer answer = told(script);
  BOOST_TEST_CONTEXT(script)
  {
    BOOST_CHECK(answer.outcome == Outcome::broke_the_protocol);
    BOOST_TEST(answer.payload.find(how) != std::string::npos, answer.payload);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(an_honest_worker_is_heard_call_after_call)
{
  Worker honest = worker(R"(
while True:
    identity, asked = question()
    say(answer(identity, asked))
)");
  for (const std::string arguments : {"", "x", "longer"}) {
    const Answer answer = honest.call("f", arguments);
    BOOST_CHECK(answer.outcome == Outcome::value);
    BOOST_TEST(answer.payload == 's' + std::string("\1\0\0\0\0\0\0\0", 8) + 'f' + arguments);
  }
}

BOOST_AUTO_TEST_CASE(questions_and_answers_larger_than_any_pipe_get_through)
{
  Worker honest = worker(R"(
while True:
    identity, asked = question()
    data = answer(identity, asked)
    while data: data = data[os.write(4, data):]
)",
                         {.call_seconds = 60, .exercise_seconds = 60, .answer = 16 << 20});
  const std::string arguments(10 << 20, 'x');
  BOOST_TEST(honest.call("f", arguments).payload.ends_with(arguments));
}

BOOST_AUTO_TEST_CASE(wrong_lengths_are_noticed)
{
  breaks_the_protocol("say(answer(question()[0], number, length=1 << 62))", "larger than any");
  breaks_the_protocol("say(answer(question()[0], number, length=100))", "ends before its length");
  breaks_the_protocol("say(answer(question()[0], number, length=1))", "more than one answer");
}

BOOST_AUTO_TEST_CASE(an_early_end_is_noticed)
{
  breaks_the_protocol("say(answer(question()[0], number)[:10])", "ends before its length");
  BOOST_CHECK(told("question()").outcome == Outcome::exited);
  BOOST_TEST(told("question(); sys.exit(7)").payload == "7");
  BOOST_CHECK(told("os.kill(os.getpid(), 11)").outcome == Outcome::crashed);
  breaks_the_protocol("question(); os.close(4); time.sleep(900)", "closed the pipe");
}

BOOST_AUTO_TEST_CASE(a_worker_that_does_not_listen_does_not_end_the_judge)
{
  const epreuve::tests::BrokenPipesEnd as_usual;
  const std::string larger_than_any_pipe(4 << 20, 'x');
  const Answer answer = worker("os.close(3); sys.exit(7)").call("f", larger_than_any_pipe);
  BOOST_CHECK(answer.outcome == Outcome::exited);
  BOOST_TEST(answer.payload == "7");
  BOOST_TEST(!as_usual.one_waits());
}

BOOST_AUTO_TEST_CASE(garbage_is_noticed)
{
  breaks_the_protocol("question(); say(b'points: 100, and more of it')", "not a message");
  breaks_the_protocol("say(answer(question()[0], number, kind=77))", "unknown kind");
  breaks_the_protocol("say(answer(question()[0], number, kind=0))", "a question came");
  breaks_the_protocol("say(answer(question()[0], number, protocol=b'EPR2'))", "another version");
}

BOOST_AUTO_TEST_CASE(an_answer_that_comes_too_late_does_not_count)
{
  Worker late = worker(R"(
identity, asked = question()
time.sleep(0.7)
say(answer(identity, number))
question()
)",
                       quick);
  BOOST_CHECK(late.call("f", "").outcome == Outcome::timed_out);
  // Nor does it answer the next question: that goes to a new process.
  BOOST_CHECK(late.call("f", "").outcome == Outcome::timed_out);
}

BOOST_AUTO_TEST_CASE(answers_in_pieces_must_come_in_time_as_a_whole)
{
  BOOST_CHECK(told(R"(
for byte in answer(question()[0], number):
    say(bytes([byte]))
    time.sleep(0.1)
)",
                   quick)
                  .outcome == Outcome::timed_out);
}

BOOST_AUTO_TEST_CASE(a_call_is_not_charged_with_the_time_for_which_others_have_the_processor)
{
  const std::string computing = R"(
while True:
    identity, asked = question()
    begin = time.process_time()
    while time.process_time() < begin + 0.3: pass
    say(answer(identity, number))
)";
  const OneProcessor alone;
  const Spinning others(4);
  BOOST_CHECK(
      worker(computing, {.call_seconds = 1, .exercise_seconds = 60}).call("f", "").outcome ==
      Outcome::value);
  BOOST_CHECK(worker(computing).call("f", "", 1).outcome == Outcome::value);
  // What it uses itself counts, as does the time that an exercise has.
  BOOST_CHECK(
      worker(computing, {.call_seconds = 0.1, .exercise_seconds = 60}).call("f", "").outcome ==
      Outcome::timed_out);
  BOOST_CHECK(worker(computing).call("f", "", 0.1).outcome == Outcome::timed_out);
  BOOST_CHECK(
      worker(computing, {.call_seconds = 0.5, .exercise_seconds = 0.5}).call("f", "").outcome ==
      Outcome::timed_out);
}

BOOST_AUTO_TEST_CASE(slow_answers_use_up_the_time_of_the_exercise)
{
  Worker slow = worker(R"(
while True:
    identity, asked = question()
    time.sleep(1)
    say(answer(identity, number))
)",
                       {.call_seconds = 4, .exercise_seconds = 4});
  // None takes four seconds, and four of them do.
  BOOST_CHECK(slow.call("f", "").outcome == Outcome::value);
  Outcome last = Outcome::value;
  for (int i = 1; i < 4 && last == Outcome::value; ++i)
    last = slow.call("f", "").outcome;
  BOOST_CHECK(last == Outcome::timed_out);
}

BOOST_AUTO_TEST_CASE(two_answers_count_as_none)
{
  breaks_the_protocol("identity, asked = question(); say(2 * answer(identity, number))",
                      "more than one answer");
}

BOOST_AUTO_TEST_CASE(an_answer_sent_ahead_does_not_answer_any_question)
{
  Worker ahead = worker(R"(
import fcntl, termios
identity, asked = question()
say(answer(identity, number))
while struct.unpack('i', fcntl.ioctl(4, termios.FIONREAD, bytes(4)))[0]: time.sleep(0.001) # until it is read
say(answer(identity + 2, number))
time.sleep(900)
)");
  BOOST_CHECK(ahead.call("f", "").outcome == Outcome::value);
  const Answer second = ahead.call("f", "");
  BOOST_CHECK(second.outcome == Outcome::broke_the_protocol);
  BOOST_TEST(second.payload.find("belongs to no question") != std::string::npos, second.payload);
}

BOOST_AUTO_TEST_CASE(the_numbers_of_questions_cannot_be_guessed)
{
  Worker one =
             worker("identity, a = question(); say(answer(identity, struct.pack('<Q', identity)))"),
         other =
             worker("identity, a = question(); say(answer(identity, struct.pack('<Q', identity)))");
  BOOST_TEST(one.call("f", "").payload != other.call("f", "").payload);
}

BOOST_AUTO_TEST_CASE(output_is_kept_and_too_much_of_it_ends_the_call)
{
  Worker chatty = worker("print('hello', flush=True); print('there', file=sys.stderr, flush=True); "
                         "say(answer(question()[0], number))");
  const Answer heard = chatty.call("f", "");
  BOOST_CHECK(heard.outcome == Outcome::value);
  BOOST_TEST(heard.printed == "hello\nthere\n");

  Worker endless =
      worker("question()\nwhile True: print('x' * 1000)", {.call_seconds = 60, .output = 100'000});
  const Answer much = endless.call("f", "");
  BOOST_CHECK(much.outcome == Outcome::printed_too_much);
  BOOST_TEST(much.printed.size() <= std::size_t{64} << 10);
}

BOOST_AUTO_TEST_CASE(what_is_printed_belongs_to_the_call_that_printed_it)
{
  Worker chatty = worker(R"(
for lines in (['one'], [], ['two', 'three']):
    identity, asked = question()
    for line in lines: print(line, flush=True)
    say(answer(identity, number))
question()
)");
  const Answer first = chatty.call("f", ""), second = chatty.call("f", ""),
               third = chatty.call("f", "");
  BOOST_TEST(first.printed == "one\n");
  BOOST_TEST(second.printed == "");
  BOOST_TEST(third.printed == "two\nthree\n");
  BOOST_TEST(first.lines_printed == 1u);
  BOOST_TEST(third.lines_printed == 2u);
  BOOST_TEST(chatty.lines_printed() == 3u);
}

BOOST_AUTO_TEST_CASE(what_a_call_printed_before_it_ended_the_process_is_kept)
{
  const Answer ended = told("question(); print('so far', flush=True); os.kill(os.getpid(), 11)");
  BOOST_CHECK(ended.outcome == Outcome::crashed);
  BOOST_TEST(ended.printed == "so far\n");
}

BOOST_AUTO_TEST_CASE(a_watched_worker_has_no_more_memory_than_its_limit)
{
  constexpr std::uint64_t limit = 100 << 20;
  const auto outcome = [&](const std::string& script) {
    Worker watched({{"/usr/bin/python3", "-c", prelude + script},
                    [](const Limits&) -> const char* { return nullptr; },
                    nullptr,
                    true},
                   {.call_seconds = 60, .exercise_seconds = 60, .memory = limit});
    return watched.call("f", "").outcome;
  };
  // Bytes that were never written have addresses and no memory.
  BOOST_CHECK(outcome("import mmap; identity, asked = question(); m = mmap.mmap(-1, 1 << 30); "
                      "say(answer(identity, number))") == Outcome::value);
  BOOST_CHECK(outcome("question(); m = bytearray(b'x') * (200 << 20)\nwhile True: pass") ==
              Outcome::out_of_memory);
  // Pages that are read and never written are all the same page, but each of their page tables is memory.
  BOOST_CHECK(outcome("import mmap; identity, asked = question()\n"
                      "private, anonymous, unreserved = 2, 0x20, 0x4000\n"
                      "m = mmap.mmap(-1, 1 << 38, private | anonymous | unreserved)\n"
                      "for at in range(0, 1 << 38, 2 << 20): m[at]\n"
                      "say(answer(identity, number)); question()") == Outcome::out_of_memory);
}

BOOST_AUTO_TEST_CASE(what_a_watched_worker_takes_and_gives_back_while_nobody_looks_counts)
{
  Worker watched({.command = {"/usr/bin/python3", "-c", prelude + R"(
say(answer(question()[0], number))
m = bytearray(b'x') * (200 << 20)
del m
say(answer(question()[0], number))
question()
)"},
                  .prepare = [](const Limits&) -> const char* { return nullptr; },
                  .watched = true},
                 {.call_seconds = 60, .exercise_seconds = 60, .memory = 100 << 20});
  BOOST_CHECK(watched.call("f", "").outcome == Outcome::value);
  std::this_thread::sleep_for(std::chrono::seconds(2));
  BOOST_CHECK(watched.call("f", "").outcome == Outcome::out_of_memory);
}

BOOST_AUTO_TEST_CASE(judged_code_is_the_first_that_the_kernel_ends_where_memory_runs_out)
{
  BOOST_TEST(told("question(); print(open('/proc/self/oom_score_adj').read(), end='', flush=True); "
                  "sys.exit(7)")
                 .printed == "1000\n");
}

BOOST_AUTO_TEST_CASE(a_worker_that_is_not_there_is_the_judges_error)
{
  Worker none({{"/nonexistent/worker"}, [](const Limits&) -> const char* { return nullptr; }},
              patient);
  BOOST_CHECK_EXCEPTION(none.call("f", ""), epreuve::Error, [](const epreuve::Error& error) {
    return std::string(error.what()).find("/nonexistent/worker cannot be started") !=
           std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(no_worker_can_say_that_it_was_not_started)
{
  const Answer forged = told("os.write(2, b'cannot be started: no such file'); sys.exit(127)");
  BOOST_CHECK(forged.outcome == Outcome::exited);
  BOOST_TEST(forged.payload == "127");
  const Answer like_a_sandbox = told("os.write(2, b'bwrap: no permissions'); sys.exit(1)");
  BOOST_CHECK(like_a_sandbox.outcome == Outcome::exited);
  // Nor are there descriptors where it could.
  BOOST_TEST(told("print(*sorted(os.listdir('/proc/self/fd'))[:5], flush=True)\n"
                  "for n in range(5, 256):\n"
                  "    try: os.fstat(n); print('more:', n, flush=True)\n"
                  "    except OSError: pass\n"
                  "sys.exit(0)")
                 .printed.find("more") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_should_start_a_sandbox_and_does_not_is_the_judges_error)
{
  const auto outcome = [](const std::string& script) {
    return Worker({.command = {"/usr/bin/python3", "-c", script},
                   .prepare = [](const Limits&) -> const char* { return nullptr; },
                   .start = Start::by_bubblewrap},
                  patient)
        .call("f", "")
        .outcome;
  };
  BOOST_CHECK_THROW(outcome("import os; os.write(5, b'{\"child-pid\": 2}'); os._exit(1)"),
                    epreuve::Error);
  BOOST_CHECK(outcome("import os; os.write(5, b'{ \"exit-code\": 1 }'); os._exit(1)") ==
              Outcome::exited);
}

BOOST_AUTO_TEST_CASE(of_a_text_no_more_is_kept_than_anybody_reads)
{
  const Answer answer = worker("identity, asked = question()\n"
                               "data = answer(identity, b'x' * (5 << 20), kind=3)\n"
                               "while data: data = data[os.write(4, data):]\n"
                               "question()")
                            .call("f", "");
  BOOST_CHECK(answer.outcome == Outcome::threw);
  BOOST_TEST(answer.payload == std::string(64 << 10, 'x'));
  breaks_the_protocol("say(answer(question()[0], b'', kind=3, length=1 << 30))", "larger than any");
}
