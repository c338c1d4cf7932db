// Everything that judged code may not do, tried from inside it: in the sandbox of grade, and in check, which
// has none, as the user who runs this and as an ordinary user. Each of coursework/tests/hostile/calls is the body of a function,
// reports what it should not have been able to do, and ends with a status of its own.

#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/verdict.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/driver.hpp"
#include "support/submissions.hpp"
#include "support/variants.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <grp.h>
#include <iostream>
#include <set>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using epreuve::tests::driver, epreuve::tests::Finished, epreuve::tests::read_file,
    epreuve::tests::run;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path root = EPREUVE_SOURCE_DIR,
               bank = root / "coursework" / "tests" / "hostile" / "calls";
const std::string chapter = "08-kronecker", secret = "// somebody else's\n";

/// How the judge reports the status of bodies that have tried everything (coursework/tests/hostile/above/probe.inc).
const std::string tried = "with exit status 7";

/// The bodies that do not reach their own end.
const std::set<std::string> ended_by_others{"closed-descriptors",
                                            "ignored-signals",
                                            "odd-exception",
                                            "other-abi",
                                            "stopped",
                                            "texts",
                                            "words-of-bubblewrap",
                                            "words-of-sanitizers",
                                            "words-of-the-launch"};

/// Bodies, as many as the chapter has exercises, each in one of its functions.
struct Batch
{
  std::vector<std::string> names, bodies;
};

std::vector<Batch> batches()
{
  constexpr std::size_t most = 8;
  std::vector<Batch> found;
  for (const fs::path& file : tests::files(bank)) {
    if (found.empty() || found.back().names.size() == most)
      found.emplace_back();
    found.back().names.push_back(file.stem().string());
    found.back().bodies.push_back(read_file(file));
  }
  return found;
}

/// A file that belongs to nobody's exercise, and must stay as it is.
struct Victim
{
  fs::path file;

  explicit Victim(const fs::path& folder) : file(folder / "victim.txt") { restore(); }
  void restore() const { write_file(file, secret); }
  bool is_whole() const
  {
    std::error_code none;
    return read_file(file) == secret &&
           (fs::status(file, none).permissions() & fs::perms::others_exec) == fs::perms::none;
  }
};

/// A text in which the files that it attacks are named.
std::string aimed(std::string text, const Victim& victim)
{
  tests::replace_all(text, "VICTIM", '"' + victim.file.string() + '"');
  const fs::path solutions = root / "chapters" / chapter / "solutions.cpp";
  tests::replace_all(text, "SOLUTIONS", '"' + solutions.string() + '"');
  return text;
}

std::string probe()
{
  return read_file(root / "coursework" / "tests" / "hostile" / "above" / "probe.inc");
}

std::string text_of(const Batch& batch, const Victim& victim)
{
  return aimed(tests::with_bodies(chapter, batch.bodies, probe()), victim);
}

/// Checks that no printed line, except these, reports something that should have been refused.
void check_refused(const json& result, const std::set<std::string>& tolerated)
{
  const std::string printed = result.at("feedback").at("printed");
  for (std::size_t at = printed.find("OPEN "); at != printed.npos; at = printed.find("OPEN ", at)) {
    at += 5;
    const std::string what = printed.substr(at, printed.find('\n', at) - at);
    BOOST_TEST(tolerated.contains(what), what);
  }
}

/// @param results    of one batch, in the order of the exercises
/// @param tolerated  reports that are harmless where the bodies were judged
void check_batch(const Batch& batch, const json& results, const std::set<std::string>& tolerated)
{
  for (std::size_t i = 0; i < batch.names.size(); ++i)
    BOOST_TEST_CONTEXT(batch.names[i] << '\n' << results.at(i).dump(1).substr(0, 3000))
    {
      const json& result = results.at(i);
      BOOST_TEST(result.at("status") == "wrong");
      BOOST_TEST(result.value("earned", -1) == 0);
      const std::string got = result.at("feedback").at("got");
      if (!ended_by_others.contains(batch.names[i]))
        BOOST_TEST(got.find(tried) != got.npos, got);
      check_refused(result, tolerated);
    }
}

/// In the sandbox these reach nothing but the sandbox's own first process.
const std::set<std::string> harmless_in_the_sandbox{
    "kill", "tkill", "tgkill", "setpriority", "sched_setaffinity", "prlimit"};

