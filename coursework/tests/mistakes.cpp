// The known mistakes: the chapter's mutants, which the judge calls only when an answer is wrong.

#include "epreuve/exercises/mistakes.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/check.hpp"
#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/result.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
namespace fs = std::filesystem;

namespace {

const fs::path programs = EPREUVE_PROGRAMS, root = EPREUVE_SOURCE_DIR;
const std::string softmax = "01-softmax";

/// The program of a file of exercises for chapter 01.
void compile(const std::string& source, const fs::path& program)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", source);
  const Diagnostics said =
      Compiler(programs / "exercises")
          .compile(softmax, folder / "exercises.cpp", program, CompileOptions{.seconds = 200});
  BOOST_REQUIRE_MESSAGE(said.compiled, said.error);
}

void make_executable(const fs::path& program)
{
  fs::permissions(program, fs::perms::owner_all);
}

/// A judge with a program of mistakes next to it, or without one.
class Judge
{
public:
  explicit Judge(const std::string& mistakes = "")
  {
    fs::copy_file(programs / ("checks-" + softmax), judge());
    fs::create_directory_symlink(programs / "exercises", folder_ / "exercises");
    if (!mistakes.empty()) {
      write_file(mistakes_beside(judge()), mistakes);
      make_executable(mistakes_beside(judge()));
    }
  }
  fs::path judge() const { return folder_ / ("checks-" + softmax); }

  tests::Finished finds(const std::string& exercise, const std::string& source) const
  {
    compile(source, folder_ / "worker");
    return tests::run(judge(), {"--worker", (folder_ / "worker").string(), "--exercise", exercise});
  }

private:
  TemporaryFolder folder_;
};

std::string naive()
{
  return tests::with_section(softmax, "// [log_sum_exp] by the formula\n"
                                      "double exercise::log_sum_exp(const arma::vec& x)\n"
                                      "{\n  return std::log(arma::accu(arma::exp(x)));\n}\n");
}

Result result_of(const tests::Finished& judged)
{
  BOOST_REQUIRE_MESSAGE(judged.status == 0, judged.error);
  return result_from_json(nlohmann::json::parse(judged.output));
}

/// A chapter made for these tests: `half`, and mistakes in it.
class Chapter
{
public:
  explicit Chapter(const std::vector<std::string>& sections)
  {
    write_file(folder_ / "exercises.hpp",
               "#pragma once\n"
               "#include \"epreuve/exercises/student.hpp\"\n"
               "namespace exercise {\n"
               "double half(double x);\ndouble twice(double x);\n}\n"
               "#define EPREUVE_EXERCISES(each) each(half) each(twice)\n");
    write_file(folder_ / "solutions.cpp", "#include \"exercises.hpp\"\n"
                                          "// [half]\n"
                                          "double exercise::half(double x) { return x / 2; }\n"
                                          "// [twice]\n"
                                          "double exercise::twice(double x)\n"
                                          "{\n  const double y = x;\n  return x + y;\n}\n");
    write_file(folder_ / "mistakes.cpp", fmt::format("{}", fmt::join(sections, "\n")));
  }

  tests::Finished generates() const
  {
    return tests::run(EPREUVE_CMAKE, {"-D", "CHAPTER=" + folder_.path().string(), "-D",
                                      "EXERCISES=" + (folder_ / "exercises.hpp").string(), "-D",
                                      "OUTPUT=" + (folder_ / "program.cpp").string(), "-P",
                                      (root / "coursework" / "Mistakes.cmake").string()});
  }

  /// Compiles what is generated.
  tests::Finished compiles() const
  {
    const tests::Finished generated = generates();
    BOOST_REQUIRE_MESSAGE(generated.status == 0, generated.error);
    const auto toolchain = read_toolchain(programs / "exercises");
    std::vector<std::string> arguments = toolchain.at("flags");
    arguments.insert(arguments.end(),
                     {"-I" + (root / "coursework").string(),
                      "-I" + (root / "coursework" / "worker").string(),
                      (folder_ / "program.cpp").string(), "-o", (folder_ / "mistakes").string()});
    for (const std::string library : toolchain.at("libraries"))
      arguments.push_back(library);
    return tests::run(fs::path(toolchain.at("compiler").get<std::string>()), arguments);
  }

  fs::path program() const
  {
    const tests::Finished compiled = compiles();
    BOOST_REQUIRE_MESSAGE(compiled.status == 0, compiled.error);
    return folder_ / "mistakes";
  }

private:
  TemporaryFolder folder_;
};

constexpr Limits quick{.call_seconds = 0.5, .exercise_seconds = 5};

using Half = Check<double(double)>;

