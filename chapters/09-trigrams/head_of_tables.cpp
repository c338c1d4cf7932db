#include "head_of_tables.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::instruments {

HeadWeights head_of_tables(const arma::mat& log_alpha, const arma::mat& m, const arma::mat& E)
{
  const arma::uword N = E.n_cols;
  if (arma::size(log_alpha) != arma::size(N, N) || arma::size(m) != arma::size(N, N))
    throw Error("head_of_tables: with {} words both tables must be {} x {}, got {} and {}", N, N, N,
                shape(log_alpha), shape(m));
  if (N == 0 || arma::abs(E.t() * E - arma::eye(N, N)).max() > 1e-9)
    throw Error("head_of_tables: the columns of the embedding, {}, must be orthonormal", shape(E));
  const arma::mat W_Q = std::sqrt(static_cast<double>(N)) * log_alpha.t() * E.t();
  return {.W_Q = W_Q, .W_K = E.t(), .W_V = E.t(), .W_O = E * m.t()};
}

namespace {

void require_fit(const HeadWeights& head, const arma::mat& E)
{
  const auto r_by_n = arma::size(head.W_Q);
  if (head.W_Q.n_cols != E.n_rows || arma::size(head.W_K) != r_by_n ||
      arma::size(head.W_V) != r_by_n || arma::size(head.W_O) != arma::size(head.W_Q.t()))
    throw Error("a head on vectors of {} numbers has W_Q, W_K, W_V of r x {} and W_O of {} x r, "
                "got {}, {}, {} and {}",
                E.n_rows, E.n_rows, E.n_rows, shape(head.W_Q), shape(head.W_K), shape(head.W_V),
                shape(head.W_O));
}

} // namespace

arma::mat score_table(const HeadWeights& head, const arma::mat& E)
{
  require_fit(head, E);
  return (head.W_Q * E).t() * (head.W_K * E) / std::sqrt(static_cast<double>(head.W_Q.n_rows));
}

arma::mat value_table(const HeadWeights& head, const arma::mat& E)
{
  require_fit(head, E);
  return (E.t() * head.W_O * head.W_V * E).t();
}

arma::mat head_logits(const HeadWeights& head, const arma::mat& E, const arma::uvec& prefix)
{
  require_fit(head, E);
  if (prefix.is_empty() || prefix.max() >= E.n_cols)
    throw Error("head_logits: a prefix has at least 1 word, each below {}, got {} words", E.n_cols,
                prefix.n_elem);
  const arma::mat x = E.cols(prefix);
  const arma::mat pattern = attention::causal_pattern(head.W_Q * x, head.W_K * x);
  return E.t() * head.W_O * attention::head_output(head.W_V * x, pattern);
}

std::vector<Rational> HeadTables::logits(const std::vector<arma::uword>& prefix) const
{
  if (prefix.empty())
    throw Error("HeadTables: a prefix has at least 1 word, got none");
  std::vector<Rational> sums(m.cols());
  Rational total = 0;
  for (const arma::uword s : prefix) {
    const Rational& weight = alpha(prefix.back(), s);
    if (weight <= 0)
      throw Error("HeadTables: attention is e^score and so above 0, got {} from {} to {}",
                  weight.str(), prefix.back(), s);
    total += weight;
    for (arma::uword u = 0; u < m.cols(); ++u)
      sums.at(u) += weight * m(s, u);
  }
  for (Rational& sum : sums)
    sum /= total;
  return sums;
}

arma::uword HeadTables::completes(const std::vector<arma::uword>& prefix) const
{
  const std::vector<Rational> of = logits(prefix);
  const auto best = std::ranges::max_element(of);
  if (std::ranges::count(of, *best) > 1)
    throw Error("HeadTables: {} completions have the largest logit, {}",
                std::ranges::count(of, *best), best->str());
  return static_cast<arma::uword>(best - of.begin());
}

HeadTables dial(const std::vector<std::vector<arma::uword>>& completion)
{
  if (completion.empty() || completion.front().empty())
    throw Error("dial: the table must have at least 1 context and 1 last word");
  const arma::uword contexts = completion.size(), lasts = completion.front().size();
  arma::uword U = 0;
  for (const auto& row : completion) {
    if (row.size() != lasts)
      throw Error("dial: each context has {} last words, got {}", lasts, row.size());
    U = std::max(U, *std::ranges::max_element(row) + 1);
  }
  const arma::uword N = contexts + lasts + U, first = contexts + lasts;
  HeadTables head{.alpha = RationalMatrix(N, N), .m = RationalMatrix(N, N)};
  for (arma::uword x = 0; x < N; ++x)
    for (arma::uword s = 0; s < N; ++s)
      head.alpha(x, s) = 1;
  for (arma::uword s = 0; s < first; ++s)
    for (arma::uword t = 1; t <= U; ++t) {
      const Rational u(t), at_the_context = s < contexts ? U + 1 : 0;
      head.m(s, first + t - 1) = 2 * u * at_the_context - u * u;
    }
  for (arma::uword a = 0; a < contexts; ++a)
    for (arma::uword x = 0; x < lasts; ++x) {
      const Rational t(completion.at(a).at(x) + 1);
      head.alpha(contexts + x, a) = t / (U + 1 - t);
    }
  return head;
}

} // namespace epreuve::instruments
