// An answer whose cost grows like the square of what it should does not pass, however right it is.

#include "epreuve/exercises/judging.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using tests::Bodies;

namespace {

const std::filesystem::path programs = EPREUVE_PROGRAMS;

/// The judgements of a chapter's answers with other bodies for these functions. Each is requested separately, with all
/// of the time; nothing that costs too much is tried with sanitizers, so there is no such program.
std::vector<Result> judged(const std::string& chapter, const Bodies& bodies)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", tests::with_body(chapter, bodies));
  const Diagnostics said = Compiler(programs / "exercises")
                               .compile(chapter, folder / "exercises.cpp", folder / "worker", {});
  BOOST_REQUIRE_MESSAGE(said.compiled, said.error);
  std::vector<Result> results;
  for (const auto& [exercise, body] : bodies) {
    const tests::Finished judge =
        tests::run(judge_of(programs, chapter),
                   {"--worker", (folder / "worker").string(), "--exercise", exercise});
    BOOST_REQUIRE_MESSAGE(judge.status == 0, judge.error);
    results.push_back(result_from_json(nlohmann::json::parse(judge.output)));
  }
  return results;
}

/// On the large input, or, where a machine is too slow for that, on a smaller one that comes before.
void take_too_long(const std::string& chapter, const Bodies& bodies)
{
  for (const Result& result : judged(chapter, bodies)) {
    const std::string &input = result.feedback.input, &got = result.feedback.got,
                      &reason = result.feedback.reason;
    BOOST_TEST_CONTEXT(result.about.name << ": " << input << ", " << got)
    {
      BOOST_CHECK(result.status == Status::wrong);
      BOOST_TEST(got.find("the call took longer than 4 s") != std::string::npos);
      BOOST_TEST((reason.starts_with("its time grows too fast: ") ||
                  input.starts_with("300 x 300 and") || input.starts_with("n = 20 000")),
                 reason);
    }
  }
}

void take_too_much_memory(const std::string& chapter, const Bodies& bodies)
{
  for (const Result& result : judged(chapter, bodies))
    BOOST_TEST_CONTEXT(result.about.name << ": " << result.feedback.input)
    {
      BOOST_CHECK(result.status == Status::wrong);
      BOOST_TEST(result.feedback.got.find("MB of memory") != std::string::npos,
                 result.feedback.got);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(the_jacobian_times_a_vector)
{
  take_too_long("01-softmax", {{"softmax_jacobian_times", R"(
  const arma::vec s = stable_softmax(x);
  arma::vec y(x.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    for (arma::uword j = 0; j < x.n_elem; ++j)
      y[i] += s[i] * ((i == j ? 1 : 0) - s[j]) * v[j];
  return y;)"}});
  take_too_much_memory("01-softmax",
                       {{"softmax_jacobian_times", "return softmax_jacobian(x) * v;"}});
}

BOOST_AUTO_TEST_CASE(the_shift_of_a_vector)
{
  take_too_long("06-rotations", {{"shifted", R"(
  const arma::vec omega = frequencies(x.n_elem, p), c = arma::cos(l * omega),
                  s = arma::sin(l * omega);
  arma::vec y(x.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    for (arma::uword j = 0; j < x.n_elem; ++j)
      if (i / 2 == j / 2)
        y[i] += x[j] * (i == j ? c[i / 2] : i < j ? -s[i / 2] : s[i / 2]);
  return y;)"}});
  take_too_much_memory("06-rotations", {{"shifted", "return shift_matrix(l, x.n_elem, p) * x;"}});
}

BOOST_AUTO_TEST_CASE(what_a_kronecker_product_would_be_made_for)
{
  take_too_long("08-kronecker", {{"product_entry", R"(
  double entry = 0;
  for (arma::uword i = 0; i < A.n_rows * B.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols * B.n_cols; ++j)
      if (i == r && j == c)
        entry = A(i / B.n_rows, j / B.n_cols) * B(i % B.n_rows, j % B.n_cols);
  return entry;)"},
                                 {"kronecker_times", R"(
  arma::vec y(x.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword k = 0; k < B.n_rows; ++k)
      for (arma::uword j = 0; j < A.n_cols; ++j)
        for (arma::uword l = 0; l < B.n_cols; ++l)
          y[i * B.n_rows + k] += A.at(i, j) * B.at(k, l) * x[j * B.n_cols + l];
  return y;)"},
                                 {"mixed_product", R"(
  const auto& [A1, B1] = left;
  const auto& [A2, B2] = right;
  arma::mat result(A1.n_rows * B1.n_rows, A2.n_cols * B2.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < result.n_rows; ++i)
    for (arma::uword j = 0; j < result.n_cols; ++j)
      for (arma::uword k = 0; k < A1.n_cols; ++k)
        for (arma::uword l = 0; l < B1.n_cols; ++l)
          result.at(i, j) += A1.at(i / B1.n_rows, k) * B1.at(i % B1.n_rows, l) *
                             A2.at(k, j / B2.n_cols) * B2.at(l, j % B2.n_cols);
  return result;)"},
                                 {"kronecker_solve", R"(
  // The inverse of the product is the product of the inverses: n^2 entries, one at a time.
  const arma::mat A_inverse = arma::inv(A), B_inverse = arma::inv(B);
  arma::vec x(y.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword k = 0; k < B.n_rows; ++k)
      for (arma::uword j = 0; j < A.n_rows; ++j)
        for (arma::uword l = 0; l < B.n_rows; ++l)
          x[i * B.n_rows + k] += A_inverse.at(i, j) * B_inverse.at(k, l) * y[j * B.n_rows + l];
  return x;)"}});
  take_too_much_memory(
      "08-kronecker",
      {{"product_entry", "return kronecker(A, B)(r, c);"},
       {"kronecker_times", "return kronecker(A, B) * x;"},
       {"mixed_product", "return kronecker(left.A, left.B) * kronecker(right.A, right.B);"},
       {"kronecker_solve", "return arma::solve(kronecker(A, B), y);"}});
}

BOOST_AUTO_TEST_CASE(a_head_that_compares)
{
  const std::string loops = R"(
  double sum = 0;
  const arma::uword d = L.n_rows;
  for (arma::uword i = 0; i < L.n_cols; ++i)
    for (arma::uword j = 0; j < R.n_cols; ++j) {
      double entry = 0;
      for (arma::uword k = 0; k < d; ++k)
        entry += L.at(k, i) * R.at(k, j);
      sum += entry * entry;
    }
)";
  take_too_long("18-gpt2-heads", {{"match", R"(
  const arma::mat &L = W_Q, &R = W_K;)" + loops +
                                                "return arma::accu(L % R) / std::sqrt(sum);"},
                                  {"composition", R"(
  const arma::mat &L = second.W_Q, &R = second.W_K;)" +
                                                      loops + R"(
  const auto squared_norm = [](const arma::mat& L, const arma::mat& R) {
    return arma::trace(L * L.t() * (R * R.t()));
  };
  const arma::mat between = second.W_K * first.W_O;
  return std::sqrt(squared_norm(second.W_Q, between * first.W_V) / sum /
                   squared_norm(first.W_O.t(), first.W_V));)"}});
  take_too_much_memory("18-gpt2-heads", {{"match", R"(
  const arma::mat A = W_Q.t() * W_K;
  return arma::trace(A) / arma::norm(A, "fro");)"}});
}
