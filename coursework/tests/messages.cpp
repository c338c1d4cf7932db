// What a student reads when a function does something other than return a wrong value.

#include "epreuve/exercises/in_common.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/process.hpp"
#include "support/submissions.hpp"
#include "support/variants.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

const std::filesystem::path programs = EPREUVE_PROGRAMS;

const std::vector<std::string> ways_to_print{
    R"(std::cout << "x has " << x.n_elem << std::endl;)",
    R"(std::cout << "x has " << x.n_elem << "\n";)",
    R"(std::printf("x has %d\n", int(x.n_elem));)",
    R"(std::cout << "x has " << x.n_elem; std::fputs("\n", stdout);)",
    R"(std::cerr << "x has " << x.n_elem << '\n';)",
    R"(std::ios::sync_with_stdio(false); std::cout << "x has " << x.n_elem << '\n';)"},
    ends{"return 2 * x;", "throw 1;"};

/// Numbers that are read without having been set, as `unset`. What is in memory by chance is hardly below -10^6.
const std::map<std::string, std::string> forms_never_set{
    {"a variable never set", "volatile double unset;\n"},
    {"a whole number never set", "volatile int unset;\n"},
    {"an entry of an array never set", "volatile double list[3];\nconst double unset = list[1];\n"},
    {"an entry of a std::array never set",
     "std::array<volatile double, 3> list;\nconst double unset = list[1];\n"},
    {"a member never set",
     "struct Sum { volatile double value; };\nSum sum;\nconst double unset = sum.value;\n"},
    {"an entry of fill::none never set",
     "const arma::vec fresh(1000, arma::fill::none);\nconst volatile double held = fresh[500];\n"
     "const double unset = held == held ? 0 : -1e7;\n"}};

const std::string right = "return arma::exp(x) / arma::accu(arma::exp(x));";

/// Softmaxes, by what they do: they are compiled once, together.
const std::map<std::string, std::string> bodies = [] {
  std::map<std::string, std::string> all{
      {"changes its argument", "const_cast<arma::vec&>(x)[0] += 1;"},
      {"one entry too many", "return arma::vec(x.n_elem + 1, arma::fill::zeros);"},
      {"0 / 0", "return x / 0.0 * 0.0;"},
      {"throws an exception", "throw std::runtime_error(\"too few logits\");"},
      {"throws a number", "throw 1;"},
      {"throws by Armadillo", "return x.subvec(0, x.n_elem);"},
      {"crashes", "volatile int* const nowhere = nullptr; *nowhere = 1;"},
      {"exits", "std::exit(3);"},
      {"loops", "volatile bool forever = true; while (forever) {}"},
      // Reserved and not written: where pages are allocated slowly, the time limit would be reached first.
      {"grows", "std::vector<double> v; for (;;) v.reserve(v.capacity() + 10'000'000);"},
      {"prints without end", "for (;;) std::puts(\"and again\");"},
      // Wrong for four logits; only one of the named inputs, which come first, has four.
      {"prints in each call", "std::cout << \"called with \" << x.n_elem << \"\\n\"; "
                              "static int calls = 0; if (++calls == 2) throw 1; " +
                                  right},
      {"prints, then crashes", "std::cout << \"so far\\n\" << \"so good\\n\"; "
                               "volatile int* const nowhere = nullptr; *nowhere = 1;"},
      {"writes past the end", "\narma::vec y = arma::exp(x) / arma::accu(arma::exp(x));\n"
                              "y[x.n_elem] = 0; // here\nreturn y;"},
      {"reads past the end of a wrong sum",
       "double sum = 0;\nfor (arma::uword i = 0; i <= x.n_elem; ++i)\n  sum += std::exp(x[i]);\n"
       "return arma::exp(x) / (sum + 1);"},
      {"writes at no address", "volatile double* const nowhere = nullptr; *nowhere = 1; return x;"},
      {"is not normalised", "return arma::exp(x);"},
      {"reads past the end", "double last = x[x.n_elem]; volatile double keep = last; " + right},
      {"reads what went out of scope",
       "double* p; { double inside[2] = {1, 2}; p = inside; } volatile double keep = *p; " + right},
      {"leaves an array",
       "volatile double fixed[3] = {}; volatile int i = 3; fixed[i] = 1; " + right},
      {"overflows", "volatile int i = std::numeric_limits<int>::max(); i = i + 1; " + right},
      {"reads what was never set",
       "double* fresh = new double[1000]; const double unset = fresh[500]; delete[] fresh; "
       "return arma::exp(x) / arma::accu(arma::exp(x)) + (unset == unset ? 0 : 1);"},
      {"keeps a sum",
       "static double sum = 0; sum += arma::accu(arma::exp(x)); return arma::exp(x) / sum;"},
      {"aborts", "std::abort();"},
      {"asserts",
       "std::fputs(\"a.cpp:3: f: Assertion `n > 0' failed.\\n\", stderr); std::abort();"},
      {"divides by a whole 0", "volatile int zero = 0; return x * (7 / zero);"},
      {"multiplies vectors", "return x * arma::exp(arma::join_cols(x, x));"},
      {"multiplies entry by entry", "return x % arma::join_cols(x, x);"},
      {"adds a row", "return arma::join_cols(x, x) + x;"},
      {"inverts what has no inverse", "return arma::inv(x * x.t() - x * x.t()) * x;"},
      {"goes to the end", "double sum = 0; for (arma::uword i = 0; i <= x.n_elem; ++i) "
                          "sum += x(i); return x / sum;"},
      {"starts a thread",
       "throw std::system_error(std::make_error_code(std::errc::operation_not_permitted));"},
      {"is doubled", "return 2 * arma::normalise(arma::exp(x - x.max()), 1);"},
      {"is right", right}};
  for (const auto& [form, declaration] : forms_never_set)
    all[form] = declaration + "return arma::exp(x) / arma::accu(arma::exp(x)) + (unset < -1e6);";
  for (const std::string& print : ways_to_print)
    for (const std::string& end : ends)
      all[print + end] = print + end;
  return all;
}();