Half check_of_half()
{
  Half check({.name = "half"}, {"x"});
  check.expects([](double x) { return x / 2; })
      .on("zero", 0)
      .on("one", 1)
      .on("minus one", -1)
      .on_random([](Draw& draw) { return std::tuple(draw.real("x", 1, 2)); }, 5)
      .limits(quick);
  return check;
}

/// The diagnosis for a student who makes the mistake in a chapter's program of mistakes.
std::string diagnosis(const fs::path& mistakes, Launch launch, const Half& check = check_of_half())
{
  const Result result = check.judge({launch, std::nullopt, mistakes, 1, Allowance(60)});
  BOOST_CHECK(result.status == Status::wrong);
  return result.feedback.diagnosis;
}

Launch mistake(const fs::path& mistakes, const std::string& name)
{
  return {{mistakes.string(), name}, [](const Limits&) -> const char* { return nullptr; }};
}

std::string half(const std::string& diagnosis, const std::string& body)
{
  return "// [half] " + diagnosis + "\ndouble exercise::half(double x)\n{\n  " + body + "\n}\n";
}

/// The constant that is added to the right result.
Constants added(double x, double result)
{
  return Constants::near(result - x / 2, 1e-9);
}

/// A mistake that is listed, an example of one that is described, and students' answers, which the list has not.
struct DescribedChapter
{
  Chapter mistakes{{half("it is one more", "return x / 2 + 1;"),
                    half("you add a constant", "return x / 2 + 2;")}};
  Chapter students{{half("another constant", "return x / 2 + 0.37;"),
                    half("a constant below 1", "return x < 1 ? x / 2 + 3 : x / 2;"),
                    half("several numbers", "return x / 2 + 1 + x;"),
                    half("a constant or a crash", "return x < 0 ? std::abort(), 0 : x / 2 + 3;"),
                    half("one more", "return x / 2 + 1;"), half("two more", "return x / 2 + 2;"),
                    half("right", "return 0.5 * x;")}};
  fs::path listed = mistakes.program(), answers = students.program();
};

const DescribedChapter& described_chapter()
{
  static const DescribedChapter chapter;
  return chapter;
}

/// The student's answer of this name.
Launch answer(const std::string& name)
{
  constexpr std::array names{"another constant",
                             "a constant below 1",
                             "several numbers",
                             "a constant or a crash",
                             "one more",
                             "two more",
                             "right"};
  const auto place = std::ranges::find(names, name) - names.begin();
  return mistake(described_chapter().answers, fmt::format("mistakes.cpp:{}", 1 + 6 * place));
}

std::string answer_is(const std::string& name, const Half& check)
{
  return diagnosis(described_chapter().listed, answer(name), check);
}

void is_refused(const std::string& sections, int line, const std::string& reason)
{
  const tests::Finished generated = Chapter({sections}).generates();
  BOOST_TEST(generated.status != 0);
  BOOST_TEST(generated.error.find(fmt::format("/mistakes.cpp:{}: ", line)) != std::string::npos,
             generated.error);
  BOOST_TEST(generated.error.find(reason) != std::string::npos, generated.error);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_right_answer_starts_no_program_of_mistakes)
{
  const Judge judge(tests::read_file("/usr/bin/false"));
  const std::string right = tests::solutions(softmax);
  BOOST_CHECK(result_of(judge.finds("log_sum_exp", right)).status == Status::done);
  // But a wrong answer does, and a program that does not answer is reported.
  const tests::Finished wrong = judge.finds("log_sum_exp", naive());
  BOOST_TEST(wrong.status == 2);
  BOOST_TEST(wrong.error.find("does not list the mistakes of log_sum_exp") != std::string::npos,
             wrong.error);
}

BOOST_AUTO_TEST_CASE(without_a_program_of_mistakes_an_answer_is_wrong_and_diagnosed_in_general)
{
  const Result result = result_of(Judge().finds("log_sum_exp", naive()));
  BOOST_CHECK(result.status == Status::wrong);
  BOOST_TEST(result.feedback.diagnosis.starts_with("a result is not finite"),
             result.feedback.diagnosis);
}

