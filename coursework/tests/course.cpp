// That each exercise of exercises.hpp has one check.

#include "epreuve/exercises/course.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <source_location>
#include <string>
#include <tuple>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using epreuve::tests::says;

namespace {

const std::string checks = "chapters/23-norms/checks.cpp";

/// half, declared in line 5, and twice, in line 12.
std::vector<Exercise> declared()
{
  Exercise half, twice;
  half.name = "half";
  half.points = 2;
  half.arguments = {"x"};
  half.line = 5;
  twice.name = "twice";
  twice.arguments = {"y"};
  twice.line = 12;
  return {half, twice};
}

void check(Course& course, const std::string& name)
{
  course.exercise<double(double)>(name)
      .expects([](double x) { return x; })
      .on("one", 1)
      .on_random([](Draw& draw) { return std::tuple(draw.real("x", 0, 1)); });
}

} // namespace

BOOST_AUTO_TEST_CASE(checks_are_in_the_order_of_the_exercises_and_know_their_points_and_arguments)
{
  Course course(declared());
  check(course, "twice");
  check(course, "half");
  const Course::Exercises& found = course.exercises(checks);
  BOOST_REQUIRE_EQUAL(found.size(), 2U);
  BOOST_TEST(found[0]->about().name == "half");
  BOOST_TEST(found[0]->about().points == 2);
  BOOST_TEST(found[0]->examples().at(0).call == "half(x = 1)");
  BOOST_TEST(found[1]->examples().at(0).call == "twice(y = 1)");
}

BOOST_AUTO_TEST_CASE(an_exercise_without_a_check_is_named_with_its_line)
{
  Course course(declared());
  check(course, "half");
  BOOST_CHECK_EXCEPTION(course.exercises(checks), Error,
                        says("chapters/23-norms/exercises.hpp:12: twice has no check: expected "
                             "course.EXERCISE(twice) in chapters/23-norms/checks.cpp"));
}

BOOST_AUTO_TEST_CASE(a_second_check_and_one_of_no_exercise_are_named_with_their_lines)
{
  Course course(declared());
  const auto first = std::source_location::current();
  course.exercise<double(double)>("half", first);
  const auto here = std::source_location::current();
  BOOST_CHECK_EXCEPTION(course.exercise<double(double)>("half", here), Error,
                        says(fmt::format("course.cpp:{}: half has a check in line {} already",
                                         here.line(), first.line())));
  BOOST_CHECK_EXCEPTION(
      course.exercise<double(double)>("hafl", here), Error,
      says(fmt::format("course.cpp:{}: exercises.hpp declares no exercise hafl", here.line())));
}

BOOST_AUTO_TEST_CASE(an_incomplete_check_is_named_with_its_line)
{
  Course course(declared());
  check(course, "half");
  const auto here = std::source_location::current();
  course.exercise<double(double)>("twice", here);
  BOOST_CHECK_EXCEPTION(course.exercises(checks), Error,
                        says(fmt::format("checks.cpp:{}: the check of twice is incomplete: it "
                                         "needs named inputs and random ones",
                                         here.line())));
}
