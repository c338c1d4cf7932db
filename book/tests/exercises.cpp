#include "weaver/exercises.hpp"

#include "weaver/pandoc.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/errors.hpp"
#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::needs;
using epreuve::tests::says;
using nlohmann::json;

namespace {

constexpr const char* header = R"(#pragma once

/// What there is to write.
namespace exercise {

/// Half of `x` <b>.
///
///     half(x) = x / 2
///
/// @param x  any number,
///           or none
/// @return   half of it
double half(double x);

/// The sum.
/// @param a, b  > 0, both of them
double sum(double a, double b);

} // namespace exercise
)";

constexpr const char* checks = R"cpp(
CHECKS(course)
{
  // course.exercise<int>("commented", {}).title("No").points(9).stars(9);
  course.exercise<decltype(exercise::half)>("half", {"x"})
      .title("One half, "
             "exactly")
      .points(2)
      .stars(3)
      .hint("A SECRET: multiply by 0.5, see .title(\"wrong\")")
      .check([](double x) { return x / 2; });
  course.exercise<std::vector<int>(double)>("sum", {"a", "b"}).title("A sum").points(1).stars(1);
}
)cpp";

TemporaryFolder& folder_with(const std::string& header_text, const std::string& checks_text)
{
  static TemporaryFolder folder;
  write_file(folder / "exercises.hpp", header_text);
  write_file(folder / "checks.cpp", checks_text);
  return folder;
}

} // namespace

BOOST_AUTO_TEST_CASE(exercises_are_read_from_the_sources)
{
  const std::vector<Exercise> exercises = exercises_of(folder_with(header, checks).path());
  BOOST_REQUIRE_EQUAL(exercises.size(), 2U);
  BOOST_TEST(exercises[0].name == "half");
  BOOST_TEST(exercises[0].title == "One half, exactly");
  BOOST_TEST(exercises[0].points == 2);
  BOOST_TEST(exercises[0].stars == 3);
  BOOST_TEST(exercises[0].signature == "double half(double x);");
  BOOST_TEST(exercises[1].title == "A sum");
  BOOST_TEST(exercises_of(folder_with(header, checks) / "no such folder").empty());
}

BOOST_AUTO_TEST_CASE(an_exercise_without_its_call_is_an_error)
{
  BOOST_CHECK_EXCEPTION(exercises_of(folder_with(header, "CHECKS(course) {}").path()), Error,
                        says("the exercise \"half\" has no title, points or stars"));
}

BOOST_AUTO_TEST_CASE(the_section_tells_what_is_asked_and_no_hint, *needs("pandoc") * needs("temml"))
{
  const json section =
      exercises_section(exercises_of(folder_with(header, checks).path()), "01-softmax");
  const std::string html = write_html({section}).parts.at(0);
  const auto holds = [&](const std::string& words) {
    return html.find(words) != std::string::npos;
  };
  BOOST_TEST(holds("<ol class=\"exercises\">"));
  BOOST_TEST(holds("<li id=\"exercise:half\"><h3>One half, exactly</h3>"));
  BOOST_TEST(holds("3 of 5 stars"));
  BOOST_TEST(holds("2 points"));
  BOOST_TEST(holds("1 point</span>"));
  BOOST_TEST(holds("./epreuve check softmax/half"));
  BOOST_TEST(holds("half(x) = x / 2"));
  BOOST_TEST(holds("&lt;b&gt;"));
  BOOST_TEST(!holds("<b>"));
  BOOST_TEST(holds("<dt><code>x</code></dt>"));
  BOOST_TEST(holds("or none"));
  BOOST_TEST(holds("<dt><code>a</code>, <code>b</code></dt><dd>\n<p>&gt; 0, both"), html);
  BOOST_TEST(holds("<dt>returns</dt>"));
  BOOST_TEST(!holds("SECRET"));
  BOOST_TEST(!holds("wrong"));
}

BOOST_AUTO_TEST_CASE(a_chapter_without_exercises_has_no_section)
{
  BOOST_TEST(exercises_section({}, "01-softmax").empty());
}
