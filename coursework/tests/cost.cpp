// An answer whose cost grows like the square of what it should does not pass, however right it is.

#include "epreuve/exercises/judging.hpp"
#include "support/submissions.hpp"
#include "support/variants.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>

using namespace epreuve;
using namespace epreuve::exercises;
using tests::Bodies;

namespace {

const std::filesystem::path programs = EPREUVE_PROGRAMS;

/// Answers of a chapter that cost too much, compiled once: too much time, and then too much memory. Nothing that costs
/// too much is tried with sanitizers, so there is no such program.
struct Costly
{
  const std::string chapter;
  const Bodies slow, large;
  const tests::Variants variants{programs, chapter, {slow, large}, false};
};

/// On the large input, or, where a machine is too slow for that, on a smaller one that comes before.
void take_too_long(const Costly& answers)
{
  for (const auto& [exercise, body] : answers.slow) {
    const Result result = answers.variants.judge(0, exercise);
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

void take_too_much_memory(const Costly& answers)
{
  for (const auto& [exercise, body] : answers.large) {
    const Result result = answers.variants.judge(1, exercise);
    BOOST_TEST_CONTEXT(result.about.name << ": " << result.feedback.input)
    {
      BOOST_CHECK(result.status == Status::wrong);
      BOOST_TEST(result.feedback.got.find("MB of memory") != std::string::npos,
                 result.feedback.got);
    }
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(the_jacobian_times_a_vector)
{
  const Costly answers{"01-softmax",
                       {{"softmax_jacobian_times", R"(
  const arma::vec s = stable_softmax(x);
  arma::vec y(x.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    for (arma::uword j = 0; j < x.n_elem; ++j)
      y[i] += s[i] * ((i == j ? 1 : 0) - s[j]) * v[j];
  return y;)"}},
                       {{"softmax_jacobian_times", "return softmax_jacobian(x) * v;"}}};
  take_too_long(answers);
  take_too_much_memory(answers);
}

BOOST_AUTO_TEST_CASE(the_shift_of_a_vector)
{
  const Costly answers{"06-rotations",
                       {{"shifted", R"(
  const arma::vec omega = frequencies(x.n_elem, p), c = arma::cos(l * omega),
                  s = arma::sin(l * omega);
  arma::vec y(x.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    for (arma::uword j = 0; j < x.n_elem; ++j)
      if (i / 2 == j / 2)
        y[i] += x[j] * (i == j ? c[i / 2] : i < j ? -s[i / 2] : s[i / 2]);
  return y;)"}},
                       {{"shifted", "return shift_matrix(l, x.n_elem, p) * x;"}}};
  take_too_long(answers);
  take_too_much_memory(answers);
}

BOOST_AUTO_TEST_CASE(what_a_kronecker_product_would_be_made_for)
{
  const Costly answers{
      "08-kronecker",
      {{"product_entry", R"(
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
  return x;)"}},
      {{"product_entry", "return kronecker(A, B)(r, c);"},
       {"kronecker_times", "return kronecker(A, B) * x;"},
       {"mixed_product", "return kronecker(left.A, left.B) * kronecker(right.A, right.B);"},
       {"kronecker_solve", "return arma::solve(kronecker(A, B), y);"}}};
  take_too_long(answers);
  take_too_much_memory(answers);
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
  const Costly answers{"18-gpt2-heads",
                       {{"match", R"(
  const arma::mat &L = W_Q, &R = W_K;)" +
                                      loops + "return arma::accu(L % R) / std::sqrt(sum);"},
                        {"composition", R"(
  const arma::mat &L = second.W_Q, &R = second.W_K;)" +
                                            loops + R"(
  const auto squared_norm = [](const arma::mat& L, const arma::mat& R) {
    return arma::trace(L * L.t() * (R * R.t()));
  };
  const arma::mat between = second.W_K * first.W_O;
  return std::sqrt(squared_norm(second.W_Q, between * first.W_V) / sum /
                   squared_norm(first.W_O.t(), first.W_V));)"}},
                       {{"match", R"(
  const arma::mat A = W_Q.t() * W_K;
  return arma::trace(A) / arma::norm(A, "fro");)"}}};
  take_too_long(answers);
  take_too_much_memory(answers);
}
