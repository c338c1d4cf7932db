// The command `grade`, as a process, with input that is odd or meant to do harm.

#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/system/descriptor.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <spawn.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string softmax = "01-softmax";

/// A folder of submissions, one for their grades, and one for the driver's temporary files.
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
    write_file(submissions / name, text);
  }
  Finished runs(std::vector<std::string> arguments) const
  {
    arguments.insert(arguments.begin(), "grade");
    return run(driver(), arguments, {{"TMPDIR", temporary.string()}});
  }
  Finished grade(const std::vector<std::string>& more = {}) const { return into(grades, more); }
  Finished into(const fs::path& out, const std::vector<std::string>& more = {}) const
  {
    std::vector<std::string> arguments{submissions.string(), "--chapter", "softmax", "--out",
                                       out.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runs(arguments);
  }
  Finished merges(const std::vector<fs::path>& parts) const
  {
    std::vector<std::string> arguments{"--merge", "--out", (folder / "all").string()};
    for (const fs::path& part : parts)
      arguments.push_back(part.string());
    return runs(arguments);
  }
  json result(const std::string& name) const
  {
    return json::parse(read_file(grades / "results" / (exercises::file_name(name) + ".json")));
  }
  std::ptrdiff_t left() const { return std::distance(fs::directory_iterator(temporary), {}); }
};

std::uint64_t seed_in(const fs::path& grades)
{
  return json::parse(read_file(grades / "grading.json")).at("seed");
}

/// Right answers that each take most of the time which a call has.
std::string asleep_in_each_call()
{
  std::string text = solutions(softmax);
  replace_all(text, "\n{\n", "\n{\n  ::usleep(3'000'000);\n");
  replace_all(text, "#include \"exercises.hpp\"",
              "#include \"exercises.hpp\"\n#include <unistd.h>");
  return text;
}

/// Starts a grading, and sends a signal after a while. @return its wait status
int interrupted(const Class& group, const std::function<bool()>& is_time, int signal)
{
  const std::string program = driver(), here = group.submissions, there = group.grades;
  const std::string place = "TMPDIR=" + group.temporary.string();
  std::vector<const char*> words{"env",   place.c_str(), program.c_str(), "grade",   here.c_str(),
                                 "--out", there.c_str(), "--chapter",     "softmax", nullptr};
  pid_t child = 0;
  BOOST_REQUIRE(::posix_spawn(&child, "/usr/bin/env", nullptr, nullptr,
                              const_cast<char**>(words.data()), ::environ) == 0);
  int status = 0;
  while (!is_time() && ::waitpid(child, &status, WNOHANG) == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ::kill(child, signal);
  const auto begin = std::chrono::steady_clock::now();
  ::waitpid(child, &status, 0);
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(30)));
  return status;
}

/// The file of results of each submission that has one.
std::map<fs::path, std::string> written(const Class& group)
{
  std::map<fs::path, std::string> found;
  if (const fs::path results = group.grades / "results"; fs::is_directory(results))
    for (const fs::path& file : files(results))
      found[file] = read_file(file);
  return found;
}

/// Changes a result of a part.
void change(const fs::path& file, const std::function<void(json&)>& by)
{
  json grade = json::parse(read_file(file));
  by(grade);
  write_file(file, grade.dump());
}

} // namespace

BOOST_AUTO_TEST_CASE(every_name_is_a_row_and_nothing_stops_the_others)
{
  const Class group;
  group.hand_in("good.cpp", solutions(softmax));
  const std::string longest(255, 'x');
  fs::create_directory(group.submissions / longest);
  for (const char* name : {"bob", "bob.zip", ".alice", "..."})
    group.hand_in(std::string(name) + "/none.txt", "");
  for (const char* name : {"bob.cpp", "a\xE9.cpp", "a\xE8.cpp", "-rf.cpp", "=cmd().cpp", "con.cpp",
                           "two\nlines.cpp", "\x1b[2J\u202Ex.cpp", "Bob.cpp"})
    group.hand_in(name, "");
  fs::create_symlink("itself", group.submissions / "itself");
  fs::create_symlink(std::string(300, 'z'), group.submissions / "nowhere");
  fs::create_symlink("/etc", group.submissions / "bob.txt");
  BOOST_REQUIRE(::mkfifo((group.submissions / "pipe.cpp").c_str(), 0600) == 0);
  const Finished said = group.grade();
  BOOST_TEST(said.status == 1, said.error);
  BOOST_TEST(said.error == "");
  BOOST_TEST(contains(said.output, "19 submissions graded"), said.output);
  BOOST_TEST(visible(said.output) == said.output);
  const std::string csv = read_file(group.grades / "grades.csv");
  for (const std::string& name :
       {longest, std::string("bob"), std::string("bob.zip"), std::string(".alice"),
        std::string("bob.cpp"), std::string("a\\xE9"), std::string("a\\xE8"), std::string("'-rf"),
        std::string("'=cmd()"), std::string("con"), std::string("two\\x0Alines"),
        std::string("itself"), std::string("nowhere"), std::string("bob.txt"), std::string("pipe"),
        std::string("Bob"), std::string("...")})
    BOOST_TEST(contains(csv, "\n" + name + ",0,"), name);
  BOOST_TEST(group.result("good").at("points") == group.result("good").at("most_points"));
  for (const char* folder : {"results", "feedback", "gradescope"})
    BOOST_TEST(files(group.grades / folder).size() == 19u);
}

