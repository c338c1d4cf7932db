// Folders, parts and machines that are not as `grade` would like them: whatever happens, every submission that can be
// graded is, the others are rows with a reason, and nothing is written or left elsewhere.

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/driver.hpp"
#include "support/peak_memory.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace epreuve;
using epreuve::tests::driver, epreuve::tests::Finished, epreuve::tests::read_file,
    epreuve::tests::run, epreuve::tests::solutions;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string softmax = "01-softmax";

/// A folder of submissions, and one for their grades, in a folder that no other process writes to.
struct Class
{
  TemporaryFolder folder;
  fs::path submissions = folder / "submissions", grades = folder / "grades",
           temporary = folder / "tmp";

  Class()
  {
    fs::create_directory(submissions);
    fs::create_directory(temporary);
  }
  void hand_in(const std::string& name, const std::string& text) const
  {
    fs::create_directories((submissions / name).parent_path());
    std::ofstream(submissions / name) << text; // of any name, where write_file needs a longer one
  }
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const
  {
    std::vector<std::string> words{driver().string(), "grade",         submissions.string(),
                                   "--out",           grades.string(), "--chapter",
                                   "softmax"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Finished grade(const std::vector<std::string>& more = {}) const
  {
    const std::vector<std::string> words = command(more);
    return run(words.front(), {words.begin() + 1, words.end()}, {{"TMPDIR", temporary.string()}});
  }
  /// The same, run by a line of the shell that ends in: exec "$@".
  Finished grade_behind(const std::string& line, const std::vector<std::string>& more = {}) const
  {
    std::vector<std::string> words{"-c", line, temporary.string()};
    const std::vector<std::string> command = this->command(more);
    words.insert(words.end(), command.begin(), command.end());
    return run("/bin/sh", words, {{"TMPDIR", temporary.string()}});
  }
  std::vector<json> results() const
  {
    std::vector<json> all;
    if (fs::is_directory(grades / "results"))
      for (const fs::path& file : tests::files(grades / "results"))
        if (const json read = json::parse(read_file(file), nullptr, false); read.is_object())
          all.push_back(read);
    return all;
  }
};

/// The rows of a table below its title. Line ends inside quotes do not end a row.
std::size_t rows(const std::string& csv)
{
  std::size_t count = 0;
  bool quoted = false;
  for (const char c : csv) {
    quoted = quoted != (c == '"');
    count += c == '\n' && !quoted ? 1 : 0;
  }
  return count - std::min<std::size_t>(count, 1);
}

bool has_all_points(const json& grade)
{
  return grade.at("points") == grade.at("most_points") && grade.at("most_points") > 0;
}

/// Checks that a right submission has all points, or else that none has been judged and the command says so: it is
/// never given less.
void check_right_or_refused(const Class& group, const Finished& said)
{
  const std::vector<json> results = group.results();
  if (said.status == 2) {
    BOOST_TEST(results.empty(), said.error);
    BOOST_TEST(!fs::exists(group.grades / "grades.csv"));
    BOOST_TEST(said.error.find("epreuve: ") != std::string::npos);
    return;
  }
  BOOST_TEST(said.status == 0, said.output + said.error);
  BOOST_REQUIRE(results.size() == 1u);
  BOOST_TEST(has_all_points(results.front()), results.front().dump(1).substr(0, 2000));
}

} // namespace

BOOST_AUTO_TEST_SUITE(hostile_folders)

BOOST_AUTO_TEST_CASE(every_name_is_a_row_and_stops_nobody)
{
  const Class group;
  const std::string answer = solutions(softmax);
  const fs::path there = group.submissions;
  group.hand_in("ada.cpp", answer);
  // One name, three times.
  group.hand_in("bob/softmax.cpp", answer);
  group.hand_in("bob.cpp", answer);
  group.hand_in("BOB.cpp", answer);
  // Names that are not allowed on other systems.
  for (const std::string name : {"-rf", "=1+1", "con", "a\nb", "\x1b[2Jx", "\xe2\x80\xaeppc.x",
                                 "<script>", "x\"y", "%2e%2e", "\xff", "\xfe"})
    group.hand_in(name + ".cpp", answer);
  group.hand_in(std::string(251, 'l') + ".cpp", answer); // 255 bytes, without room for ".json"
  // Not readable as files.
  fs::create_symlink("itself", there / "itself");
  fs::create_symlink(std::string(4000, 'n'), there / "nowhere.cpp");
  ::mkfifo((there / "pipe.cpp").c_str(), 0600);
  fs::create_directory(there / "empty");
  const std::size_t whole = 4 + 11 + 1, broken = 4;
  const Finished said = group.grade();
  BOOST_TEST(said.status == 1, said.output + said.error);
  BOOST_TEST(rows(read_file(group.grades / "grades.csv")) == whole + broken,
             said.output + said.error);
  const std::vector<json> results = group.results();
  BOOST_TEST(static_cast<std::size_t>(std::ranges::count_if(results, has_all_points)) == whole);
  const std::string table = read_file(group.grades / "grades.csv");
  for (const std::string& seen : {table, said.output, said.error}) {
    BOOST_TEST(seen.find('\x1b') == std::string::npos, seen);
    BOOST_TEST(seen.find("\xe2\x80\xae") == std::string::npos, seen);
  }
}

BOOST_AUTO_TEST_CASE(results_that_are_links_are_not_written_through)
{
  const Class group;
  group.hand_in("ada.cpp", solutions(softmax));
  const fs::path elsewhere = group.folder / "elsewhere";
  write_file(elsewhere, "mine\n");
  for (const char* folder : {"results", "feedback", "gradescope"})
    fs::create_directories(group.grades / folder);
  for (const char* file :
       {"results/ada.json", "feedback/ada.html", "gradescope/ada.json", "grades.csv"})
    fs::create_symlink(elsewhere, group.grades / file);
  group.grade();
  BOOST_TEST(read_file(elsewhere) == "mine\n");
}

// --- parts ---------------------------------------------------------------------------------------

namespace {

/// A part that grade has written, changed; and the result of --merge, which writes nowhere else.
Finished merged(const std::function<void(json&)>& change, const Class& group,
                const std::string& text = "")
{
  const fs::path part = group.folder / "part", file = part / "results" / "ada.json";
  fs::remove_all(group.grades / "results");
  json grade = json::parse(read_file(file));
  change(grade);
  const std::string before = read_file(file);
  write_file(file, text.empty() ? grade.dump() : text);
  const Finished said = run(driver(), {"grade", "--merge", part.string(), "--out",
                                       (group.folder / "deep" / "all").string()});
  write_file(file, before);
  return said;
}

/// The files in and below a folder, without those in one of its folders.
std::vector<std::string> everything_but(const fs::path& folder, const fs::path& without)
{
  std::vector<std::string> found;
  for (auto entry = fs::recursive_directory_iterator(folder);
       entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->path() == without)
      entry.disable_recursion_pending();
    else
      found.push_back(entry->path().string());
  }
  std::ranges::sort(found);
  return found;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_part_is_believed_in_nothing_that_it_cannot_know)
{
  const Class group;
  group.hand_in("ada.cpp", solutions(softmax));
  const Finished said = group.grade();
  BOOST_REQUIRE_MESSAGE(said.status == 0, said.error);
  fs::rename(group.grades, group.folder / "part");
  fs::create_directories(group.folder / "deep" / "all");
  const fs::path all = group.folder / "deep" / "all";
  const std::vector<std::string> before = everything_but(group.folder.path(), all);

  const std::vector<std::pair<const char*, std::function<void(json&)>>> changes{
      {"a name above", [](json& grade) { grade["submission"] = "../../escaped"; }},
      {"a path", [&](json& grade) { grade["submission"] = (group.folder / "escaped").string(); }},
      {"an empty name", [](json& grade) { grade["submission"] = ""; }},
      {"another name", [](json& grade) { grade["submission"] = "eve"; }},
      {"a long name", [](json& grade) { grade["submission"] = std::string(100'000, 'x'); }},
      {"a chapter above", [](json& grade) { grade["chapters"][0]["chapter"] = "../../escaped"; }},
      {"a chapter twice", [](json& grade) { grade["chapters"].push_back(grade["chapters"][0]); }},
      {"points", [](json& grade) { grade["chapters"][0]["results"][0]["points"] = 1'000'000; }},
      {"earned",
       [](json& grade) {
         json& result = grade["chapters"][0]["results"][0];
         result["status"] = "wrong";
         result["earned"] = 1'000'000;
         result["feedback"] = {{"input", ""},     {"expected", ""}, {"got", ""},    {"reason", ""},
                               {"diagnosis", ""}, {"printed", ""},  {"credit", ""}, {"call", ""}};
       }},
      {"fewer than none", [](json& grade) { grade["chapters"][0]["results"][0]["points"] = -5; }},
      {"too many for an int",
       [](json& grade) { grade["chapters"][0]["results"][0]["points"] = 1e300; }},
      {"an exercise twice",
       [](json& grade) {
         json& results = grade["chapters"][0]["results"];
         results.push_back(results[0]);
       }},
      {"no results", [](json& grade) { grade["chapters"][0]["results"] = "all"; }},
      {"a long text", [](json& grade) { grade["problem"] = std::string(20 << 20, 'x'); }}};
  for (const auto& [what, change] : changes)
    BOOST_TEST_CONTEXT(what)
    {
      fs::remove_all(all);
      fs::create_directories(all);
      const Finished merge = merged(change, group);
      BOOST_TEST(merge.status <= 2, merge.status << merge.error.substr(0, 1000));
      BOOST_TEST(merge.output.size() + merge.error.size() < 20'000u);
      BOOST_TEST(everything_but(group.folder.path(), all) == before,
                 boost::test_tools::per_element());
      for (const auto& entry : fs::recursive_directory_iterator(all))
        BOOST_TEST((!entry.is_regular_file() || entry.file_size() < 1'000'000u), entry.path());
      const std::string table = read_file(all / "grades.csv");
      BOOST_TEST(table.find("1000000") == std::string::npos, table.substr(0, 1000));
      BOOST_TEST(table.find("-5") == std::string::npos, table.substr(0, 1000));
    }
  for (const char* bracket : {"[", "{\"a\":"}) {
    std::string deep;
    for (int i = 0; i < 500'000; ++i)
      deep += bracket;
    const Finished merge = merged([](json&) {}, group, deep);
    BOOST_TEST(merge.status <= 2, merge.status);
  }
}

// --- machines -------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(where_no_program_may_start_in_the_temporary_folder_nobody_gets_nothing_for_it)
{
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--unsafe"}}) {
    const Class group;
    group.hand_in("ada.cpp", solutions(softmax));
    const Finished said = group.grade_behind(
        "exec unshare --user --map-root-user --mount sh -c 'mount -t tmpfs -o noexec tmpfs \"$0\" "
        "|| exit 77; exec \"$@\"' \"$0\" \"$@\"",
        more);
    if (said.status == 77) {
      BOOST_TEST_MESSAGE("no file system can be mounted here: not tried");
      continue;
    }
    check_right_or_refused(group, said);
  }
}

BOOST_AUTO_TEST_CASE(where_there_are_no_user_namespaces_nobody_gets_nothing_for_it)
{
  // Root in a namespace that allows no further ones, like a container that forbids namespaces.
  const Class group;
  group.hand_in("ada.cpp", solutions(softmax));
  const Finished said = group.grade_behind(
      "exec unshare --user --map-root-user sh -c 'echo 0 >/proc/sys/user/max_user_namespaces || "
      "exit 77; exec \"$@\"' \"$0\" \"$@\"");
  if (said.status == 77) {
    BOOST_TEST_MESSAGE("namespaces cannot be forbidden here: not tried");
    return;
  }
  check_right_or_refused(group, said);
}

BOOST_AUTO_TEST_CASE(of_a_command_that_is_killed_nothing_is_left_running_or_lying_about)
{
  const Class group;
  const std::string endless = "  for (volatile bool on = true; on;) {\n  }";
  for (const char* name : {"one.cpp", "two.cpp"})
    group.hand_in(name, tests::with_bodies(softmax, std::vector<std::string>(6, endless), ""));
  std::vector<std::string> words = group.command();
  std::string variable = "TMPDIR=" + group.temporary.string();
  std::vector<char*> arguments, environment{variable.data()};
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  for (char** inherited = ::environ; *inherited != nullptr; ++inherited)
    if (!std::string_view(*inherited).starts_with("TMPDIR="))
      environment.push_back(*inherited);
  environment.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  BOOST_REQUIRE(::posix_spawn(&child, words.front().c_str(), &files, nullptr, arguments.data(),
                              environment.data()) == 0);
  ::posix_spawn_file_actions_destroy(&files);

  // Until workers are running: the driver becomes the command, which has a judge, a sandbox, a worker.
  // (An older kernel calls the worker by the number of the descriptor that starts it.)
  const auto works = [](int process) {
    const std::string name = read_file(fs::path("/proc") / std::to_string(process) / "comm");
    return name == "worker\n" || name == "100\n";
  };
  std::vector<int> below;
  for (int i = 0; i < 6000; ++i) {
    below = tests::descendants(child);
    if (std::ranges::count_if(below, works) >= 2)
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  BOOST_TEST(std::ranges::count_if(below, works) >= 2);
  std::vector<std::pair<int, std::uint64_t>> alive;
  for (const int process : below)
    alive.emplace_back(process, tests::started(process));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  for (const auto& [process, start] : alive) {
    const auto is_there = [&] { return start != 0 && tests::started(process) == start; };
    for (int i = 0; i < 6000 && is_there(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const bool is_gone = !is_there();
    BOOST_TEST(is_gone, read_file(fs::path("/proc") / std::to_string(process) / "cmdline"));
    if (!is_gone)
      ::kill(process, SIGKILL);
  }
  BOOST_TEST(!fs::is_empty(group.temporary)); // or there would be nothing that could be left

  fs::remove_all(group.submissions);
  group.hand_in("ada.cpp", solutions(softmax));
  group.grade();
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(group.temporary))
    left.push_back(entry.path().string());
  BOOST_TEST(left.empty(), fmt::format("{}", fmt::join(left, " ")));
}

BOOST_AUTO_TEST_SUITE_END()