/// Who runs check.
struct User
{
  const char* name;
  std::vector<std::string> becoming; ///< the beginning of the command
  bool is_ordinary = false;
};

std::vector<User> users()
{
  std::vector<User> all{{"the user who runs this", {}}};
  if (::geteuid() == 0)
    all.push_back({"an ordinary user",
                   {"/usr/bin/setpriv", "--reuid", "12345", "--regid", "12345", "--clear-groups"},
                   true});
  return all;
}

/// Makes a folder the user's, who may be another than the one who runs this.
void give(const fs::path& folder, const User& user)
{
  if (!user.is_ordinary)
    return;
  run("/bin/chown", {"-R", "12345:12345", folder.string()});
  fs::permissions(folder, fs::perms::owner_all);
}

/// A student's folder of chapters, owned by the user who works there.
struct Student
{
  TemporaryFolder folder;
  Victim victim{folder.path()};
  fs::path there = folder / chapter;

  Student()
  {
    fs::create_directories(there);
    fs::create_directories(folder / "tmp");
    fs::copy_file(root / "chapters" / chapter / "exercises.hpp", there / "exercises.hpp");
  }
  Finished checks(const User& user, const std::string& text) const
  {
    write_file(there / "exercises.cpp", text);
    victim.restore();
    give(folder.path(), user);
    std::vector<std::string> words = user.becoming;
    words.insert(words.end(), {driver().string(), "check", "kronecker", "--json"});
    const std::string program = words.front();
    words.erase(words.begin());
    return run(program, words,
               {{"EPREUVE_CHAPTERS", folder.path().string()},
                {"EPREUVE_SECRET", "of the teacher's"},
                {"EPREUVE_PROGRESS", (folder / "progress.json").string()},
                {"TMPDIR", (folder / "tmp").string()}});
  }
};

/// A student's folder and all batches, which attack what is there, each a variant, compiled once.
struct Compiled
{
  std::vector<std::string> names; ///< of the exercises
  std::vector<Batch> all = batches();
  Student student;
  tests::Variants variants;

  Compiled()
      : names(names_of_exercises()), variants(EPREUVE_PROGRAMS, chapter, bodies(), true, probe())
  {
  }
  static const Compiled& once()
  {
    static const Compiled compiled;
    return compiled;
  }

private:
  static std::vector<std::string> names_of_exercises()
  {
    std::vector<std::string> found;
    for (const About& about : exercises_of({chapter, judge_of(EPREUVE_PROGRAMS, chapter)}))
      found.push_back(about.name);
    return found;
  }
  std::vector<tests::Bodies> bodies() const
  {
    std::vector<tests::Bodies> found;
    for (const Batch& batch : all) {
      found.emplace_back();
      for (std::size_t i = 0; i < names.size(); ++i)
        found.back()[names[i]] =
            i < batch.bodies.size() ? aimed(batch.bodies[i], student.victim) : "";
    }
    return found;
  }
};

/// What the judge says about each exercise of a batch, judged by a process of this user, in a sandbox as by grade or
/// without as by check; null if it does not judge.
json judged_by(const User& user, const Compiled& compiled, std::size_t batch, bool sandboxed)
{
  const Student& student = compiled.student;
  student.victim.restore();
  give(student.folder.path(), user);
  give(compiled.variants.folder(), user);
  const fs::path verdicts = student.folder / "verdicts.json";
  fs::remove(verdicts);
  const pid_t judging = ::fork();
  if (judging == 0) {
    ::setenv("EPREUVE_SECRET", "of the teacher's", 1);
    ::setenv("TMPDIR", (student.folder / "tmp").c_str(), 1);
    try {
      if (!user.is_ordinary ||
          (::setgroups(0, nullptr) == 0 && ::setresgid(12345, 12345, 12345) == 0 &&
           ::setresuid(12345, 12345, 12345) == 0 && ::prctl(PR_SET_DUMPABLE, 1) == 0)) {
        json all = json::array();
        for (const Result& result : compiled.variants.judge_all(batch, compiled.names, sandboxed))
          all.push_back(json::parse(write_verdict(result)));
        write_file(verdicts, all.dump());
      }
    } catch (const std::exception& error) {
      std::cerr << error.what() << '\n';
    }
    ::_exit(0);
  }
  ::waitpid(judging, nullptr, 0);
  return json::parse(read_file(verdicts), nullptr, false);
}

} // namespace