BOOST_AUTO_TEST_CASE(a_grading_draws_a_seed_and_keeps_it)
{
  const Class group;
  group.hand_in("a.cpp", solutions(softmax));
  const Finished first = group.grade();
  const std::uint64_t seed = seed_in(group.grades);
  BOOST_TEST(contains(first.output, "seed " + std::to_string(seed)), first.output);
  BOOST_TEST(contains(group.grade().output, "1 of them before"));
  BOOST_TEST(seed_in(group.grades) == seed);
  const fs::path other = group.folder / "other";
  group.into(other);
  BOOST_TEST(seed_in(other) != seed);
  const fs::path again = group.folder / "again";
  BOOST_TEST(group.into(again, {"--seed", std::to_string(seed)}).status == 0);
  BOOST_TEST(read_file(again / "results/a.json") == read_file(group.grades / "results/a.json"));
  const Finished changed = group.grade({"--seed", "7"});
  BOOST_TEST(contains(changed.output, "all are graded again"), changed.output);
  BOOST_TEST(!contains(changed.output, "1 of them before"));
  BOOST_TEST(seed_in(group.grades) == 7u);
  write_file(group.grades / "grading.json", "{\"seed\": -1}");
  const Finished damaged = group.grade();
  BOOST_TEST(damaged.status == 2);
  BOOST_TEST(contains(damaged.error, "grading.json is damaged"), damaged.error);
}

BOOST_AUTO_TEST_CASE(a_class_is_graded_in_a_room_without_a_network)
{
  if (::geteuid() != 0) {
    BOOST_TEST_MESSAGE("skipped: only root can leave the network and stay who it is");
    return;
  }
  const Class group;
  group.hand_in("ada.cpp", solutions(softmax));
  const Finished graded = run("/usr/bin/unshare",
                              {"--net", driver().string(), "grade", group.submissions.string(),
                               "--chapter", "softmax", "--out", group.grades.string()},
                              {{"TMPDIR", group.temporary.string()}});
  BOOST_TEST(graded.status == 0, graded.error);
  BOOST_TEST(graded.error == "");
  BOOST_TEST(group.result("ada").at("points") == group.result("ada").at("most_points"));
}

BOOST_AUTO_TEST_CASE(parts_that_are_graded_at_the_same_time_into_one_folder_have_one_seed)
{
  const Class group;
  for (const char* name : {"a.cpp", "b.cpp"})
    group.hand_in(name, "");
  for (int round = 0; round < 8; ++round) {
    const fs::path out = group.folder / ("grades-" + std::to_string(round));
    std::vector<Finished> said(2);
    std::vector<std::thread> runs;
    for (std::size_t i = 0; i < said.size(); ++i)
      runs.emplace_back(
          [&, i] { said[i] = group.into(out, {"--shard", std::to_string(i + 1) + "/2"}); });
    for (std::thread& run : runs)
      run.join();
    const std::string seed = "seed " + std::to_string(seed_in(out)) + ";";
    for (const Finished& one : said)
      BOOST_TEST(contains(one.output, seed), one.output + one.error);
    // Nothing was judged on other draws, so every grade is kept.
    BOOST_TEST(contains(group.into(out).output, "2 of them before"));
  }
}

