// What a course's file says about feedback, kept by every command and report.

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string softmax = "01-softmax";

/// A folder of submissions, a course, and a folder of grades.
struct Class
{
  TemporaryFolder folder;
  fs::path submissions = folder / "submissions", grades = folder / "grades",
           course = folder / "course.json";

  Class() { fs::create_directory(submissions); }

  void hand_in(const std::string& name, const std::string& text) const
  {
    fs::create_directories((submissions / name).parent_path());
    write_file(submissions / name, text);
  }
  Finished grade(const std::string& rules, std::vector<std::string> more = {}) const
  {
    write_file(course, rules);
    more.insert(more.begin(), {"grade", submissions.string(), "--chapter", "softmax", "--out",
                               grades.string(), "--course", course.string(), "--seed", "7"});
    return run(driver(), more);
  }
  json result(const std::string& name) const
  {
    return json::parse(read_file(grades / "results" / (name + ".json")));
  }
};

/// A mistake that is recognised, and prints; and one whose right result is no other text.
std::string naive()
{
  const std::string log_sum_exp = "  std::cout << \"debugging\\n\";\n"
                                  "  return std::log(arma::accu(arma::exp(x)));\n",
                    stable_softmax = "  return arma::ones(x.n_elem);\n";
  return with_body(softmax, {{"log_sum_exp", log_sum_exp}, {"stable_softmax", stable_softmax}});
}

json feedback_in(const json& result, const std::string& name = "log_sum_exp")
{
  for (const json& exercise : result.at("chapters").at(0).at("results"))
    if (exercise.at("name") == name)
      return exercise.at("feedback");
  return {};
}

/// All that a grading has written and said, by where it is.
std::vector<std::pair<std::string, std::string>> everything_in(const Class& group,
                                                               const Finished& said)
{
  std::vector<std::pair<std::string, std::string>> texts{{"the output", said.output},
                                                         {"the errors", said.error}};
  for (const auto& entry : fs::recursive_directory_iterator(group.grades))
    if (entry.is_regular_file())
      texts.emplace_back(entry.path().string(), read_file(entry.path()));
  return texts;
}

/// What only the teacher reads.
bool is_teachers(const Class& group, const fs::path& place)
{
  return place == group.grades / "index.html" || place.parent_path() == group.grades / "results";
}

} // namespace