const tests::Variants& variants()
{
  static const tests::Variants compiled = [] {
    std::vector<tests::Bodies> all;
    for (const auto& [name, body] : bodies)
      all.push_back({{"softmax", body}});
    return tests::Variants(programs, "01-softmax", all);
  }();
  return compiled;
}

Result judge(const std::string& name, bool sandboxed = false)
{
  const auto found = bodies.find(name);
  BOOST_REQUIRE_MESSAGE(found != bodies.end(), name);
  const auto variant = static_cast<std::size_t>(std::distance(bodies.begin(), found));
  return variants().judge(variant, "softmax", sandboxed);
}

/// The same, and what happens before: a file is compiled.
Judged judge_whole(const std::string& source, bool sandboxed = false)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", source);
  const std::vector<Chapter> all = chapters(programs);
  return judge_file(Compiler(programs / "exercises"), find_chapter(all, "softmax"),
                    folder / "exercises.cpp", {.exercises = {"softmax"}, .sandboxed = sandboxed});
}

Result judge_source(const std::string& source, bool sandboxed = false)
{
  const Judged judged = judge_whole(source, sandboxed);
  BOOST_REQUIRE_MESSAGE(judged.diagnostics.compiled, judged.diagnostics.error);
  return judged.results.at(0);
}

/// The message for the softmax of this name.
Feedback feedback(const std::string& name)
{
  const Result result = judge(name);
  BOOST_CHECK(result.status == Status::wrong);
  return result.feedback;
}

