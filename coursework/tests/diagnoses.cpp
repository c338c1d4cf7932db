// What is said of wrong answers that look like another mistake than they make: each of these was once explained by what
// was false. A diagnosis is true of all results, or there is none.

#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/result.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/submissions.hpp"
#include "support/variants.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

const std::filesystem::path programs = EPREUVE_PROGRAMS;

struct Answer
{
  std::string exercise, body;
  std::vector<std::string> said;     ///< in what a student reads
  std::vector<std::string> not_said; ///< and what would be false
};

void are_explained(const std::string& chapter, const std::vector<Answer>& answers)
{
  std::vector<tests::Bodies> bodies;
  for (const Answer& answer : answers)
    bodies.push_back({{answer.exercise, answer.body}});
  const tests::Variants variants(programs, chapter, bodies);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Result result = variants.judge(i, answers[i].exercise);
    const std::string told = result.feedback.diagnosis + " | " + result.feedback.reason;
    BOOST_TEST_CONTEXT(answers[i].body << '\n' << told)
    {
      BOOST_CHECK(result.status == Status::wrong);
      for (const std::string& words : answers[i].said)
        BOOST_TEST(told.find(words) != std::string::npos, words);
      for (const std::string& words : answers[i].not_said)
        BOOST_TEST(told.find(words) == std::string::npos, words);
    }
  }
}

const std::string sigma =
    "arma::vec e = arma::exp(x - x.max()); const arma::vec s = e / arma::accu(e);\n";

} // namespace

BOOST_AUTO_TEST_CASE(what_differs_between_runs_is_kept_or_was_never_set)
{
  are_explained(
      "01-softmax",
      {{"softmax_jacobian",
        sigma + "arma::mat J(x.n_elem, x.n_elem, arma::fill::none);\n"
                "for (arma::uword i = 0; i < x.n_elem; ++i)\n"
                "  for (arma::uword j = 0; j < x.n_elem; ++j)\n"
                "    J(i, j) += s(i) * ((i == j) - s(j));\n"
                "return J;",
        {},
        {"static or global"}},
       {"softmax_jacobian",
        sigma + "static arma::mat J(1, 1, arma::fill::zeros);\n"
                "J.resize(x.n_elem, x.n_elem);\n"
                "return J += arma::diagmat(s) - s * s.t();",
        {"it is right: something is kept from one call to the next, as in a static or global"},
        {"never set"}},
       {"softmax",
        "static int calls = 0;\nreturn ++calls % 2 * arma::normalise(arma::exp(x - x.max()), 1);",
        {"kept from one call to the next"},
        {"every number"}}});
}

BOOST_AUTO_TEST_CASE(what_has_no_place_is_not_off_its_place)
{
  are_explained("01-softmax",
                {{"softmax", "return x / 0.0;", {"not finite"}, {"off"}},
                 {"softmax", "return arma::vec(x.n_elem).fill(1 / 0.0);", {"infinite"}, {"off"}}});
}

BOOST_AUTO_TEST_CASE(an_error_of_memory_is_told_with_the_input_on_which_it_is_made)
{
  are_explained("01-softmax", {{"softmax",
                                "double sum = 0;\nfor (arma::uword i = 0; i <= x.n_elem; ++i)\n"
                                "  sum += std::exp(x[i]);\nreturn arma::exp(x) / (sum + 1);",
                                {"on softmax(x", ") the function reads directly past the end of "},
                                {}}});
}

