// How a failing input is reported: its digits, the call as C++, and what earned points nonetheless.

#include "epreuve/error.hpp"
#include "epreuve/exercises/check.hpp"
#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/cpp_text.hpp"
#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/reports.hpp"
#include "epreuve/exercises/result.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/process.hpp"
#include "support/submissions.hpp"
#include "support/variants.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using epreuve::tests::contains;

namespace {

const std::filesystem::path programs = EPREUVE_PROGRAMS;

const std::string sigma = "const arma::vec s = exercise::stable_softmax(x); ";

/// Wrong answers and a right one, compiled once, together.
enum Variant
{
  naive,
  sign_off_the_diagonal,
  no_diagonal,
  crash,
  right
};

/// What the judge of softmax says about a variant of an exercise.
Result judge(const std::string& exercise, Variant variant)
{
  static const tests::Variants variants(
      programs, "01-softmax",
      {{{"log_sum_exp", "return std::log(arma::accu(arma::exp(x)));"}},
       {{"softmax_jacobian", sigma + "arma::mat J = s * s.t(); J.diag() = s % (1 - s); return J;"}},
       {{"softmax_jacobian", sigma + "return s * s.t();"}},
       {{"softmax_jacobian", sigma + "if (x.max() > 500) throw std::runtime_error(\"large\");"
                                     "arma::mat J = s * s.t(); J.diag() = s % (1 - s); return J;"}},
       {{"softmax_jacobian", sigma + "return arma::diagmat(s) - s * s.t();"}}},
      false);
  return variants.judge(variant, exercise);
}

/// A worker of two functions, which is compiled like those of files of exercises.
std::string halves()
{
  static const TemporaryFolder folder;
  const std::string program = (folder / "worker").string();
  if (std::filesystem::exists(program))
    return program;
  write_file(folder / "worker.cpp", R"(#include "functions.hpp"
#include "serve.hpp"
double seven(double)
{
  return 7;
}
double half(double x)
{
  return x == 1.0 / 3 ? 7 : x / 2;
}
int main()
{
  using namespace epreuve::exercises;
  return serve({entry("seven", &seven), entry("half", &half)});
}
)");
  const std::filesystem::path root = EPREUVE_SOURCE_DIR;
  const nlohmann::json toolchain = read_toolchain(programs / "exercises");
  std::vector<std::string> words = toolchain.at("flags");
  words.insert(words.begin(), toolchain.at("compiler"));
  words.insert(words.end(),
               {"-include", toolchain.at("first"), "-I" + (root / "coursework").string(),
                "-I" + (root / "coursework" / "worker").string(), (folder / "worker.cpp").string(),
                "-o", program});
  for (const std::string library : toolchain.at("libraries"))
    words.push_back(library);
  const tests::Finished compiled = tests::run("/usr/bin/env", words);
  BOOST_REQUIRE_MESSAGE(compiled.status == 0, compiled.error);
  return program;
}

/// The input that is reported for one of them, which is tried on a third.
std::string told_of_a_third(const std::string& function, std::function<double(double)> expected)
{
  Check<double(double)> check({.name = function}, {"x"});
  check.expects(std::move(expected))
      .on("a third", 1.0 / 3)
      .on_random([](Draw&) { return std::tuple(1.0 / 3); }, 1);
  const Launch launch{{halves()}, [](const Limits&) -> const char* { return nullptr; }};
  return check.judge({launch, std::nullopt, "no-mistakes", 1, Allowance(60)}).feedback.input;
}

} // namespace

BOOST_AUTO_TEST_CASE(an_input_is_rounded_unless_the_failure_depends_on_its_digits)
{
  const auto half = [](double x) { return x / 2; };
  BOOST_TEST(told_of_a_third("seven", half) == "a third: seven(x ≈ 0.333333)");
  BOOST_TEST(told_of_a_third("half", half) == "a third: half(x = 0.3333333333333333)");
  // Rounded, it is not a valid input.
  BOOST_TEST(told_of_a_third("seven", [](double x) {
               return x == 1.0 / 3 ? x / 2 : throw std::domain_error("not a third");
             }) == "a third: seven(x = 0.3333333333333333)");
}

BOOST_AUTO_TEST_CASE(no_input_is_tried_that_the_exercise_does_not_allow)
{
  const auto judge_above = [](double least, const std::string& function, double named = 14) {
    Check<double(double)> check({.name = function}, {"x"});
    check.domain([=](double x) { return x > least; })
        .expects([](double x) { return x / 2; })
        .on("named", named)
        .on_random([](Draw& draw) { return std::tuple(draw.real("x", 0, 1)); });
    const Launch launch{{halves()}, [](const Limits&) -> const char* { return nullptr; }};
    return check.judge({launch, std::nullopt, "no-mistakes", 1, Allowance(60)});
  };
  // Without a domain it would be 0.
  const std::string start = "seven(x = ", shown = judge_above(0.25, "seven").feedback.input;
  BOOST_REQUIRE_MESSAGE(shown.starts_with(start), shown);
  BOOST_TEST(std::strtod(shown.c_str() + start.size(), nullptr) > 0.25);
  BOOST_CHECK(judge_above(0.25, "half").status == Status::done);
  BOOST_CHECK_EXCEPTION(judge_above(0.25, "half", 0.125), Error, [](const Error& error) {
    return contains(error.what(), "tries \"named\", which is outside its domain");
  });
  BOOST_CHECK_EXCEPTION(judge_above(0.75, "half"), Error, [](const Error& error) {
    return contains(error.what(), "of 100 inputs are outside its domain");
  });
}

