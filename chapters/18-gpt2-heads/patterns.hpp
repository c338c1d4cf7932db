#pragma once

#include "epreuve/evidence/decimal.hpp"
#include "epreuve/gpt2/tokenizer.hpp"

#include <armadillo>

#include <map>
#include <string>
#include <vector>

/// Causal attention patterns: published ones, summaries of them, and whether a printed one can be made of distributions. A
/// pattern is K x K; row i is a distribution over the keys 0 to i.
namespace epreuve::instruments {

/// A sentence, and the weights that somebody has published of GPT-2 Small's heads on it.
struct PublishedPatterns
{
  std::string text;
  std::vector<gpt2::Token> tokens;
  std::vector<std::string> words;           ///< as a reader wants them: "_to" for " to"
  std::map<std::string, arma::mat> of_head; ///< by layer and head, which count from 0: "4.11"
};

/// Two examples of the Transformer Explainer: what heads 0.3, 0.9, 0.5 and 4.11 of GPT-2 Small do on six
/// tokens each, to six decimals, computed by its authors in single precision. We did not compute them; the
/// published weights do not lie in this repository, and these rows speak for them where they are missing.
/// Source: Transformer Explainer, Polo Club of Data Science, Georgia Tech, its examples.
const std::vector<PublishedPatterns>& transformer_explainer();

/// How evenly each query but the first spreads over the keys that it may see: the entropy of its row as a
/// share of the largest there is,
///
///     H(row i) / ln(i + 1),    i = 1 .. K - 1
///
/// 0 for a query that looks at one key only, 1 for one that looks at all alike.
///
/// @param pattern  K x K, K >= 2; each row is divided by its sum first, as printed rows may need
/// @throws         Error if it is not square or has less than two rows, or as math::entropy
arma::vec evenness(const arma::mat& pattern);

/// The key that each query looks at most: "0 0 1 2" for a head that looks one token back.
/// @throws Error if the pattern is empty
std::string strongest_keys(const arma::mat& pattern);

/// The largest weight on a key after the query, which is 0 if the pattern is masked.
/// @throws Error unless the pattern is square and not empty
double largest_above_diagonal(const arma::mat& pattern);

/// The entries M_{i, i - places} of the last `queries` of all i: of a pattern, the weights that are given so
/// many places back.
/// @throws Error unless 0 <= places, and M is square with enough rows
arma::vec entries_back(const arma::mat& M, int places, arma::uword queries);

/// Whether the rows of a printed table can be distributions: how far the sum of a row is from 1, in units
/// of the largest effect of rounding on it, half a unit of the last digit for each number. Exact; for the worst
/// of all rows.
///
///     max_i |sum_j p_ij - 1| / sum_j u_ij / 2
///
/// At most 1 if the rows are distributions, rounded.
/// @throws Error if a row has no number with a unit
double distance_from_distributions(const evidence::PrintedTable& table);
/// The same with the rows summed only up to the diagonal: of a causal pattern, all of it.
double distance_from_causal_distributions(const evidence::PrintedTable& table);

} // namespace epreuve::instruments