BOOST_AUTO_TEST_CASE(a_mistake_is_known_by_what_it_returns_crashes_and_loops_included)
{
  const Chapter chapter(
      {half("it crashes below 0", "if (x < 0)\n    std::abort();\n  return x / 2;"),
       half("it is twice", "return twice(x);"),
       half("it loops below 0", "for (volatile bool on = x < 0; on;)\n    ;\n  return x / 2;"),
       half("it is wrong below 0", "return x < 0 ? 7 : x / 2;"),
       half("it is wrong everywhere", "return x <= 0 ? 7 : 8;"),
       half("it looks at what is not there",
            "if (x < 0)\n    return std::string().at(1);\n  return x / 2;"),
       half("it throws; below 0", "if (x < 0)\n    throw 1;\n  return x / 2;")});
  const fs::path mistakes = chapter.program();
  for (const auto& [line, expected] :
       std::vector<std::pair<int, std::string>>{{1, "it crashes below 0"},
                                                {9, "it is twice"},
                                                {15, "it loops below 0"},
                                                {23, "it is wrong below 0"},
                                                {29, "it is wrong everywhere"},
                                                {35, "it looks at what is not there"},
                                                {43, "it throws; below 0"}})
    BOOST_TEST(diagnosis(mistakes, mistake(mistakes, fmt::format("mistakes.cpp:{}", line))) ==
                   expected,
               line);
}

BOOST_AUTO_TEST_CASE(
    of_two_mistakes_that_explain_what_is_wrong_the_one_that_is_right_elsewhere_counts)
{
  // The first is wrong for 1 as well, where the second is right.
  const Chapter chapter({half("wide", "return x > 0 && x != 1 ? x / 2 : 7;"),
                         half("wider", "return x > 1.5 ? x / 2 : 7;"),
                         half("narrow", "return x < 0 ? 7 : x / 2;")});
  const fs::path mistakes = chapter.program();
  BOOST_TEST(diagnosis(mistakes, mistake(mistakes, "mistakes.cpp:13")) == "narrow");
  BOOST_TEST(diagnosis(mistakes, mistake(mistakes, "mistakes.cpp:1")) == "wide");
}

BOOST_AUTO_TEST_CASE(a_mistake_that_is_wrong_where_the_answer_is_right_is_not_the_answers)
{
  const Chapter known({half("it is one more", "return x / 2 + 1;"),
                       half("it throws; up to 1", "if (x <= 1)\n    throw 1;\n  return x / 2;"),
                       half("it is 7, and crashes at 0", "return x == 0 ? std::abort(), 0. : 7;"),
                       half("it always throws", "throw std::runtime_error(\"no\");")}),
      answers({half("one more below 1", "return x < 1 ? x / 2 + 1 : x / 2;"),
               half("throws below 0", "if (x < 0)\n    throw 1;\n  return x / 2;"),
               half("7 but at 0", "return x == 0 ? 0 : 7;"),
               half("throws the same", "throw std::runtime_error(\"no\");"),
               half("crashes below 0", "return x < 0 ? std::abort(), 0. : x / 2;")});
  const fs::path listed = known.program(), program = answers.program();
  const auto said_of = [&](int line) {
    return diagnosis(listed, mistake(program, fmt::format("mistakes.cpp:{}", line)));
  };
  BOOST_TEST(said_of(1) == "");
  BOOST_TEST(said_of(7) == "");
  BOOST_TEST(said_of(15) == "it is 7, and crashes at 0"); // with a case of its own at 0
  BOOST_TEST(said_of(21) == "");
  BOOST_TEST(said_of(27) == "");
}

BOOST_AUTO_TEST_CASE(a_described_mistake_is_recognised_with_a_constant_that_no_section_has)
{
  const Half check = check_of_half().mistake("you add a constant", added);
  BOOST_TEST(answer_is("another constant", check) == "you add a constant");
  BOOST_TEST(answer_is("a constant below 1", check) == "you add a constant");
  BOOST_TEST(answer_is("several numbers", check) == "");
  BOOST_TEST(answer_is("a constant or a crash", check)
                 .starts_with("on other inputs there is nothing: the program crashed"));
}

BOOST_AUTO_TEST_CASE(a_listed_mistake_comes_before_a_described_one_and_of_these_the_first_counts)
{
  const Half check = check_of_half()
                         .mistake("you add a constant", added)
                         .mistake("it is wrong", [](double, double) { return Constants{0, 1}; });
  BOOST_TEST(answer_is("one more", check) == "it is one more");
  BOOST_TEST(answer_is("another constant", check) == "you add a constant");
  BOOST_TEST(answer_is("several numbers", check) == "it is wrong");
}

BOOST_AUTO_TEST_CASE(an_example_of_a_described_mistake_is_recognised_by_the_description_alone)
{
  const auto described_by = [&](auto constants) {
    return answer_is("two more", check_of_half().mistake("you add a constant", constants));
  };
  const std::string in_general = "every number is 2 larger than the expected one";
  BOOST_TEST(described_by(added) == "you add a constant");
  BOOST_TEST(described_by([](double, double) { return no_constant; }) == in_general);
  BOOST_TEST(described_by([](double x, double) {
               return x == 1 ? Constants{1, 2}
                             : any_constant; // one input would agree with anything
             }) == in_general);
  BOOST_TEST(described_by([](double, double) { return any_constant; }) == in_general);
  BOOST_TEST(described_by([](double, double) -> Constants { throw Error("a shape"); }) ==
             in_general);
}