BOOST_AUTO_TEST_SUITE(hostile_calls)

BOOST_AUTO_TEST_CASE(the_bank_has_four_batches_and_what_a_body_tells_is_seen)
{
  BOOST_TEST(batches().size() >= 4u);
  const Student student;
  const Batch control{{"control"}, {"  probe::tell(\"a door\");\n  ::_exit(probe::tried);"}};
  const Finished said = student.checks(users().front(), text_of(control, student.victim));
  BOOST_REQUIRE_MESSAGE(said.status == 1, said.error);
  const json result = json::parse(said.output).at("chapters").at(0).at("exercises").at(0);
  BOOST_TEST(result.at("feedback").at("printed") == "OPEN a door\n");
  BOOST_TEST(result.at("feedback").at("got").get<std::string>().find(tried) != std::string::npos);
}

namespace {

void check_all(const User& user, bool sandboxed, const std::set<std::string>& tolerated)
{
  const Compiled& compiled = Compiled::once();
  BOOST_REQUIRE(compiled.names.size() == 8u);
  for (std::size_t i = 0; i < compiled.all.size(); ++i) {
    const json results = judged_by(user, compiled, i, sandboxed);
    BOOST_TEST_CONTEXT(user.name << ", batch " << i)
    {
      BOOST_REQUIRE(results.is_array());
      BOOST_REQUIRE(results.size() == 8u);
      check_batch(compiled.all[i], results, tolerated);
      for (const json& result : results)
        BOOST_TEST(result.value("earned", -1) == 0);
      BOOST_TEST(compiled.student.victim.is_whole());
    }
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(in_the_sandbox_nothing_is_open)
{
  check_all(users().front(), true, harmless_in_the_sandbox);
}

BOOST_AUTO_TEST_CASE(without_a_sandbox_nothing_is_open_either)
{
  for (const User& user : users())
    check_all(user, false, {});
}

BOOST_AUTO_TEST_CASE(grade_closes_as_much_as_its_judge)
{
  // The first batch by the command, which compiles it too.
  const TemporaryFolder folder;
  const Victim victim(folder.path());
  const fs::path submissions = folder / "submissions", grades = folder / "grades";
  fs::create_directory(submissions);
  const Batch batch = batches().front();
  write_file(submissions / "batch.cpp", text_of(batch, victim));
  write_file(submissions / "neighbour.cpp", tests::solutions(chapter));
  const Finished said = run(
      driver(), {"grade", submissions.string(), "--out", grades.string(), "--chapter", "kronecker"},
      {{"EPREUVE_SECRET", "of the teacher's"}});
  BOOST_TEST(said.status == 0, said.output + said.error);
  const json grade = json::parse(read_file(grades / "results" / "batch.json"), nullptr, false);
  BOOST_REQUIRE_MESSAGE(grade.is_object(), said.error.substr(0, 500));
  BOOST_TEST(grade.at("points") == 0);
  check_batch(batch, grade.at("chapters").at(0).at("results"), harmless_in_the_sandbox);
  const json neighbour = json::parse(read_file(grades / "results" / "neighbour.json"));
  BOOST_TEST(neighbour.at("points") == neighbour.at("most_points"));
  BOOST_TEST(victim.is_whole());
}

BOOST_AUTO_TEST_CASE(check_closes_as_much_as_its_judge)
{
  // The first batch by the command, which compiles it too.
  const Batch batch = batches().front();
  for (const User& user : users()) {
    const Student student;
    const Finished said = student.checks(user, text_of(batch, student.victim));
    BOOST_TEST_CONTEXT(user.name << '\n' << said.output.substr(0, 2000) << said.error)
    {
      const json checked = json::parse(said.output, nullptr, false);
      BOOST_TEST(said.status == 1);
      BOOST_REQUIRE(checked.is_object());
      const json& graded = checked.at("chapters").at(0);
      BOOST_TEST(graded.at("points") == 0);
      BOOST_REQUIRE(graded.at("exercises").size() == 8u);
      check_batch(batch, graded.at("exercises"), {});
      BOOST_TEST(student.victim.is_whole());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