BOOST_AUTO_TEST_CASE(no_report_says_more_of_a_wrong_answer_than_the_course_discloses)
{
  const Class group;
  group.hand_in("ada/01-softmax/exercises.cpp", naive());
  BOOST_TEST(group.grade("{}").status == 0);
  const json all = feedback_in(group.result("ada"));
  const std::string page = read_file(group.grades / "feedback" / "ada.html");
  const std::vector<std::string> of_answer{
      feedback_in(group.result("ada"), "stable_softmax").at("expected"), all.at("diagnosis")},
      of_input{all.at("input"), all.at("printed")};
  for (const auto& texts : {of_answer, of_input})
    for (const std::string& text : texts)
      BOOST_TEST((text.size() > 4 && contains(page, escape(text))), text << " is not shown");

  for (const std::string rules :
       {R"({"feedback": "input", "moodle": {}})", R"({"feedback": "verdict", "moodle": {}})"}) {
    const bool shows_input = contains(rules, "input");
    const Finished graded = group.grade(rules, {"--vpl", "20", "--classroom50"});
    BOOST_TEST(graded.status == 0, graded.error);
    for (const char* file :
         {"grades.csv", "index.html", "moodle.csv", "feedback/ada.html", "gradescope/ada.json",
          "results/ada.json", "vpl/ada.txt", "classroom50/ada.json"})
      BOOST_TEST(read_file(group.grades / file) != "", file);
    BOOST_TEST(contains(read_file(group.grades / "index.html"), escape(of_answer[1])),
               "the teacher's page has the diagnosis");
    const json kept = feedback_in(group.result("ada"));
    BOOST_TEST(kept == all, "everything is kept for the teacher");
    auto texts = everything_in(group, graded);
    std::erase_if(texts, [&](const auto& text) { return is_teachers(group, text.first); });

    // The student's own commands, too.
    const fs::path chapters = group.folder / "chapters";
    fs::create_directories(chapters / softmax);
    fs::copy_file(fs::path(EPREUVE_SOURCE_DIR) / "chapters" / softmax / "exercises.hpp",
                  chapters / softmax / "exercises.hpp", fs::copy_options::overwrite_existing);
    write_file(chapters / softmax / "exercises.cpp", naive());
    for (const std::string form : {"", "--json", "--cpp"}) {
      std::vector<std::string> words{"check", "softmax", "--course", group.course.string()};
      if (!form.empty())
        words.push_back(form);
      words.insert(words.begin(), {"-c", "cd \"$0\" && exec \"$@\"", group.folder.path().string(),
                                   driver().string()});
      const Finished checked = run("/bin/sh", words,
                                   {{"EPREUVE_CHAPTERS", chapters.string()},
                                    {"EPREUVE_PROGRESS", (group.folder / "progress.json").string()},
                                    {"COLUMNS", "1000"}});
      BOOST_TEST(checked.status == 1, checked.error);
      texts.emplace_back("check " + form, checked.output + checked.error);
    }
    texts.emplace_back("the program", read_file(group.folder / "try-log_sum_exp.cpp"));

    for (const auto& [place, text] : texts) {
      for (const std::string& secret : of_answer)
        BOOST_TEST((!contains(text, secret) && !contains(text, escape(secret))),
                   rules << ": " << place << " says " << secret);
      for (const std::string& secret : of_input)
        BOOST_TEST((shows_input || (!contains(text, secret) && !contains(text, escape(secret)))),
                   rules << ": " << place << " says " << secret);
    }
    const std::string shown = read_file(group.grades / "feedback" / "ada.html");
    BOOST_TEST(contains(shown, "log_sum_exp(x = ") == shows_input);
    BOOST_TEST(contains(shown, "the course says only that it is wrong") == !shows_input);
    fs::remove(group.folder / "try-log_sum_exp.cpp");
  }
  const Finished again = group.grade("{}");
  BOOST_TEST(contains(again.output, "1 of them before"), again.output);
  BOOST_TEST(read_file(group.grades / "feedback" / "ada.html") == page);
}

BOOST_AUTO_TEST_CASE(where_students_may_read_what_is_kept_no_more_is_kept_than_is_disclosed)
{
  const Class group;
  group.hand_in("ada.cpp", naive());
  group.grade("{}");
  const json all = feedback_in(group.result("ada"));
  const std::string diagnosis = all.at("diagnosis");
  for (const std::string rules : {R"({"feedback": "input"})", R"({"feedback": "verdict"})"}) {
    const Finished graded = group.grade(rules, {"--for-students", "--vpl", "20", "--classroom50"});
    BOOST_TEST(graded.status == 0, graded.error);
    for (const auto& [place, text] : everything_in(group, graded))
      BOOST_TEST((!contains(text, diagnosis) && !contains(text, escape(diagnosis))), place);
    const Finished asked = group.grade(rules, {"--for-students", "--questions"});
    BOOST_TEST(asked.status == 2);
    BOOST_TEST(contains(asked.error, "--questions has answers"), asked.error);
  }
  // For the teacher they are judged again, since what was not kept is not known.
  group.grade(R"({"feedback": "verdict"})", {"--questions"});
  BOOST_TEST(feedback_in(group.result("ada")) == all);
  BOOST_TEST(contains(read_file(group.grades / "questions.html"), "01-softmax/"));
}

BOOST_AUTO_TEST_CASE(what_the_compiler_says_is_disclosed_in_every_course)
{
  const Class group;
  group.hand_in("bob.cpp", with_body(softmax, "log_sum_exp", "  return nonsense;\n"));
  group.grade(R"({"feedback": "verdict"})");
  BOOST_TEST(contains(feedback_in(group.result("bob")).at("reason"), "nonsense"));
}

