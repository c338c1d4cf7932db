#pragma once

#include <armadillo>

#include <string>

/// Summaries of a causal attention pattern. A pattern is K x K; row i is a distribution over the
/// keys 0 to i.
namespace epreuve::instruments {

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

} // namespace epreuve::instruments