BOOST_AUTO_TEST_CASE(zeros_that_are_right_elsewhere_are_no_quotients)
{
  const std::string zero = "every number of every result is 0";
  are_explained(
      "04-embeddings",
      {{"analogy",
        "const arma::vec d = A.col(b) - A.col(a) + A.col(c);\n"
        "double best = 0;\narma::uword found = 0;\n"
        "for (arma::uword i = 0; i < A.n_cols; ++i) {\n"
        "  if (i == a || i == b || i == c)\n    continue;\n"
        "  const double now = arma::dot(d, A.col(i)) / arma::norm(d) / arma::norm(A.col(i));\n"
        "  if (now > best) {\n    best = now;\n    found = i;\n  }\n}\nreturn found;",
        {},
        {zero, "1 / n"}},
       {"table_weights", "return tied == 1 ? n * N + n * context : 0;", {}, {zero, "1 / n"}}});
  are_explained("22-complexity",
                {{"layers_needed",
                  "arma::umat h = sees;\nh.diag().ones();\narma::umat heard = h;\n"
                  "for (arma::uword layers = 1; layers < 3; ++layers) {\n"
                  "  if (arma::all(arma::vectorise(heard) > 0))\n    return layers;\n"
                  "  heard = arma::conv_to<arma::umat>::from(heard * h > 0);\n}\nreturn 0;",
                  {},
                  {zero, "1 / n"}},
                 {"layers_needed",
                  "arma::umat h = sees;\nh.diag().ones();\narma::umat heard = h;\n"
                  "for (arma::uword layers = 1; layers <= sees.n_rows; ++layers) {\n"
                  "  if (arma::all(arma::vectorise(heard) > 0))\n"
                  "    return layers + (layers > 2 ? 1 : 0);\n"
                  "  heard = arma::conv_to<arma::umat>::from(heard * h > 0);\n}\nreturn 0;",
                  {},
                  {"1 larger"}}});
}

// The solution answers in the chapter's program of mistakes, which the sanitizers' build does not have.
#ifndef EPREUVE_SANITIZE
BOOST_AUTO_TEST_CASE(results_of_the_solution_for_changed_arguments_are_told_and_only_if_all_are)
{
  const auto read = [](const std::string& step, const std::string& word = "t") {
    return "arma::mat h(cell.b.n_elem, x.n_cols);\narma::vec s(cell.b.n_elem, arma::fill::zeros);\n"
           "for (arma::uword t = 0; t < x.n_cols; ++t)\n"
           "  h.col(t) = s = arma::tanh(cell.W * x.col(" +
           word + ") + cell.U * s " + step + ");\nreturn h;";
  };
  const std::string negated = "for -cell.b in place of cell.b",
                    reversed = "for the columns of x in reverse order";
  are_explained("19-recurrent",
                {{"states", read("- cell.b"), {"what the solution returns " + negated}, {}},
                 {"states", read("- (t > 0 ? 1. : -1.) * cell.b"), {}, {"what the solution"}},
                 {"states", read("+ cell.b", "x.n_cols - 1 - t"), {reversed}, {}},
                 {"states", read("+ cell.b", "t / 2"), {}, {"what the solution"}}});
}
#endif

BOOST_AUTO_TEST_CASE(an_exception_alone_makes_no_known_mistake)
{
  are_explained("20-encoder-decoder",
                {{"decoder_input",
                  "arma::uvec y = arma::shift(target, 1);\ny(0) = start;\nreturn y;",
                  {"one entry cannot be shifted by 1"},
                  {"start", "last", "indices"}},
                 {"log_probability",
                  "double sum = std::log(P(text(0), end));\n"
                  "for (arma::uword t = 1; t <= text.n_elem; ++t)\n"
                  "  sum += std::log(P(text(t), text(t - 1)));\nreturn sum;",
                  {"ends with i < n, not with i <= n"},
                  {"end`", "rows", "column"}}});
}

BOOST_AUTO_TEST_CASE(what_calls_a_wrong_function_may_be_wrong_by_itself)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp",
             tests::with_body("01-softmax",
                              {{"stable_softmax", "if (!x.is_finite())\n  return x;\n"
                                                  "const arma::vec e = arma::exp(x - x.max());\n"
                                                  "return e / arma::accu(e);"},
                               {"softmax_jacobian", "const arma::vec s = stable_softmax(x);\n"
                                                    "return s * s.t() - arma::diagmat(s);"}}));
  const Judged judged =
      judge_file(Compiler(programs / "exercises"), {"01-softmax", judge_of(programs, "01-softmax")},
                 folder / "exercises.cpp", {.exercises = {"stable_softmax", "softmax_jacobian"}});
  BOOST_TEST_REQUIRE(judged.results.size() == 2u, judged.diagnostics.error);
  const std::string said = judged.results[1].feedback.diagnosis;
  // Its logits are finite, where stable_softmax is right: what is wrong is the sign.
  BOOST_TEST(said.starts_with("it calls stable_softmax, which is wrong itself: correct that "
                              "first; if that is not enough: "),
             said);
}