BOOST_AUTO_TEST_CASE(the_call_is_the_body_of_a_main_function)
{
  const Result result = judge("log_sum_exp", naive);
  // The smallest is one logit, drawn at random.
  const std::string start = "log_sum_exp(x = (", input = result.feedback.input;
  BOOST_REQUIRE_MESSAGE(input.starts_with(start), input);
  const double x = std::strtod(input.c_str() + start.size(), nullptr);
  BOOST_TEST(result.feedback.call ==
             fmt::format("  arma::vec x = arma::vec{{{}}};\n"
                         "  const auto result = exercise::log_sum_exp(x);\n"
                         "  std::cout << \"result = \" << result << '\\n';\n",
                         cpp(x)));
}

BOOST_AUTO_TEST_CASE(an_editor_knows_how_each_file_of_exercises_is_compiled)
{
  const auto toolchain = read_toolchain(programs / "exercises");
  const auto commands =
      nlohmann::json::parse(tests::read_file(programs.parent_path() / "compile_commands.json"));
  for (const auto& folder : std::filesystem::directory_iterator(
           std::filesystem::path(EPREUVE_SOURCE_DIR) / "chapters")) {
    if (!std::filesystem::exists(folder.path() / "exercises.hpp"))
      continue;
    // Not there before the first check.
    const std::string file = (folder.path() / "exercises.cpp").string();
    const auto found = std::ranges::find_if(
        commands, [&](const nlohmann::json& entry) { return entry.at("file") == file; });
    BOOST_REQUIRE_MESSAGE(found != commands.end(), file);
    for (const std::string flag : toolchain.at("flags"))
      BOOST_TEST(contains(found->at("command"), " " + flag + " "), file << ": " << flag);
  }
}

BOOST_AUTO_TEST_CASE(a_property_earns_points_for_a_wrong_answer)
{
  // The sign off the diagonal is wrong, the diagonal right.
  const Result half = judge("softmax_jacobian", sign_off_the_diagonal);
  BOOST_CHECK(half.status == Status::wrong);
  BOOST_TEST(half.points() == 1);
  BOOST_TEST(half.feedback.credit == "1 of 4 points: the diagonal is sigma_i (1 - sigma_i)");

  const Result none = judge("softmax_jacobian", no_diagonal);
  BOOST_TEST(none.points() == 0);
  BOOST_TEST(none.feedback.credit == "");
  // The property holds for every result; but one call has none.
  const Result crash = judge("softmax_jacobian", Variant::crash);
  BOOST_TEST(crash.points() == 0);
  const Result right = judge("softmax_jacobian", Variant::right);
  BOOST_TEST(right.points() == 4);
  BOOST_TEST(right.feedback.credit == "");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_by_what_it_calls_says_so)
{
  const TemporaryFolder folder;
  const auto diagnoses = [&](const std::string& body) {
    write_file(folder / "exercises.cpp", tests::with_body("01-softmax", "log_sum_exp", body));
    const Judged judged = judge_file(
        Compiler(programs / "exercises"), {"01-softmax", judge_of(programs, "01-softmax")},
        folder / "exercises.cpp", {.exercises = {"log_sum_exp", "stable_softmax"}});
    BOOST_TEST_REQUIRE(judged.results.size() == 2, judged.diagnostics.error);
    BOOST_CHECK(judged.results[1].status == judged.results[0].status);
    return std::pair(judged.results[0].feedback.diagnosis, judged.results[1].feedback.diagnosis);
  };
  const auto [naive, after_naive] = diagnoses("return std::log(arma::accu(arma::exp(x)));");
  BOOST_TEST(contains(naive, "overflow"), naive);
  BOOST_TEST(after_naive.starts_with("it calls log_sum_exp, which is wrong itself: correct that "
                                     "first"),
             after_naive);
  const auto [right, after_right] =
      diagnoses("return x.max() + std::log(arma::accu(arma::exp(x - x.max())));");
  BOOST_TEST(right + after_right == "");
}

BOOST_AUTO_TEST_CASE(properties_may_not_earn_all_points)
{
  const auto flaw = [](int points) {
    Check<double(double)> check({.name = "half", .points = 3}, {"x"});
    check.property(
             "it is no NaN", [](double, double y) { return y == y; }, worth(points))
        .on("one", 1)
        .on_random([](Draw& draw) { return std::tuple(draw.real("x", 0, 1)); });
    return check.flaw();
  };
  BOOST_TEST(flaw(2) == "");
  BOOST_TEST(flaw(3) == "its properties earn 3 of its 3 points; a wrong answer must get less than "
                        "all");
}