BOOST_AUTO_TEST_CASE(reports_are_not_written_among_the_submissions)
{
  const Class group;
  group.hand_in("a.cpp", solutions(softmax));
  fs::create_directory_symlink(group.submissions, group.folder / "link");
  for (const fs::path& out :
       {group.submissions, group.submissions / "grades", group.submissions / "a" / "b" / "",
        group.submissions / "..." / ".." / "grades", group.folder / "link" / "grades"}) {
    const Finished said = group.into(out);
    BOOST_TEST(said.status == 2, out);
    BOOST_TEST(contains(said.error, "would take the reports for submissions"), said.error);
  }
  BOOST_TEST(std::distance(fs::directory_iterator(group.submissions), {}) == 1);
  BOOST_TEST(group.into(group.folder / "submissions-grades").status == 0);
}

BOOST_AUTO_TEST_CASE(feedback_is_in_french_if_that_is_asked_for_whatever_the_system_speaks)
{
  const Class group;
  group.hand_in("ada.cpp", solutions(softmax));
  group.hand_in("bob.cpp", "arma::vec exercise::softmax(const arma::vec& x)\n{\n  return x;");
  group.grade({"--lang", "fr"});
  const auto page = [&](const std::string& name) {
    return read_file(group.grades / "feedback" / (name + ".html"));
  };
  for (const char* part : {"<html lang=\"fr\">", "Softmax, comme le dit la formule", "✓ réussi",
                           "difficulté 1 sur 5", "<th scope=\"col\">Exercice</th>"})
    BOOST_TEST(contains(page("ada"), part), part);
  BOOST_TEST(contains(page("bob"), "Non jugé, parce que\u00a0:"), page("bob"));
}

