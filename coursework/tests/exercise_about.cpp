#include "epreuve/exercise_about.hpp"

#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using exercises::About;
using exercises::abouts_in;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_CASE(what_exercises_say_of_themselves_is_read_from_the_text_of_their_checks)
{
  const std::vector<About> abouts = abouts_in(R"cpp(
CHECKS(course)
{
  // course.exercise<int>("commented", {}).title("No").points(9).stars(9);
  course.exercise<decltype(exercise::half)>("half", {"x"})
      .title("One half, "
             "exactly")
      .section("exo7 2.1")
      .points(2)
      .stars(3)
      .hint("See .title(\"wrong\"), then "
            /* a remark */ "halve.")
      .hint(R"(A "raw" one)")
      .expects([](double x) { return x / 2; });
  course.exercise<std::vector<int>(double)>("sum", {"a", "b"}).title("A sum").points(1).stars(1);
}
)cpp");
  BOOST_REQUIRE_EQUAL(abouts.size(), 2U);
  BOOST_TEST(abouts[0].name == "half");
  BOOST_TEST(abouts[0].title == "One half, exactly");
  BOOST_TEST(abouts[0].section == "exo7 2.1");
  BOOST_TEST(abouts[0].points == 2);
  BOOST_TEST(abouts[0].stars == 3);
  const std::vector<std::string> hints{"See .title(\"wrong\"), then halve.", "A \"raw\" one"};
  BOOST_TEST(abouts[0].hints == hints, boost::test_tools::per_element());
  BOOST_TEST(abouts[1].name == "sum");
  BOOST_TEST(abouts[1].hints.empty());
}

BOOST_AUTO_TEST_CASE(a_text_without_exercises_has_none)
{
  BOOST_TEST(abouts_in("").empty());
  BOOST_TEST(abouts_in("CHECKS(course) {").empty());
  BOOST_TEST(abouts_in("course.exercise<").empty());
}

// The judges, compiled from the same text, say the same of every exercise, hints included.
BOOST_AUTO_TEST_CASE(it_is_what_the_judges_say)
{
  std::size_t compared = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(EPREUVE_SOURCE_DIR) / "chapters")) {
    if (!exists(entry.path() / "checks.cpp"))
      continue;
    const std::string chapter = entry.path().filename().string();
    const auto told = nlohmann::json::parse(
        tests::run(fs::path(EPREUVE_PROGRAMS) / ("checks-" + chapter), {"--about"}).output);
    const std::vector<About> abouts = abouts_in(tests::read_file(entry.path() / "checks.cpp"));
    BOOST_REQUIRE_EQUAL(abouts.size(), told.size());
    for (std::size_t i = 0; i < abouts.size(); ++i) {
      BOOST_TEST(abouts[i].name == told[i].at("name").get<std::string>());
      BOOST_TEST(abouts[i].title == told[i].at("title").get<std::string>());
      BOOST_TEST(abouts[i].section == told[i].at("section").get<std::string>());
      BOOST_TEST(abouts[i].points == told[i].at("points").get<int>());
      BOOST_TEST(abouts[i].stars == told[i].at("stars").get<int>());
      BOOST_TEST(abouts[i].hints == told[i].at("hints").get<std::vector<std::string>>(),
                 boost::test_tools::per_element());
      ++compared;
    }
  }
  BOOST_TEST(compared > 0U);
}