void says(const std::string& name, const std::string& got, const std::string& reason = "")
{
  const Feedback told = feedback(name);
  BOOST_TEST_CONTEXT(name)
  {
    BOOST_TEST(told.got.find(got) != std::string::npos, told.got);
    BOOST_TEST(told.reason.find(reason) != std::string::npos, told.reason);
    BOOST_TEST(told.input.find("softmax(x = (") != std::string::npos, told.input);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(a_changed_argument)
{
  says("changes its argument", "the call changed its argument", "work on a copy");
}

BOOST_AUTO_TEST_CASE(a_wrong_shape)
{
  says("one entry too many", "(0, 0", "the shape is 2 x 1, expected 1 x 1");
}

BOOST_AUTO_TEST_CASE(not_a_number)
{
  says("0 / 0", "NaN", "not a number (NaN)");
}

BOOST_AUTO_TEST_CASE(an_exception)
{
  says("throws an exception", "an exception: too few logits");
  says("throws a number", "an exception: something that is not a std::exception");
  says("throws by Armadillo", "an exception: ", "");
}

BOOST_AUTO_TEST_CASE(a_crash)
{
  says("crashes", "the program crashed (Segmentation fault)", "an index beyond the end");
}

BOOST_AUTO_TEST_CASE(a_crash_whose_signal_tells_the_cause)
{
  says("aborts", "(Aborted)", "it called abort()");
  says("asserts", "(Aborted)", "an assertion failed");
  says("divides by a whole 0", "(Floating point exception)", "a division of whole numbers by 0");
}

BOOST_AUTO_TEST_CASE(an_exception_that_means_something_else)
{
  says("multiplies vectors", "matrix multiplication", "A % B multiplies entry by entry");
  says("multiplies entry by entry", "element-wise multiplication",
       "the product of matrices is A * B");
  says("adds a row", "addition: incompatible", "is one of them to be transposed");
  says("inverts what has no inverse", "problem with matrix inverse",
       "has no inverse on this input");
  says("goes to the end", "out of bounds", "ends with i < n, not with i <= n");
  says("starts a thread", "Operation not permitted", "in one thread");
}

BOOST_AUTO_TEST_CASE(what_is_kept_between_calls_is_named)
{
  const std::string said = feedback("keeps a sum").diagnosis;
  BOOST_TEST(said.find("a static or global variable") != std::string::npos, said);
}

BOOST_AUTO_TEST_CASE(a_factor_in_all_results_is_named)
{
  BOOST_TEST(feedback("is doubled").diagnosis == "every result is 2 times the expected one");
  BOOST_TEST(feedback("0 / 0").diagnosis.find("not finite") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_end_of_the_program)
{
  says("exits", "ended itself, with exit status 3", "it does not end the program");
}

BOOST_AUTO_TEST_CASE(an_endless_loop)
{
  says("loops", "took longer than 4 s", "a loop that never ends, or a search");
}

BOOST_AUTO_TEST_CASE(a_memory_blow_up)
{
  says("grows", "more than 1024 MB of memory", "a size that is computed wrongly");
}

BOOST_AUTO_TEST_CASE(too_much_output)
{
  says("prints without end", "printed more than 1 MB", "a loop that prints");
}

BOOST_AUTO_TEST_CASE(output_is_shown_whatever_it_was_written_with)
{
  for (const std::string& print : ways_to_print)
    for (const std::string& end : ends) {
      const Feedback told = feedback(print + end);
      BOOST_TEST(told.printed.starts_with("x has 1\n"), print + end + told.printed);
    }
}

BOOST_AUTO_TEST_CASE(output_of_other_calls_is_counted)
{
  const Feedback told = feedback("prints in each call");
  BOOST_TEST(told.printed.starts_with("called with 4\n[and "), told.printed);
  BOOST_TEST(told.printed.ends_with(" lines in other calls]\n"), told.printed);
}

BOOST_AUTO_TEST_CASE(lines_printed_before_a_crash_are_shown)
{
  const Feedback told = feedback("prints, then crashes");
  BOOST_TEST(told.printed.starts_with("so far\nso good\n"), told.printed);
}

namespace {

/// What is wrong with a softmax whose result is right.
std::string wrong_although_right(const std::string& name, bool sandboxed = false)
{
  const Result result = judge(name, sandboxed);
  BOOST_TEST_CONTEXT(name)
  {
    BOOST_CHECK(result.status == Status::wrong);
    BOOST_TEST(result.feedback.input.find("softmax(x = (") != std::string::npos);
  }
  return result.feedback.got + "; " + result.feedback.reason;
}

void is_told(const std::string& name, const std::string& words, bool sandboxed = false)
{
  const std::string said = wrong_although_right(name, sandboxed);
  BOOST_TEST_CONTEXT(name) BOOST_TEST(said.find(words) != std::string::npos, said);
}

} // namespace

BOOST_AUTO_TEST_CASE(an_entry_written_behind_the_end_is_no_pass)
{
  const std::string name = "writes past the end",
                    expected = "writes directly past the end of 4 numbers (line " +
                               std::to_string(variants().line_of("y[x.n_elem] = 0; // here")) + ")";
  is_told(name, expected);
  if (Sandbox::obstacle().empty())
    is_told(name, expected, true);
}

BOOST_AUTO_TEST_CASE(where_a_wrong_answer_or_a_crash_comes_from_an_error_of_memory_it_is_told)
{
  says("reads past the end of a wrong sum", "(",
       "the function reads directly past the end of "); // of a longer input
  says("writes at no address", "the program crashed",
       "the function writes at an address where there is nothing (line ");
  BOOST_TEST(feedback("is not normalised").reason == "");
}

BOOST_AUTO_TEST_CASE(other_errors_of_memory_are_no_pass)
{
  is_told("reads past the end", "reads directly");
  is_told("reads what went out of scope", "end of the block");
  is_told("leaves an array", "array");
  is_told("overflows", "too large");
}

BOOST_AUTO_TEST_CASE(a_number_that_was_never_set_is_no_pass_in_any_form)
{
  is_told("reads what was never set", "never set");
  for (const auto& [form, declaration] : forms_never_set)
    is_told(form, "never set");
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
    for (const Result& result :
         {judge("is right", sandboxed),
          judge_source(tests::with_body("01-softmax", "softmax", right), sandboxed)})
      BOOST_CHECK_MESSAGE(result.status == Status::done, result.feedback.reason);
  }
}

BOOST_AUTO_TEST_CASE(what_is_thrown_on_other_inputs_explains_a_wrong_result)
{
  const Result result = judge_source(
      "#include \"exercises.hpp\"\n// [softmax] Softmax\n"
      "arma::vec exercise::softmax(const arma::vec& x)\n{\n  return arma::exp(x) * x;\n}\n");
  BOOST_TEST(result.feedback.got == "(60.2566)"); // 3 e^3: a vector of one logit is 1 x 1
  BOOST_TEST(result.feedback.diagnosis ==
             "on other inputs there is an exception: matrix multiplication: incompatible matrix "
             "dimensions: 4x1 and 4x1; in Armadillo, A * B is the product of matrices; A % B "
             "multiplies entry by entry");
}

BOOST_AUTO_TEST_CASE(a_function_that_is_missing)
{
  const Result result = judge_source("#include \"exercises.hpp\"\n");
  BOOST_TEST(result.feedback.got.find("the file defines no such function") != std::string::npos);
  BOOST_TEST(result.feedback.expected == "arma::vec exercise::softmax(const arma::vec& x)");
  BOOST_TEST(result.feedback.reason == "no function is called softmax");
}

BOOST_AUTO_TEST_CASE(a_function_of_the_right_name_and_other_types)
{
  const Result result =
      judge_source("#include \"exercises.hpp\"\n// [softmax] Softmax\n"
                   "arma::vec exercise_softmax(arma::vec x);\n"
                   "namespace exercise { arma::vec softmax(arma::vec x) { return x; } }\n");
  BOOST_TEST(result.feedback.reason ==
             "line 4 defines softmax, but its parameter 1 is arma::vec, expected const arma::vec&");
}

BOOST_AUTO_TEST_CASE(a_function_that_exercises_hpp_does_not_declare)
{
  const auto judged = [](const std::string& definition) {
    return judge_whole("#include \"exercises.hpp\"\n// [softmax] Softmax\n" + definition +
                       "\n{\n  return x;\n}\n")
        .results.at(0);
  };
  const Result renamed = judged("arma::vec exercise::soft_max(const arma::vec& x)"),
               other = judged("arma::vec exercise::softmax(const arma::vec& x, double T)");
  for (const Result& result : {renamed, other})
    BOOST_TEST(result.feedback.expected == "arma::vec exercise::softmax(const arma::vec& x)");
  BOOST_TEST(renamed.feedback.reason.starts_with(
                 "no function is called softmax; the nearest is soft_max, in line 3\ndoes not "
                 "compile: line 3: "),
             renamed.feedback.reason);
  BOOST_TEST(other.feedback.reason.starts_with(
                 "line 3 defines softmax, but it has 2 parameters, expected 1\n"),
             other.feedback.reason);
}

BOOST_AUTO_TEST_CASE(a_line_that_is_written_as_nobody_means_it_is_the_diagnosis)
{
  const auto diagnosis = [](const std::string& factor) {
    return judge_source("#include \"exercises.hpp\"\n// [softmax] Softmax\n"
                        "arma::vec exercise::softmax(const arma::vec& x)\n{\n"
                        "  const arma::vec e = arma::exp(x - x.max());\n  return " +
                        factor + " * e / arma::accu(e);\n}\n")
        .feedback.diagnosis;
  };
  BOOST_TEST(diagnosis("3 * double(float(1.0 / 3))") ==
             std::string(agreement_to_few_digits) +
                 "; line 6 has a float in it, which keeps 7 digits: use double, arma::vec and "
                 "arma::mat throughout");
  BOOST_TEST(diagnosis("(1 + std::pow(x(0) * x(0), 1 / 2))")
                 .ends_with("line 6: 1 / 2 is a quotient of whole numbers, which is 0: write "
                            "1.0 / 2"));
}

BOOST_AUTO_TEST_CASE(a_function_that_calls_one_that_is_not_written)
{
  const Result result = judge_source(
      "#include \"exercises.hpp\"\n// [softmax] Softmax\n"
      "arma::vec exercise::softmax(const arma::vec& x)\n{\n  return arma::exp(x - "
      "log_sum_exp(x));\n}\n"
      "// [log_sum_exp] Log-sum-exp\n"
      "double exercise::log_sum_exp(const arma::vec& x)\n{\n  throw NotStarted();\n}\n");
  BOOST_CHECK(result.status == Status::wrong);
  BOOST_TEST(result.feedback.reason == "it calls log_sum_exp, which is not written yet");
}
