// What a teacher may write in course.json, and the messages about everything else.

#include "epreuve/exercises/course_file.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/schema.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <exception>
#include <map>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

const std::map<std::string, std::vector<std::string>> known{
    {"01-softmax", {"softmax", "log_sum_exp"}}, {"06-rotations", {"rotate"}}};

CourseFile read(const std::string& text)
{
  const TemporaryFolder folder;
  write_file(folder / "course.json", text);
  return CourseFile(folder / "course.json", known);
}

std::string refusal(const std::string& text)
{
  try {
    read(text);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

int points(const CourseFile& course, const std::string& chapter, const std::string& exercise)
{
  return course
      .with_points(
          chapter,
          {.name = exercise, .title = "", .section = "", .points = 2, .stars = 1, .hints = {}})
      .points;
}

std::string violations(const std::string& text)
{
  return tests::schema_violations(nlohmann::json::parse(text), "docs/course.schema.json");
}

} // namespace

BOOST_AUTO_TEST_CASE(without_a_file_everything_counts_as_the_checks_say)
{
  for (const CourseFile& course : {CourseFile(), read("{}"), read("{\"title\": \"Winter\"}")}) {
    BOOST_TEST(course.counts("06-rotations"));
    BOOST_TEST(points(course, "01-softmax", "softmax") == 2);
  }
}

BOOST_AUTO_TEST_CASE(points_are_the_files_where_it_has_them)
{
  const std::string text =
      R"({"title": "Winter", "chapters": {"softmax": {"softmax": 7, "log_sum_exp": 0}}})";
  const CourseFile course = read(text);
  BOOST_TEST(course.title() == "Winter");
  BOOST_TEST(course.counts("01-softmax"));
  BOOST_TEST(!course.counts("06-rotations"));
  BOOST_TEST(points(course, "01-softmax", "softmax") == 7);
  BOOST_TEST(points(course, "01-softmax", "log_sum_exp") == 0);
  BOOST_TEST(points(read(R"({"chapters": {"1": {}}})"), "01-softmax", "softmax") == 2);
  BOOST_TEST(violations(text) == "");
}

BOOST_AUTO_TEST_CASE(a_course_discloses_everything_unless_it_says_less)
{
  BOOST_TEST((read("{}").disclosure() == Disclosure::all));
  BOOST_TEST((read(R"({"feedback": "all"})").disclosure() == Disclosure::all));
  BOOST_TEST((read(R"({"feedback": "input"})").disclosure() == Disclosure::input));
  BOOST_TEST((read(R"({"feedback": "verdict"})").disclosure() == Disclosure::verdict));
  BOOST_TEST(violations(R"({"feedback": "verdict"})") == "");
}

BOOST_AUTO_TEST_CASE(a_course_says_who_is_in_the_class_until_when_and_how_moodle_grades)
{
  BOOST_TEST((!read("{}").deadline() && read("{}").roster().empty() && !read("{}").moodle()));
  const std::string text = R"({"roster": "class.csv", "deadline": "2026-11-26T23:59+01:00",
                              "moodle": {"identifier": "email", "out_of": 12.5, "decimal_comma": true}})";
  const CourseFile course = read(text);
  BOOST_TEST(as_text(course.deadline().value()) == "2026-11-26T22:59:00Z");
  BOOST_TEST(course.roster().filename() == "class.csv");
  BOOST_TEST(course.roster().is_absolute());
  BOOST_TEST(course.moodle().value().by_email);
  BOOST_TEST(course.moodle().value().out_of == 12.5);
  BOOST_TEST(course.moodle().value().has_decimal_comma);
  BOOST_TEST(violations(text) == "");
  const MoodleRules usual = read(R"({"moodle": {}})").moodle().value();
  BOOST_TEST((!usual.by_email && usual.out_of == 20 && !usual.has_decimal_comma));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said_with_its_place_or_the_nearest_name)
{
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"({"chapters": {"sofmax": {}}})", "the nearest name is \"softmax\""},
      {R"({"chapters": {"softmax": {"log_sumexp": 1}}})", "the nearest name is \"log_sum_exp\""},
      {R"({"chapter": {}})", "the nearest is \"chapters\""},
      {R"({"chapters": {"softmax": {"softmax": "2"}}})", "chapters / softmax / softmax is \"2\""},
      {R"({"chapters": {"softmax": {"softmax": -1}}})", "chapters / softmax / softmax is -1"},
      {R"({"chapters": {"softmax": {"softmax": 1.5}}})", "chapters / softmax / softmax is 1.5"},
      {R"({"chapters": {"softmax": {"softmax": 1001}}})", "expected a whole number from 0"},
      {R"({"chapters": {"softmax": 3}})", "chapters / softmax is of type number"},
      {R"({"feedback": "none"})", "feedback is \"none\", expected \"all\", \"input\" or"},
      {R"({"feedback": true})", "feedback is true, expected \"all\""},
      {R"({"deadline": "2026-11-26T23:59"})", "has no zone: add one, as in 2026-11-26T23:59+01:00"},
      {R"({"deadline": "tomorrow"})", "\"tomorrow\" is not a moment as in"},
      {R"({"deadline": 3})", "deadline: it is of type number"},
      {R"({"roster": 3})", "roster is of type number"},
      {R"({"moodle": {"out_of": 0}})", "moodle / out_of is 0, expected a number above 0"},
      {R"({"moodle": {"identifier": "name"}})", "expected \"idnumber\" or \"email\""},
      {R"({"moodle": {"decimal_comma": 1}})", "expected true or false"},
      {R"({"moodle": {"outof": 3}})", "the nearest is \"out_of\""},
      {R"({"title": 3})", "title is of type number"},
      {R"([])", "the whole is of type array"},
      {R"({"chapters": {"softmax": {}, "01": {}}})", "occurs twice"},
      {"{\"title\": \"a\",\n\"title\": \"b\"}", "\"title\" occurs twice"},
      {"{\n\"chapters\": {\n", "no JSON from line 3, column 1 on"},
      {"", "no JSON from line 1, column 1 on"},
  };
  for (const auto& [text, why] : wrong) {
    BOOST_TEST(refusal(text).find(why) != std::string::npos, text << ": " << refusal(text));
    BOOST_TEST(refusal(text).find("course.json") != std::string::npos, refusal(text));
  }
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_the_types_that_the_command_does)
{
  for (const char* text :
       {R"({"chapter": {}})", R"({"chapters": {"softmax": {"softmax": "2"}}})",
        R"({"chapters": {"softmax": {"softmax": -1}}})", R"({"chapters": {"softmax": 3}})",
        R"({"chapters": {"softmax": {"softmax": 1001}}})", R"({"title": 3})", "[]",
        R"({"feedback": "none"})", R"({"deadline": "2026-11-26T23:59"})",
        R"({"moodle": {"out_of": 0}})", R"({"moodle": {"identifier": "name"}})",
        R"({"moodle": {"outof": 3}})"})
    BOOST_TEST(violations(text) != "", text);
}
