// Judged code cannot do what it must not do, in any of the ways in which it is kept from its judge. The
// attacks are functions of a worker, coursework/tests/confinement/attacks.cpp.

#include "epreuve/error.hpp"
#include "epreuve/exercises/landlock.hpp"
#include "epreuve/exercises/plain.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/exercises/wire.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/process.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <grp.h>
#include <map>
#include <memory>
#include <seccomp.h>
#include <set>
#include <sstream>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
namespace fs = std::filesystem;

namespace {

const fs::path root = EPREUVE_SOURCE_DIR;

bool is_root()
{
  return ::geteuid() == 0;
}

bool has_landlock()
{
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1) >= 1;
}

/// The attacks, compiled, in a folder that everybody may write to.
struct Place
{
  TemporaryFolder folder;
  std::string program = (folder / "attacks").string(), file = (folder / "file").string();

  Place()
  {
    const Ended ended = run_command({find_program("g++").string(), "-std=c++20", "-o", program,
                                     (root / "coursework/tests/confinement/attacks.cpp").string()},
                                    {});
    BOOST_REQUIRE_MESSAGE(ended.status == 0, ended.output);
    fs::permissions(folder / "", fs::perms::all);
    write_file(file + ".secret", "somebody else's");
    fs::permissions(file + ".secret", fs::perms(0644));
  }

  /// Restores the initial state, whatever an attack has done.
  void put_back() const
  {
    for (const char* left : {"", ".new", ".link", ".symlink", ".folder", ".fifo", ".2"})
      fs::remove_all(file + left);
    write_file(file, "not to be touched");
    fs::permissions(file, fs::perms(0666));
  }
};

const Place& place()
{
  static const Place one;
  return one;
}

using Told = std::map<std::string, std::string>;

std::string ask(Worker& worker, const std::string& name, const std::string& file)
{
  WireWriter arguments;
  arguments.put(file);
  const Answer answer = worker.call(name, arguments.bytes());
  return answer.outcome == Outcome::threw ? answer.payload : "another end";
}

/// The outcome of each attack.
Told attack(const Launch& launch, const std::string& file)
{
  Told told;
  Worker worker(launch,
                {.call_seconds = 5}); // an attack that starts the worker again does not answer
  std::istringstream names(ask(worker, "names", ""));
  for (std::string name; std::getline(names, name);) {
    place().put_back();
    told[name] = ask(worker, name, file);
  }
  return told;
}

/// The judge's user, and what the system has.
struct Setting
{
  bool ordinary_user = false, landlock = true, closed = true;
};

void hide_landlock()
{
  const std::unique_ptr<void, decltype(&seccomp_release)> filter(seccomp_init(SCMP_ACT_ALLOW),
                                                                 seccomp_release);
  if (seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SYS_landlock_create_ruleset, 0) != 0 ||
      seccomp_load(filter.get()) != 0)
    ::_exit(1);
}