BOOST_AUTO_TEST_CASE(a_right_answer_makes_no_described_mistake)
{
  const Half check =
      check_of_half().mistake("it is wrong", [](double, double) { return Constants{0, 1}; });
  const Result result =
      check.judge({answer("right"), std::nullopt, described_chapter().listed, 1, Allowance(60)});
  BOOST_CHECK(result.status == Status::done);
  BOOST_TEST(result.feedback.diagnosis == "");
}

BOOST_AUTO_TEST_CASE(a_mistake_says_what_exercise_it_is_in_and_what_is_wrong)
{
  const std::string fine = half("fine; \"even\" so [1]", "return x;");
  BOOST_TEST(Chapter({fine}).generates().status == 0);
  const std::string body = "double exercise::half(double x) { return x; }\n";
  is_refused("", 1, "must begin with the exercise");
  is_refused(body, 1, "must begin with the exercise");
  is_refused("#include <vector>\n" + fine, 1, "must begin with the exercise");
  is_refused("// [half]\n" + body, 1, "must begin with the exercise");
  is_refused(fine + "\n// [half]\n" + body, 7, "must begin with the exercise");
  is_refused(fine + "\n// [] no name\n" + body, 7, "must begin with the exercise");
  is_refused(fine + "\n//[third] not here\n" + body, 7, "\"third\" is not an exercise");
}

BOOST_AUTO_TEST_CASE(semicolons_and_brackets_in_a_mistake_are_text_and_split_nothing)
{
  const Chapter chapter({half("it is none; [1; 2", "const double y[]{x, x};;\n"
                                                   "  return y[1]; // \\; ${x} ]] [[ @x@"),
                         half("it is 7", "return x < 0 ? 7 : x / 2;")});
  const fs::path mistakes = chapter.program();
  BOOST_TEST(diagnosis(mistakes, mistake(mistakes, "mistakes.cpp:1")) == "it is none; [1; 2");
  BOOST_TEST(diagnosis(mistakes, mistake(mistakes, "mistakes.cpp:8")) == "it is 7");
}

BOOST_AUTO_TEST_CASE(a_mistake_may_be_an_edit_of_the_solution)
{
  const Chapter chapter({"// [half] it is twice\n// - x / 2\n// + 2 * x\n",
                         "// [half] it is 7 below 0; [1; 2\n// - { return\n// + {;;\n// +   "
                         "if (x < 0) return 7;\n// +   return\n// - x / 2\n// + 0.5 * x\n"});
  const fs::path mistakes = chapter.program();
  BOOST_TEST(diagnosis(mistakes, mistake(mistakes, "mistakes.cpp:1")) == "it is twice");
  BOOST_TEST(diagnosis(mistakes, mistake(mistakes, "mistakes.cpp:5")) == "it is 7 below 0; [1; 2");
}

BOOST_AUTO_TEST_CASE(an_edit_that_does_not_fit_the_solution_is_refused)
{
  const std::string fine = "// [half] twice\n// - x / 2\n// + 2 * x\n\n";
  is_refused("// [half] not there\n// - x / 3\n// + x\n", 1, "does not have what");
  is_refused(fine + "// [twice] several\n// - x\n// + y\n", 5, "more than once");
  is_refused(fine + "// [half] made before\n// - x / 2\n// + x\n// - x / 2\n// + x\n", 5,
             "does not have what");
  is_refused("// [half] no piece\n// - x / 2\n// x\n", 1, "an edit is lines");
  BOOST_TEST(
      Chapter({"// [twice] the last is gone\n// - const double y = x;\n"}).generates().status == 0);
}

BOOST_AUTO_TEST_CASE(a_compilers_error_names_the_line_of_the_mistake)
{
  const tests::Finished compiled =
      Chapter({half("fine", "return x;"), half("nonsense", "return x +;")}).compiles();
  BOOST_TEST(compiled.status != 0);
  BOOST_TEST(compiled.error.find("/mistakes.cpp:10:") != std::string::npos, compiled.error);
  const tests::Finished edited =
      Chapter({half("fine", "return x;"), "// [twice] nonsense\n// - x + y;\n// + x + y +;\n"})
          .compiles();
  BOOST_TEST(edited.error.find("/mistakes.cpp:7:") != std::string::npos, edited.error);
}
