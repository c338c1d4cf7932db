// A judge at work: no other process of its user can look into it, and nothing outlives the process that started it.

#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <grp.h>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
namespace fs = std::filesystem;

namespace {

const fs::path programs = EPREUVE_PROGRAMS;
const std::string softmax = "01-softmax";
constexpr uid_t ordinary = 1234;

/// A process that no longer is root.
bool become_ordinary()
{
  return ::geteuid() != 0 ||
         (::setgroups(0, nullptr) == 0 && ::setresgid(ordinary, ordinary, ordinary) == 0 &&
          ::setresuid(ordinary, ordinary, ordinary) == 0 &&
          ::prctl(PR_SET_DUMPABLE, 1) == 0); // as one that never was root
}

/// The processes that a process has started, and their own children.
std::vector<pid_t> descendants(pid_t process)
{
  std::vector<pid_t> found;
  std::error_code gone;
  for (const auto& task : fs::directory_iterator(fmt::format("/proc/{}/task", process), gone)) {
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) {
      found.push_back(child);
      for (const pid_t further : descendants(child))
        found.push_back(further);
    }
  }
  return found;
}

/// "checks-01-soft", "worker": the kernel keeps 15 letters.
std::string name_of(pid_t process)
{
  std::string name;
  std::getline(std::ifstream(fmt::format("/proc/{}/comm", process)), name);
  return name;
}

bool is_alive(pid_t process)
{
  std::string stat;
  std::getline(std::ifstream(fmt::format("/proc/{}/stat", process)), stat);
  const auto end = stat.rfind(") ");
  return end != std::string::npos && stat[end + 2] != 'Z' && stat[end + 2] != 'X';
}

/// Waits until something holds, for longer than a busy machine takes.
bool eventually(const std::function<bool()>& is_so)
{
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!is_so())
    if (std::chrono::steady_clock::now() > end)
      return false;
    else
      ::usleep(10000);
  return true;
}

/// A process that judges a file whose first exercise never ends.
class Driver
{
public:
  Driver(bool sandboxed, bool is_ordinary)
  {
    const std::string exercise = tests::independent_exercises(softmax).front();
    write_file(
        folder_ / "exercises.cpp",
        tests::with_body(softmax, exercise, "  for (volatile int i = 0;; i = i + 1)\n    ;"));
    fs::create_directory(folder_ / "temporary");
    fs::permissions(folder_.path(), fs::perms::all);
    fs::permissions(folder_ / "temporary", fs::perms::all);
    pid_ = ::fork();
    if (pid_ < 0)
      throw std::runtime_error("no further process");
    if (pid_ > 0)
      return;
    ::setenv("TMPDIR", (folder_ / "temporary").c_str(), 1);
    try {
      if (!is_ordinary || become_ordinary()) {
        const std::vector<Chapter> all = chapters(programs);
        judge_file(Compiler(programs / "exercises"), find_chapter(all, softmax),
                   folder_ / "exercises.cpp", {.exercises = {exercise}, .sandboxed = sandboxed});
      }
    } catch (const std::exception&) { // one can see from outside that nothing was judged
    }
    ::_exit(0);
  }
  ~Driver() { kill(); }
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  pid_t pid() const { return pid_; }
  /// A process of it, by the beginning of its name; 0 if there is none yet.
  pid_t find(const std::string& name) const
  {
    for (const pid_t process : descendants(pid_))
      if (name_of(process).starts_with(name))
        return process;
    return 0;
  }
  void kill()
  {
    if (pid_ <= 0)
      return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

private:
  TemporaryFolder folder_;
  pid_t pid_ = -1;
};

/// Which parts of a process another process of the ordinary user can open.
std::string opened_by_another(pid_t process)
{
  std::string opened;
  for (const auto& [file, how] :
       {std::pair{"mem", O_RDWR}, {"fd/1", O_WRONLY}, {"environ", O_RDONLY}})
    if (const int descriptor = ::open(fmt::format("/proc/{}/{}", process, file).c_str(), how);
        descriptor >= 0 || (errno != EACCES && errno != EPERM && errno != ENOENT))
      opened += fmt::format("{} ", file);
  if (::access(fmt::format("/proc/{}/fd", process).c_str(), R_OK) == 0)
    opened += "fd ";
  return opened;
}

/// The same, tried by a process that is no longer root; its exit status says whether everything is closed.
bool is_closed_to_others(pid_t process)
{
  const pid_t other = ::fork();
  if (other == 0)
    ::_exit(become_ordinary() && opened_by_another(process).empty() ? 0 : 1);
  int status = 1;
  ::waitpid(other, &status, 0);
  return status == 0;
}

} // namespace

BOOST_AUTO_TEST_CASE(judge_and_driver_are_closed_to_other_processes_of_their_user)
{
  const Driver driver(false, true);
  pid_t judge = 0;
  BOOST_REQUIRE(eventually([&] {
    judge = driver.find("checks-01");
    return judge != 0 && driver.find("worker") != 0;
  }));
  BOOST_TEST(is_closed_to_others(judge));
  BOOST_TEST(is_closed_to_others(driver.pid()));
}

BOOST_AUTO_TEST_CASE(nothing_outlives_a_driver_that_is_killed)
{
  for (const bool sandboxed : {false, true}) {
    Driver driver(sandboxed, false);
    BOOST_REQUIRE(eventually([&] { return driver.find("worker") != 0; }));
    const std::vector<pid_t> all = descendants(driver.pid());
    BOOST_TEST(all.size() >= 2u); // judge and worker
    driver.kill();
    BOOST_TEST_CONTEXT("sandboxed: " << sandboxed)
    BOOST_TEST(eventually([&] { return std::ranges::none_of(all, is_alive); }));
  }
}