/// Attacks from a judge in this setting, in a process of its own. Failures of the test itself are reported as "error".
Told attack_in(const Setting& setting, const std::function<Launch()>& launch)
{
  place().put_back();
  std::array<int, 2> pipe{};
  BOOST_REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
  const pid_t judge = ::fork();
  if (judge == 0) {
    constexpr unsigned user = 1234;
    if (setting.ordinary_user && is_root() &&
        (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 ||
         ::setresuid(user, user, user) != 0))
      ::_exit(1);
    if (!setting.landlock)
      hide_landlock();
    std::array<int, 2> output{}; // of its own, so that its user may open it
    if (::pipe(output.data()) != 0 || ::dup2(output[1], STDOUT_FILENO) < 0)
      ::_exit(1);
    ::prctl(PR_SET_DUMPABLE, setting.closed ? 0 : 1);
    std::string text;
    try {
      for (const auto& [name, told] : attack(launch(), place().file))
        text += name + '\t' + told + '\n';
    } catch (const std::exception& error) {
      text = std::string("error\t") + error.what() + '\n';
    }
    ::_exit(Descriptor(pipe[1]).write(text) ? 0 : 1);
  }
  ::close(pipe[1]);
  const Descriptor reading(pipe[0]);
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = ::read(reading.get(), buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  int status = 0;
  ::waitpid(judge, &status, 0);
  BOOST_TEST(status == 0);
  Told told;
  std::istringstream lines(text);
  for (std::string name, outcome; std::getline(lines, name, '\t') && std::getline(lines, outcome);)
    told[name] = outcome;
  return told;
}

void all_are_refused(const Told& told, const std::set<std::string>& but = {})
{
  BOOST_TEST(told.size() > 40u);
  for (const auto& [name, outcome] : told)
    if (!but.contains(name))
      BOOST_TEST(outcome == "refused", name << ": " << outcome);
  BOOST_TEST(tests::read_file(place().file) == "not to be touched");
}

Launch plainly()
{
  return plain(place().program);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_attacks_succeed_where_nothing_confines_them)
{
  const Told told = attack_in({.closed = false}, [] {
    return Launch{{place().program}, [](const Limits&) -> const char* { return nullptr; }};
  });
  // Attacks that need no special rights; the others need root's, or harm this machine.
  for (const char* name : {"judges output",
                           "judges descriptor",
                           "judges environment",
                           "kill",
                           "tgkill",
                           "pidfd",
                           "prlimit",
                           "owner of a descriptor",
                           "signals by ioctl",
                           "outliving the judge",
                           "priority",
                           "writing",
                           "appending",
                           "emptying",
                           "creating",
                           "mmap",
                           "truncate",
                           "chmod",
                           "utimes",
                           "link",
                           "symlink",
                           "mkdir",
                           "fifo",
                           "rename",
                           "unlink",
                           "reading",
                           "shm",
                           "sem",
                           "msg",
                           "memfd",
                           "socket",
                           "netlink",
                           "fork",
                           "clone",
                           "spawn",
                           "more descriptors"})
    BOOST_TEST(told.at(name) == "done", name << ": " << told.at(name));
  for (const char* name : {"execve", "the loader", "the same again", "execveat", "ptrace"})
    BOOST_TEST(told.at(name) == "another end", name << ": " << told.at(name));
}

BOOST_AUTO_TEST_CASE(outside_of_the_sandbox_all_are_refused)
{
  std::set<std::string> open;
  if (!has_landlock())
    open.insert("reading");
  all_are_refused(attack_in({.closed = is_root()}, plainly), open);
  all_are_refused(attack_in({.ordinary_user = true, .closed = !has_landlock()}, plainly), open);
}

BOOST_AUTO_TEST_CASE(without_landlock_another_user_is_enough)
{
  if (!is_root()) {
    BOOST_TEST_MESSAGE("skipped: only root can become another user");
    return;
  }
  all_are_refused(attack_in({.landlock = false, .closed = false}, plainly), {"reading"});
}

BOOST_AUTO_TEST_CASE(without_landlock_and_another_user_a_closed_judge_is_enough)
{
  all_are_refused(attack_in({.ordinary_user = true, .landlock = false}, plainly), {"reading"});
}

BOOST_AUTO_TEST_CASE(where_nothing_keeps_code_from_its_judge_it_is_not_started)
{
  const Told told = attack_in({.ordinary_user = true, .landlock = false, .closed = false}, plainly);
  BOOST_REQUIRE(told.contains("error"));
  BOOST_TEST(told.at("error").find("nothing keeps judged code from its judge") != std::string::npos,
             told.at("error"));
}

BOOST_AUTO_TEST_CASE(in_the_sandbox_all_are_refused)
{
  const Sandbox sandbox;
  // In a sandbox signals reach nothing.
  all_are_refused(attack_in({}, [&] { return sandbox.launch(place().program); }),
                  {"kill", "tgkill"});
}

BOOST_AUTO_TEST_CASE(nothing_is_written_in_a_sandbox_but_where_it_is_allowed)
{
  const TemporaryFolder folder;
  const auto touches = [&](const std::string& path) {
    std::vector<std::string> command = Sandbox::command({}, {folder / ""});
    command.insert(command.end(), {"/usr/bin/touch", path});
    return run_command(command, {}).status == 0;
  };
  BOOST_TEST(touches((folder / "new").string()));
  for (const char* path : {"/new", "/tmp/new", "/usr/new", "/dev/new", "/dev/shm/new"})
    BOOST_TEST(!touches(path), path);
}

BOOST_AUTO_TEST_CASE(a_worker_that_is_not_there_is_an_error_in_both_launches)
{
  const TemporaryFolder folder;
  for (const Launch& launch : {plain(folder / "nowhere"), Sandbox().launch(folder / "nowhere")}) {
    Worker worker(launch, {});
    BOOST_CHECK_THROW(worker.call("f", ""), Error);
  }
}

BOOST_AUTO_TEST_CASE(a_worker_that_is_no_program_is_none_of_the_sandboxs_failures)
{
  const TemporaryFolder folder;
  write_file(folder / "data", "no program");
  fs::permissions(folder / "data", fs::perms(0755));
  Worker worker(Sandbox().launch(folder / "data"), {});
  const Answer answer = worker.call("f", "");
  BOOST_CHECK(answer.outcome == Outcome::exited);
  BOOST_TEST(answer.printed.find("Exec format error") != std::string::npos, answer.printed);
}

BOOST_AUTO_TEST_CASE(a_folder_without_another_is_all_that_lies_beside_it)
{
  const TemporaryFolder folder;
  for (const char* inner : {"library", "src/project/chapters", "src/other"})
    fs::create_directories(folder / inner);
  fs::create_symlink("src/project", folder / "link");
  const auto parts = [&](const fs::path& hidden) {
    std::vector<fs::path> found = without(folder / "src", {folder / hidden});
    std::ranges::sort(found);
    return found;
  };
  BOOST_TEST((parts("library") == std::vector{folder / "src"}));
  BOOST_TEST((parts("src/project") == std::vector{folder / "src/other"}));
  BOOST_TEST(parts("src").empty());
  std::vector<fs::path> whole =
      without((folder / "x").parent_path(), {folder / "src/project"}); // nor the link into it
  std::ranges::sort(whole);
  BOOST_TEST((whole == std::vector{folder / "library", folder / "src/other"}));
}

// Run by the next case, from a copy of this program that lies among the system's libraries.
BOOST_AUTO_TEST_CASE(from_a_project_among_libraries, *boost::unit_test::disabled())
{
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path(),
                 project = folder.parent_path();
  const Sandbox sandbox;
  for (const Launch& launch : {plain(folder / "attacks"), sandbox.launch(folder / "attacks")}) {
    Worker worker(launch, {});
    BOOST_TEST(ask(worker, "reading", (project / "chapters/solutions").string()) == "refused");
    BOOST_TEST(ask(worker, "reading", (project.parent_path() / "elsewhere").string()) == "done");
  }
  std::vector<std::string> command = Sandbox::command({folder / "attacks"}, {});
  command.insert(command.end(), {"/usr/bin/find", project.string()});
  const std::string seen = run_command(command, {}).output;
  BOOST_TEST(seen.find("attacks") != std::string::npos, seen);
  BOOST_TEST(seen.find("chapters") == std::string::npos, seen);
}

BOOST_AUTO_TEST_CASE(a_project_among_libraries_is_seen_by_no_worker)
{
  if (!is_root()) {
    BOOST_TEST_MESSAGE("skipped: only root can put a project there");
    return;
  }
  // A mount of its own, which is gone with the command.
  const std::string script = R"(
set -e
mount --make-rprivate /
mount -t tmpfs -o mode=755 none /usr/local/lib
cd /usr/local/lib
mkdir -p project/bin/exercises project/chapters
touch project/epreuve
for secret in project/chapters/solutions elsewhere; do echo "the answers" >$secret.secret; done
cp "$0" project/bin/test
cp "$1" project/bin/attacks
cp "${0%/*}/exercises/begin-worker" project/bin/exercises/
project/bin/test --run_test=from_a_project_among_libraries
)";
  const Ended ended = run_command({"/usr/bin/unshare", "--mount", "/bin/sh", "-c", script,
                                   fs::read_symlink("/proc/self/exe").string(), place().program},
                                  {.file_size = std::size_t{1} << 30});
  BOOST_TEST(ended.status == 0, ended.output);
}
