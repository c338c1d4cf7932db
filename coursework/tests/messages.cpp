// What a student reads when a function does something other than return a wrong value.

#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

const std::filesystem::path programs = EPREUVE_PROGRAMS;

Result judge(const std::string& source, bool sandboxed = false)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", source);
  const std::vector<Chapter> all = chapters(programs);
  const Judged judged =
      judge_file(Compiler(programs / "exercises"), find_chapter(all, "softmax"),
                 folder / "exercises.cpp", {.exercises = {"softmax"}, .sandboxed = sandboxed});
  BOOST_REQUIRE_MESSAGE(judged.diagnostics.compiled, judged.diagnostics.error);
  return judged.results.at(0);
}

/// The message for a softmax with this body.
Feedback feedback(const std::string& body)
{
  const Result result = judge(tests::with_body("01-softmax", "softmax", body));
  BOOST_CHECK(result.status == Status::wrong);
  return result.feedback;
}

void says(const std::string& body, const std::string& got, const std::string& reason = "")
{
  const Feedback told = feedback(body);
  BOOST_TEST_CONTEXT(body)
  {
    BOOST_TEST(told.got.find(got) != std::string::npos, told.got);
    BOOST_TEST(told.reason.find(reason) != std::string::npos, told.reason);
    BOOST_TEST(told.input.find("softmax(x = (") != std::string::npos, told.input);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(a_changed_argument)
{
  says("const_cast<arma::vec&>(x)[0] += 1;", "the call changed its argument", "work on a copy");
}

BOOST_AUTO_TEST_CASE(a_wrong_shape)
{
  says("return arma::vec(x.n_elem + 1, arma::fill::zeros);", "(0, 0",
       "the shape is 2 x 1, expected 1 x 1");
}

BOOST_AUTO_TEST_CASE(not_a_number)
{
  says("return x / 0.0 * 0.0;", "NaN", "not a number (NaN)");
}

BOOST_AUTO_TEST_CASE(an_exception)
{
  says("throw std::runtime_error(\"too few logits\");", "an exception: too few logits");
  says("throw 1;", "an exception: something that is not a std::exception");
  says("return x.subvec(0, x.n_elem);", "an exception: ", "");
}

BOOST_AUTO_TEST_CASE(a_crash)
{
  says("volatile int* const nowhere = nullptr; *nowhere = 1;",
       "the program crashed (Segmentation fault)", "an index beyond the end");
}

BOOST_AUTO_TEST_CASE(an_end_of_the_program)
{
  says("std::exit(3);", "ended itself, with exit status 3", "it does not end the program");
}

BOOST_AUTO_TEST_CASE(an_endless_loop)
{
  says("volatile bool forever = true; while (forever) {}", "took longer than 4 s",
       "a loop that never ends");
}

BOOST_AUTO_TEST_CASE(a_memory_blow_up)
{
  // Reserved and not written: where pages are allocated slowly, the time limit would be reached first.
  says("std::vector<double> v; for (;;) v.reserve(v.capacity() + 10'000'000);",
       "more than 1024 MB of memory", "a size that is computed wrongly");
}

BOOST_AUTO_TEST_CASE(too_much_output)
{
  says("for (;;) std::puts(\"and again\");", "printed more than 1 MB", "a loop that prints");
}

BOOST_AUTO_TEST_CASE(output_is_shown_whatever_it_was_written_with)
{
  for (const std::string print :
       {R"(std::cout << "x has " << x.n_elem << std::endl;)",
        R"(std::cout << "x has " << x.n_elem << "\n";)",
        R"(std::printf("x has %d\n", int(x.n_elem));)",
        R"(std::cout << "x has " << x.n_elem; std::fputs("\n", stdout);)",
        R"(std::cerr << "x has " << x.n_elem << '\n';)",
        R"(std::ios::sync_with_stdio(false); std::cout << "x has " << x.n_elem << '\n';)"})
    for (const std::string end : {"return 2 * x;", "throw 1;"}) {
      const Feedback told = feedback(print + end);
      BOOST_TEST(told.printed.starts_with("x has 1\n"), print + end + told.printed);
    }
}

BOOST_AUTO_TEST_CASE(output_of_other_calls_is_counted)
{
  // Wrong for four logits; only one of the named inputs, which come first, has four.
  const Feedback told = feedback("std::cout << \"called with \" << x.n_elem << \"\\n\"; "
                                 "static int calls = 0; if (++calls == 2) throw 1; "
                                 "return arma::exp(x) / arma::accu(arma::exp(x));");
  BOOST_TEST(told.printed.starts_with("called with 4\n[and "), told.printed);
  BOOST_TEST(told.printed.ends_with(" lines in other calls]\n"), told.printed);
}

BOOST_AUTO_TEST_CASE(lines_printed_before_a_crash_are_shown)
{
  const Feedback told = feedback("std::cout << \"so far\\n\" << \"so good\\n\"; "
                                 "volatile int* const nowhere = nullptr; *nowhere = 1;");
  BOOST_TEST(told.printed.starts_with("so far\nso good\n"), told.printed);
}

namespace {

const std::string right = "return arma::exp(x) / arma::accu(arma::exp(x));";

/// What is wrong with a softmax whose result is right.
std::string wrong_although_right(const std::string& body, bool sandboxed = false)
{
  const Result result = judge(tests::with_body("01-softmax", "softmax", body), sandboxed);
  BOOST_TEST_CONTEXT(body)
  {
    BOOST_CHECK(result.status == Status::wrong);
    BOOST_TEST(result.feedback.input.find("softmax(x = (") != std::string::npos);
  }
  return result.feedback.got + "; " + result.feedback.reason;
}

void is_told(const std::string& body, const std::string& words, bool sandboxed = false)
{
  const std::string said = wrong_although_right(body, sandboxed);
  BOOST_TEST_CONTEXT(body) BOOST_TEST(said.find(words) != std::string::npos, said);
}

} // namespace

BOOST_AUTO_TEST_CASE(an_entry_written_behind_the_end_is_no_pass)
{
  const std::string body = "\narma::vec y = arma::exp(x) / arma::accu(arma::exp(x));\n"
                           "y[x.n_elem] = 0; // here\nreturn y;";
  const std::string source = tests::with_body("01-softmax", "softmax", body);
  const auto line =
      1 +
      std::count(source.begin(), source.begin() + static_cast<long>(source.find("// here")), '\n');
  const std::string expected =
      "writes directly past the end of 4 numbers (line " + std::to_string(line) + ")";
  is_told(body, expected);
  if (Sandbox::obstacle().empty())
    is_told(body, expected, true);
}

BOOST_AUTO_TEST_CASE(where_a_wrong_answer_or_a_crash_comes_from_an_error_of_memory_it_is_told)
{
  says("double sum = 0;\nfor (arma::uword i = 0; i <= x.n_elem; ++i)\n  sum += std::exp(x[i]);\n"
       "return arma::exp(x) / (sum + 1);",
       "(", "the function reads directly past the end of "); // of a longer input
  says("volatile double* const nowhere = nullptr; *nowhere = 1; return x;", "the program crashed",
       "the function writes at an address where there is nothing (line ");
  BOOST_TEST(feedback("return arma::exp(x);").reason == "");
}

BOOST_AUTO_TEST_CASE(other_errors_of_memory_are_no_pass)
{
  is_told("double last = x[x.n_elem]; volatile double keep = last; " + right, "reads directly");
  is_told("double* p; { double inside[2] = {1, 2}; p = inside; } volatile double keep = *p; " +
              right,
          "end of the block");
  is_told("volatile double fixed[3] = {}; volatile int i = 3; fixed[i] = 1; " + right, "array");
  is_told("volatile int i = std::numeric_limits<int>::max(); i = i + 1; " + right, "too large");
}

BOOST_AUTO_TEST_CASE(an_entry_that_was_never_set_is_no_pass)
{
  is_told("double* fresh = new double[1000]; const double unset = fresh[500]; delete[] fresh; " +
              std::string("return arma::exp(x) / arma::accu(arma::exp(x)) + "
                          "(unset == unset ? 0 : 1);"),
          "never set");
}

BOOST_AUTO_TEST_CASE(where_the_sanitizers_do_not_start_the_pass_counts_and_it_is_said_once)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", tests::solutions("01-softmax"));
  BOOST_REQUIRE(Compiler(programs / "exercises")
                    .compile("01-softmax", folder / "exercises.cpp", folder / "worker", false)
                    .compiled);
  const tests::Finished judged =
      tests::run(programs / "checks-01-softmax",
                 {"--worker", (folder / "worker").string(), "--sanitized", "/bin/false"});
  BOOST_TEST(judged.output.find("\"wrong\"") == std::string::npos, judged.output);
  const auto said = judged.error.find("sanitizers do not start");
  BOOST_REQUIRE_MESSAGE(said != std::string::npos, judged.error);
  BOOST_TEST(judged.error.find("sanitizers do not start", said + 1) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_right_answer_passes_under_the_sanitizers)
{
  for (const bool sandboxed : {false, true}) {
    if (sandboxed && !Sandbox::obstacle().empty())
      continue;
    const Result result = judge(tests::with_body("01-softmax", "softmax", right), sandboxed);
    BOOST_CHECK_MESSAGE(result.status == Status::done, result.feedback.reason);
  }
}

BOOST_AUTO_TEST_CASE(a_function_that_is_missing)
{
  const Result result = judge("#include \"exercises.hpp\"\n");
  BOOST_TEST(result.feedback.got.find("the file defines no such function") != std::string::npos);
}