BOOST_AUTO_TEST_CASE(two_gradings_at_once_into_one_folder_are_refused)
{
  const Class group;
  group.hand_in("a.cpp", solutions(softmax));
  fs::create_directory(group.grades);
  const Descriptor other(::open(group.grades.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  BOOST_REQUIRE(::flock(other.get(), LOCK_EX) == 0);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--shard", "1/2"}}) {
    const Finished said = group.grade(more);
    BOOST_TEST(said.status == 2);
    BOOST_TEST(contains(said.error, "another grading is writing into"), said.error);
    BOOST_TEST(!fs::exists(group.grades / "grades.csv"));
  }
  ::flock(other.get(), LOCK_SH); // a part: other parts may be graded meanwhile, the whole may not
  BOOST_TEST(group.grade().status == 2);
  BOOST_TEST(group.grade({"--shard", "1/2"}).status == 0);
  ::flock(other.get(), LOCK_UN);
  BOOST_TEST(group.grade().status == 0);
}

BOOST_AUTO_TEST_CASE(names_that_differ_in_capitals_alone_have_reports_of_their_own_everywhere)
{
  const Class group;
  group.hand_in("Alice.cpp", solutions(softmax));
  BOOST_TEST(group.grade().status == 0);
  BOOST_TEST(fs::exists(group.grades / "feedback" / "Alice.html"));
  group.hand_in("alice.cpp", "");
  BOOST_TEST(contains(group.grade().output, "1 of them before"));
  for (const char* folder : {"results", "feedback", "gradescope"}) {
    std::set<std::string> names;
    for (const fs::path& file : files(group.grades / folder)) {
      names.insert(in_lower_case(file.filename().string()));
    }
    BOOST_TEST(names.size() == 2u, folder);
  }
  const std::string page = read_file(group.grades / "index.html");
  for (const fs::path& file : files(group.grades / "feedback")) {
    std::string address = file.filename();
    boost::replace_all(address, "%~", "%25%7E");
    BOOST_TEST(contains(page, "feedback/" + address), address);
  }
  BOOST_TEST(contains(group.grade().output, "2 of them before"));
  group.merges({group.grades});
  BOOST_TEST(read_file(group.folder / "all" / "grades.csv") ==
             read_file(group.grades / "grades.csv"));
  BOOST_TEST(read_file(group.folder / "all" / "index.html") == page);
}

BOOST_AUTO_TEST_CASE(what_is_not_taken_is_reported_and_costs_nothing)
{
  const Class group;
  group.hand_in("ada/softmax (1).cpp", solutions(softmax));
  group.hand_in("ada/main.cpp", "int main() {}\n");
  const Finished said = group.grade();
  BOOST_TEST(said.status == 0, said.output);
  const std::string line = "main.cpp defines no function of any exercise";
  BOOST_TEST(contains(said.output, "ada: not taken: " + line), said.output);
  BOOST_TEST(contains(read_file(group.grades / "grades.csv"), "not taken: " + line));
  BOOST_TEST(contains(read_file(group.grades / "feedback/ada.html"), line));
  BOOST_TEST(group.result("ada").at("points") == group.result("ada").at("most_points"));
}

BOOST_AUTO_TEST_CASE(a_merge_takes_nothing_from_a_part_that_the_project_does_not_say)
{
  const Class group;
  group.hand_in("a.cpp", solutions(softmax));
  BOOST_TEST(group.grade({"--seed", "5"}).status == 0);
  const fs::path part = group.folder / "part", file = part / "results" / "a.json";
  const auto refused = [&](const std::function<void(json&)>& by) {
    fs::remove_all(part);
    fs::copy(group.grades, part, fs::copy_options::recursive);
    change(file, by);
    const Finished said = group.merges({part});
    BOOST_TEST(said.status == 2);
    BOOST_TEST(contains(said.error, "is damaged"), said.error);
    BOOST_TEST(!fs::exists(group.folder / "all"));
  };
  const json::json_pointer first("/chapters/0/results/0");
  refused([](json& grade) { grade["submission"] = "../../outside"; });
  refused([](json& grade) { grade["submission"] = "b"; });
  refused([&](json& grade) { grade[first]["points"] = 1000000; });
  refused([&](json& grade) { grade[first]["name"] = "no_exercise"; });
  refused([](json& grade) { grade["chapters"][0]["chapter"] = "99-bonus"; });
  refused([](json& grade) { grade["chapters"][0]["chapter"] = "../x"; });
  refused([](json& grade) { grade["chapters"][0]["results"].erase(0); });
  refused([](json& grade) {
    for (int i = 0; i < 100; ++i)
      grade = json{{"chapters", {grade}}};
  });
  fs::remove(file);
  fs::create_symlink("/dev/zero", file);
  BOOST_TEST(group.merges({part}).status == 2);

  // Points are those of the project, whatever a part says.
  fs::remove_all(part);
  fs::copy(group.grades, part, fs::copy_options::recursive);
  change(file, [&](json& grade) { grade[first]["points"] = 999; });
  BOOST_TEST(group.merges({part}).status == 0);
  BOOST_TEST(read_file(group.folder / "all" / "grades.csv") ==
             read_file(group.grades / "grades.csv"));
  BOOST_TEST(seed_in(group.folder / "all") == 5u);
}

BOOST_AUTO_TEST_CASE(parts_of_other_chapters_are_joined_and_other_seeds_are_told)
{
  const Class group;
  group.hand_in("ada/softmax/exercises.cpp", solutions(softmax));
  group.hand_in("ada/gelu/exercises.cpp", solutions("16-gelu"));
  group.hand_in("bob/softmax/exercises.cpp", solutions(softmax));
  const fs::path whole = group.folder / "whole", one = group.folder / "one",
                 two = group.folder / "two", all = group.folder / "all";
  const auto chapters = [&](const fs::path& out, const std::vector<std::string>& names) {
    std::vector<std::string> words{group.submissions.string(), "--seed", "5", "--out", out};
    for (const std::string& name : names)
      words.insert(words.end(), {"--chapter", name});
    group.runs(words);
  };
  chapters(whole, {"softmax", "gelu"});
  chapters(one, {"softmax"});
  chapters(two, {"gelu"});
  group.merges({one, two});
  const auto row = [](const fs::path& out, const std::string& name) {
    const std::string csv = read_file(out / "grades.csv");
    const std::size_t begin = csv.find("\n" + name + ",");
    return csv.substr(begin, csv.find(",,", begin) - begin).substr(0, 12);
  };
  for (const char* name : {"ada", "bob"})
    BOOST_TEST(row(all, name) == row(whole, name));
  BOOST_TEST(json::parse(read_file(all / "results/ada.json")) ==
             json::parse(read_file(whole / "results/ada.json")));
  write_file(two / "grading.json", "{\"seed\": 6}");
  BOOST_TEST(contains(group.merges({one, two}).output, "2 different seeds"));
  BOOST_TEST(!fs::exists(all / "grading.json"));
}

BOOST_AUTO_TEST_CASE(nothing_is_written_through_a_link_in_the_folder_of_grades)
{
  const Class group;
  group.hand_in("a.cpp", "");
  const fs::path outside = group.folder / "outside";
  write_file(outside, "untouched");
  fs::create_directories(group.grades / "results");
  fs::create_directory(group.grades / "feedback");
  for (const char* name : {"results/a.json", "feedback/a.html", "grades.csv", "index.html"})
    fs::create_symlink(outside, group.grades / name);
  BOOST_TEST(group.grade().status == 1);
  BOOST_TEST(read_file(outside) == "untouched");
  BOOST_TEST(group.result("a").at("points") == 0);
  fs::remove_all(group.grades / "results");
  fs::create_directory(group.folder / "elsewhere");
  fs::create_directory_symlink(group.folder / "elsewhere", group.grades / "results");
  const Finished refused = group.grade();
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.error, "results is a symbolic link"), refused.error);
  BOOST_TEST(fs::is_empty(group.folder / "elsewhere"));
}