BOOST_AUTO_TEST_CASE(reports_of_others_and_of_parts_say_no_more_than_the_course_discloses)
{
  const Class group;
  group.hand_in("ada.cpp", naive());
  group.grade("{}");
  const std::string diagnosis = feedback_in(group.result("ada")).at("diagnosis");
  fs::remove(group.submissions / "ada.cpp");
  group.hand_in("bob.cpp", solutions(softmax));
  write_file(group.course, R"({"feedback": "verdict"})");
  const Finished merged =
      run(driver(), {"grade", "--merge", group.grades.string(), "--out",
                     (group.folder / "all").string(), "--course", group.course.string()});
  BOOST_TEST(merged.status == 0, merged.error);
  for (const char* folder : {"feedback", "gradescope"})
    for (const fs::path& file : files(group.folder / "all" / folder))
      BOOST_TEST(!contains(read_file(file), diagnosis), file);
  BOOST_TEST(contains(read_file(group.folder / "all/results/ada.json"), diagnosis));
  for (const auto& [place, text] : everything_in(group, group.grade(R"({"feedback": "verdict"})")))
    BOOST_TEST((is_teachers(group, place) || !contains(text, diagnosis)), place);
}

// --- roster, deadline, Moodle -------------------------------------------------------------------

namespace {

/// A table as Python reads it.
json table(const fs::path& file)
{
  const Finished python =
      run("/usr/bin/python3",
          {"-I", (fs::path(EPREUVE_SOURCE_DIR) / "coursework/tests/reports.py").string(), "csv",
           file.string()});
  BOOST_REQUIRE_MESSAGE(python.status == 0, python.error);
  return json::parse(python.output);
}

/// The row that begins with a cell; none if there is none.
json row_of(const fs::path& file, const std::string& first)
{
  for (const json& row : table(file))
    if (row.at(0) == first)
      return row;
  return {};
}

void change_time(const fs::path& file, const std::string& when)
{
  BOOST_REQUIRE_EQUAL(run("/usr/bin/touch", {"-d", when, file.string()}).status, 0);
}

/// The text of one function, which compiles fast.
std::string one_function()
{
  return with_bodies(softmax, {}, "");
}

} // namespace

