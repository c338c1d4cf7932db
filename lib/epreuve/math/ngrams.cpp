#include "epreuve/math/ngrams.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace epreuve::math {

namespace {

void require_words(std::string_view function, const arma::uvec& text, arma::uword N)
{
  if (N == 0)
    throw Error("{}: N, the number of words, must be at least 1, got 0", function);
  if (text.is_empty())
    throw Error("{}: the text must have at least 1 word, got none", function);
  for (arma::uword i = 0; i < text.n_elem; ++i)
    if (text(i) >= N)
      throw Error("{}: words are numbered from 0 to {}, got {} at place {} (counted from 0)",
                  function, N - 1, text(i), i);
}

void require_counts(std::string_view function, const arma::mat& counts)
{
  if (counts.is_empty())
    throw Error("{}: there must be at least 1 count, got {}", function, shape(counts));
  if (!counts.is_finite() || counts.min() < 0)
    throw Error("{}: a count cannot be negative, nor infinite or NaN", function);
}

} // namespace

arma::mat bigram_counts(const arma::uvec& text, arma::uword N)
{
  require_words("bigram_counts", text, N);
  arma::mat C(N, N);
  for (arma::uword i = 1; i < text.n_elem; ++i)
    C(text(i - 1), text(i)) += 1;
  return C;
}

arma::cube trigram_counts(const arma::uvec& text, arma::uword N)
{
  require_words("trigram_counts", text, N);
  arma::cube C(N, N, N);
  for (arma::uword i = 2; i < text.n_elem; ++i)
    C(text(i - 1), text(i), text(i - 2)) += 1;
  return C;
}

arma::cube gapped_trigram_counts(const arma::uvec& text, arma::uword N, arma::uword end)
{
  require_words("gapped_trigram_counts", text, N);
  if (end >= N)
    throw Error("gapped_trigram_counts: the word that ends a sentence must be below N = {}, got {}",
                N, end);
  arma::cube C(N, N, N);
  std::vector<arma::uword> before; // the different words of the sentence before x
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
    const arma::uword x = text(i);
    if (x == end) {
      before.clear();
      continue;
    }
    for (const arma::uword a : before)
      C(x, text(i + 1), a) += 1;
    if (std::find(before.begin(), before.end(), x) == before.end())
      before.push_back(x);
  }
  return C;
}

arma::mat add_lambda(const arma::mat& counts, double lambda)
{
  require_counts("add_lambda", counts);
  if (!(lambda >= 0 && std::isfinite(lambda)))
    throw Error("add_lambda: lambda must be at least 0 and finite, got {}", lambda);
  const auto N = static_cast<double>(counts.n_cols);
  arma::mat P(arma::size(counts));
  for (arma::uword x = 0; x < P.n_rows; ++x) {
    const double n = arma::accu(counts.row(x)) + lambda * N;
    for (arma::uword u = 0; u < P.n_cols; ++u)
      P(x, u) = n > 0 ? (counts(x, u) + lambda) / n : 1 / N;
  }
  return P;
}

arma::mat absolute_discounting(const arma::mat& counts, double D, const arma::mat& lower)
{
  require_counts("absolute_discounting", counts);
  if (!(D >= 0 && D <= 1))
    throw Error("absolute_discounting: D must lie in [0, 1], got {}", D);
  if (arma::size(lower) != arma::size(counts))
    throw Error("absolute_discounting: lower must have the shape of the counts, {}, got {}",
                shape(counts), shape(lower));
  arma::mat P = lower;
  const arma::vec sums = arma::sum(counts, 1);
  for (arma::uword x = 0; x < P.n_rows; ++x) {
    const double n = sums(x);
    if (n == 0)
      continue;
    double gained = 0;
    for (arma::uword u = 0; u < P.n_cols; ++u)
      gained += std::min(D, counts(x, u));
    for (arma::uword u = 0; u < P.n_cols; ++u)
      P(x, u) = (std::max(counts(x, u) - D, 0.0) + gained * lower(x, u)) / n;
  }
  return P;
}

double cross_entropy(const arma::mat& joint, const arma::mat& Q)
{
  if (joint.is_empty() || arma::size(joint) != arma::size(Q))
    throw Error("cross_entropy: the joint law and the prediction must have the same shape, and at "
                "least 1 entry, got {} and {}",
                shape(joint), shape(Q));
  double loss = 0;
  for (arma::uword i = 0; i < joint.n_elem; ++i)
    if (joint(i) > 0)
      loss -= joint(i) * (Q(i) > 0 ? std::log(Q(i)) : -std::numeric_limits<double>::infinity());
  return loss;
}

} // namespace epreuve::math