BOOST_AUTO_TEST_CASE(interrupted_it_ends_soon_keeps_what_is_finished_and_leaves_no_files)
{
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    const Class group;
    for (int i = 0; i < 6; ++i)
      group.hand_in("student-" + std::to_string(i) + ".cpp", solutions(softmax));
    // The third to be graded takes a minute, so there is no end before the signal comes, and no waiting for it after.
    group.hand_in("student-1-sleeps.cpp", asleep_in_each_call());
    const int status = interrupted(group, [&] { return written(group).size() >= 2; }, signal);
    fs::remove(group.submissions / "student-1-sleeps.cpp");
    BOOST_TEST((WIFSIGNALED(status) && WTERMSIG(status) == signal));
    const std::size_t kept = files(group.grades / "results").size();
    BOOST_TEST(kept >= 2u);
    if (signal != SIGKILL)
      BOOST_TEST(group.left() == 0);
    const Finished again = group.grade();
    BOOST_TEST(again.status == 0, again.output + again.error);
    BOOST_TEST(contains(again.output, std::to_string(kept) + " of them before"), again.output);
    BOOST_TEST(group.left() == 0);
  }
}

BOOST_AUTO_TEST_CASE(killed_at_any_moment_a_class_half_of_which_is_hostile_gets_what_it_deserves)
{
  const fs::path bank = fs::path(EPREUVE_SOURCE_DIR) / "coursework" / "tests" / "hostile";
  const std::string probe = read_file(bank / "above" / "probe.inc");
  std::vector<std::string> attacks;
  for (const char* name : {"shared-memory", "futexes", "the-machine", "another-program",
                           "waiting-signals", "words-of-bubblewrap"})
    attacks.push_back(read_file(bank / "calls" / (std::string(name) + ".inc")));
  const Class group;
  constexpr int each = 12;
  for (int i = 0; i < each; ++i) {
    const std::string name = std::to_string(i) + ".cpp";
    group.hand_in("honest-" + name, solutions(softmax));
    std::ranges::rotate(attacks, attacks.begin() + 1);
    const bool is_whole_file = i % 4 == 3;
    group.hand_in("hostile-" + name,
                  is_whole_file
                      ? read_file(bank / "whole-files/interpreter-that-is-not-there.cpp") +
                            solutions(softmax)
                      : with_bodies(softmax, attacks, probe));
  }
  const unsigned seed = std::random_device()();
  std::cout << "moments drawn with seed " << seed << '\n';
  std::mt19937 random(seed);
  std::map<fs::path, std::string> kept;
  const auto remains_what_was_kept = [&] {
    const auto now = written(group);
    for (const auto& [file, text] : kept) {
      BOOST_REQUIRE_MESSAGE(now.contains(file), file << " is lost; seed " << seed);
      BOOST_TEST((now.at(file) == text), file << " was graded again; seed " << seed);
    }
    kept = now;
  };
  for (int times = 0; times < 3; ++times) {
    const auto moment = std::chrono::steady_clock::now() +
                        std::chrono::milliseconds(std::uniform_int_distribution(300, 4000)(random));
    interrupted(group, [&] { return std::chrono::steady_clock::now() >= moment; }, SIGKILL);
    remains_what_was_kept();
  }
  for (int times = 0; times < 2; ++times) {
    const Finished said = group.grade();
    BOOST_TEST(said.status == 1, said.output + said.error); // some could not be started
    remains_what_was_kept();
    BOOST_TEST(kept.size() == 2u * each);
    if (times == 1)
      BOOST_TEST(contains(said.output, "24 submissions graded, 24 of them before"), said.output);
  }
  for (const auto& [file, text] : kept) {
    const json grade = json::parse(text);
    const bool is_honest = contains(file.filename(), "honest");
    BOOST_TEST(grade.at("points") == (is_honest ? grade.at("most_points") : json(0)),
               file << "; seed " << seed);
  }
}