BOOST_AUTO_TEST_CASE(who_is_missing_is_a_row_with_0_points_and_who_is_not_on_the_roster_is_named)
{
  const Class group;
  group.hand_in("007/softmax.cpp", one_function());
  group.hand_in("Bob Ross_4711_assignsubmission_file_/softmax.cpp", one_function());
  group.hand_in("eve.cpp", one_function());
  write_file(group.folder / "class.csv", "idnumber;email;name\n"
                                         "007;ada@x.fr;Ada Lovelace\n"
                                         "008;bob@x.fr;Bob Ross\n"
                                         "009;=1+1@x.fr;Carol\n"
                                         ";dan@x.fr;Dan\n");
  const Finished graded =
      group.grade(R"({"roster": "class.csv", "moodle": {"decimal_comma": true}})");
  BOOST_TEST(graded.status == 0, graded.output << graded.error);
  BOOST_TEST(contains(graded.output, "3 submissions graded"), graded.output);
  BOOST_TEST(contains(graded.output, "nothing handed in, of the roster: \"009\", \"dan@x.fr\"\n"),
             graded.output);
  BOOST_TEST(contains(graded.output, "eve: not on the roster\n"), graded.output);
  BOOST_TEST(
      contains(graded.output, "not in moodle.csv (no idnumber on the roster): \"dan@x.fr\"\n"),
      graded.output);
  BOOST_TEST(
      contains(graded.output, "not in moodle.csv (not of one person on the roster): \"eve\"\n"),
      graded.output);

  const json missing = row_of(group.grades / "grades.csv", "'009");
  BOOST_REQUIRE(missing.is_array());
  BOOST_TEST(missing.at(1) == "Carol");
  BOOST_TEST(missing.at(2) == "0");
  BOOST_TEST(missing.at(3) == row_of(group.grades / "grades.csv", "eve").at(3));
  BOOST_TEST(missing.back() == "nothing handed in");
  BOOST_TEST(row_of(group.grades / "grades.csv", "eve").back() == "not on the roster");
  BOOST_TEST(contains(read_file(group.grades / "feedback" / "009.html"), "nothing handed in"));
  const std::string page = read_file(group.grades / "index.html");
  BOOST_TEST(contains(page, "<p>3 submissions;"), page);
  for (const char* person : {"Ada Lovelace", "Bob Ross", "Carol"})
    BOOST_TEST(contains(page, std::string(person) + "</bdi></a>"), page);
  BOOST_TEST(contains(read_file(group.grades / "feedback" / "007.html"), "<h1><bdi>Ada Lovelace"));
  BOOST_TEST(contains(page, "2 on the roster handed in nothing"), page);
  BOOST_TEST(contains(page, "feedback/dan%40x.fr.html") ==
             fs::exists(group.grades / "feedback/dan@x.fr.html"));

  const json moodle = table(group.grades / "moodle.csv");
  BOOST_TEST(moodle.size() == 4u);
  for (const char* id : {"007", "008", "009"}) {
    const json row = row_of(group.grades / "moodle.csv", id);
    BOOST_REQUIRE_MESSAGE(row.is_array(), id);
    BOOST_TEST(row.at(1) == "0,00");
    BOOST_TEST(contains(row.at(2), "0 of 19 points\n"));
  }
  BOOST_TEST(contains(row_of(group.grades / "moodle.csv", "009").at(2), "nothing handed in"));

  // Who comes later is no longer missing, also where parts are merged.
  group.hand_in("dan@x.fr.cpp", one_function());
  const Finished again =
      group.grade(R"({"roster": "class.csv", "moodle": {"identifier": "email", "out_of": 10}})");
  BOOST_TEST(contains(again.output, "nothing handed in, of the roster: \"009\"\n"), again.output);
  BOOST_TEST(contains(again.output, "(a spreadsheet would compute the name): \"009\"\n"),
             again.output);
  BOOST_TEST(row_of(group.grades / "moodle.csv", "dan@x.fr").at(1) == "0.00");
  const Finished merged =
      run(driver(), {"grade", "--merge", group.grades.string(), "--out",
                     (group.folder / "all").string(), "--course", group.course.string()});
  BOOST_TEST(merged.status == 0, merged.error);
  for (const char* report : {"grades.csv", "moodle.csv", "index.html"})
    BOOST_TEST(read_file(group.folder / "all" / report) == read_file(group.grades / report),
               report);
}

BOOST_AUTO_TEST_CASE(two_submissions_of_one_person_and_a_name_of_two_persons_are_not_in_moodle)
{
  const Class group;
  for (const char* name : {"007.cpp", "Ada.cpp", "Bob.cpp"})
    group.hand_in(name, one_function());
  write_file(group.folder / "class.csv", "idnumber,name\n007,Ada\n8,Bob\n9,Bob\n10,Carol\n");
  const Finished graded = group.grade(R"({"roster": "class.csv", "moodle": {}})");
  BOOST_TEST(contains(graded.output, "(several submissions of one person): \"007\", \"Ada\"\n"),
             graded.output);
  BOOST_TEST(contains(graded.output, "Bob: on the roster, several may have handed it in"),
             graded.output);
  BOOST_TEST(table(group.grades / "moodle.csv").size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_wrong_roster_is_named_before_anybody_is_graded)
{
  const Class group;
  group.hand_in("ada.cpp", one_function());
  write_file(group.folder / "class.csv", "nom\nAda\n");
  const Finished refused = group.grade(R"({"roster": "class.csv"})");
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.error, "class.csv, line 1: no column is called idnumber"),
             refused.error);
  BOOST_TEST(!fs::exists(group.grades));
  BOOST_TEST(group.grade(R"({"roster": "nowhere.csv"})").status == 2);
}

