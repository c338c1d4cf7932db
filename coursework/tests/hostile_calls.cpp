// Everything that judged code may not do, tried from inside it: in the sandbox of grade, and in check, which
// has none, as the user who runs this and as an ordinary user. Each of coursework/tests/hostile/calls is the body of a function,
// reports what it should not have been able to do, and ends with a status of its own.

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/driver.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using epreuve::tests::driver, epreuve::tests::Finished, epreuve::tests::read_file,
    epreuve::tests::run;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path root = EPREUVE_SOURCE_DIR, bank = root / "coursework" / "tests" / "hostile" / "calls";
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
  constexpr std::size_t exercises = 8;
  std::vector<Batch> found;
  for (const fs::path& file : tests::files(bank)) {
    if (found.empty() || found.back().names.size() == exercises)
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

std::string text_of(const Batch& batch, const Victim& victim)
{
  std::string text = tests::with_bodies(
      chapter, batch.bodies, read_file(root / "coursework" / "tests" / "hostile" / "above" / "probe.inc"));
  tests::replace_all(text, "VICTIM", '"' + victim.file.string() + '"');
  const fs::path solutions = root / "chapters" / chapter / "solutions.cpp";
  tests::replace_all(text, "SOLUTIONS", '"' + solutions.string() + '"');
  return text;
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
};

std::vector<User> users()
{
  std::vector<User> all{{"the user who runs this", {}}};
  if (::geteuid() == 0)
    all.push_back({"an ordinary user",
                   {"/usr/bin/setpriv", "--reuid", "12345", "--regid", "12345", "--clear-groups"}});
  return all;
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
    if (!user.becoming.empty()) {
      run("/bin/chown", {"-R", "12345:12345", folder.path().string()});
      fs::permissions(folder.path(), fs::perms::owner_all);
    }
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

BOOST_AUTO_TEST_CASE(in_the_sandbox_nothing_is_open)
{
  const TemporaryFolder folder;
  const Victim victim(folder.path());
  const fs::path submissions = folder / "submissions", grades = folder / "grades";
  fs::create_directory(submissions);
  const std::vector<Batch> all = batches();
  for (std::size_t i = 0; i < all.size(); ++i)
    write_file(submissions / fmt::format("batch-{}.cpp", i), text_of(all[i], victim));
  write_file(submissions / "neighbour.cpp", tests::solutions(chapter));
  const Finished said = run(
      driver(), {"grade", submissions.string(), "--out", grades.string(), "--chapter", "kronecker"},
      {{"EPREUVE_SECRET", "of the teacher's"}});
  BOOST_TEST(said.status == 0, said.output + said.error);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const fs::path file = grades / "results" / fmt::format("batch-{}.json", i);
    const json grade = json::parse(read_file(file), nullptr, false);
    BOOST_TEST_CONTEXT(file.filename() << said.error.substr(0, 500))
    {
      BOOST_TEST(grade.is_object());
      if (!grade.is_object())
        continue;
      BOOST_TEST(grade.at("points") == 0);
      check_batch(all[i], grade.at("chapters").at(0).at("results"), harmless_in_the_sandbox);
    }
  }
  const json neighbour = json::parse(read_file(grades / "results" / "neighbour.json"));
  BOOST_TEST(neighbour.at("points") == neighbour.at("most_points"));
  BOOST_TEST(victim.is_whole());
}

BOOST_AUTO_TEST_CASE(without_a_sandbox_nothing_is_open_either)
{
  for (const User& user : users())
    for (const Batch& batch : batches()) {
      const Student student;
      const Finished said = student.checks(user, text_of(batch, student.victim));
      BOOST_TEST_CONTEXT(user.name << '\n' << said.output.substr(0, 2000) << said.error)
      {
        const json checked = json::parse(said.output, nullptr, false);
        BOOST_TEST(said.status == 1);
        BOOST_TEST(checked.is_object());
        if (!checked.is_object())
          continue;
        const json& graded = checked.at("chapters").at(0);
        BOOST_TEST(graded.at("points") == 0);
        BOOST_TEST(graded.at("exercises").size() == 8u);
        if (graded.at("exercises").size() != 8)
          continue;
        check_batch(batch, graded.at("exercises"), {});
        BOOST_TEST(student.victim.is_whole());
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