BOOST_AUTO_TEST_CASE(what_is_late_is_marked_with_how_late_and_has_its_points)
{
  const Class group;
  const std::string in_time = R"({"deadline": "2026-11-27T00:00+01:00", "moodle": {}})";
  group.hand_in("early/softmax.cpp", one_function());
  group.hand_in("late/softmax.cpp",
                with_body(softmax, "log_sum_exp",
                          "  return x.max() + std::log(arma::accu(arma::exp(x - x.max())));\n"));
  change_time(group.submissions / "early/softmax.cpp", "2026-11-26T23:00:00Z");
  change_time(group.submissions / "late/softmax.cpp", "2026-11-27T01:05:00Z");
  const std::string words = "01-softmax: late by 2 h 5 min";
  const Finished graded = group.grade(in_time, {"--vpl", "20"});
  BOOST_TEST(graded.status == 0, graded.error);
  BOOST_TEST(contains(graded.output, "late: " + words + "\n"), graded.output);
  const json row = row_of(group.grades / "grades.csv", "late");
  BOOST_TEST(row.back() == words);
  BOOST_TEST(row.at(1) != "0");
  BOOST_TEST(row_of(group.grades / "grades.csv", "early").back() == "");
  for (const char* report :
       {"feedback/late.html", "gradescope/late.json", "vpl/late.txt", "index.html", "moodle.csv"})
    BOOST_TEST(contains(read_file(group.grades / report), words), report);
  for (const char* report : {"feedback/early.html", "gradescope/early.json", "vpl/early.txt"})
    BOOST_TEST(!contains(read_file(group.grades / report), "late by"), report);

  // Another deadline judges nothing again.
  const Finished later = group.grade(R"({"deadline": "2026-11-27T03:00+01:00"})");
  BOOST_TEST(contains(later.output, "2 of them before"), later.output);
  BOOST_TEST(row_of(group.grades / "grades.csv", "late").back() == "");

  // A roster that knows the time knows better.
  write_file(group.folder / "class.csv",
             "name,submitted\nearly,2026-11-28T01:00+01:00\nlate,2026-11-26T12:00Z\n");
  const Finished told =
      group.grade(R"({"deadline": "2026-11-27T00:00+01:00", "roster": "class.csv"})");
  BOOST_TEST(contains(told.output, "early: 01-softmax: late by 1 day 1 h\n"), told.output);
  BOOST_TEST(!contains(told.output, "late: 01-softmax"), told.output);
}

BOOST_AUTO_TEST_CASE(the_time_of_what_is_in_a_zip_file_is_that_in_it)
{
  const Class group;
  write_file(group.folder / "softmax.cpp", one_function());
  // A DOS time is of no zone; the field UT is in UTC.
  const std::string program = R"(
import struct, sys, zipfile
text = open(sys.argv[1]).read()
for name, hour, extra in ("local", 23, b""), ("utc", 3, struct.pack("<HHBl", 0x5455, 5, 1, 1795730400)):
    with zipfile.ZipFile(f"{sys.argv[2]}/{name}.zip", "w") as archive:
        info = zipfile.ZipInfo("softmax.cpp", (2026, 11, 26, hour, 0, 0))
        info.extra = extra
        archive.writestr(info, text)
)";
  const Finished zipped =
      run("/usr/bin/python3", {"-I", "-c", program, (group.folder / "softmax.cpp").string(),
                               group.submissions.string()});
  BOOST_REQUIRE_MESSAGE(zipped.status == 0, zipped.error);
  write_file(group.course, R"({"deadline": "2026-11-26T22:30+01:00"})");
  const Finished graded = run(driver(),
                              {"grade", group.submissions.string(), "--chapter", "softmax", "--out",
                               group.grades.string(), "--course", group.course.string()},
                              {{"TZ", "CET-1"}});
  BOOST_TEST(contains(graded.output, "local: 01-softmax: late by 30 min\n"), graded.output);
  // 1795730400 is 2026-11-26T22:00:00Z.
  BOOST_TEST(contains(graded.output, "utc: 01-softmax: late by 30 min\n"), graded.output);
  BOOST_TEST(group.result("utc").at("chapters").at(0).at("changed") == "2026-11-26T22:00:00Z");
  BOOST_TEST(group.result("local").at("chapters").at(0).at("changed") == "2026-11-26T22:00:00Z");
}
