#pragma once

#include <armadillo>

/// Statistics of the attention of many queries, for a table.
namespace epreuve::instruments {

/// One value per query, that is, per row of scores.
struct AttentionStatistics
{
  arma::vec entropy;  ///< of p = softmax(scores), in nats
  arma::vec gradient; ///< Frobenius norm of the Jacobian diag(p) - p p^T
};

/// @param scores  a row per query, a column per key
/// @throws        Error as softmax_rows
AttentionStatistics attention_statistics(const arma::mat& scores);

/// The mean_and_quantiles of the entropy, followed by those of the gradient: 8 numbers.
arma::rowvec summary(const AttentionStatistics& statistics);

/// Mean, 10 % quantile, median and 90 % quantile of a sample: a row of a table, a point of a band.
/// @throws Error if it is empty
arma::rowvec mean_and_quantiles(const arma::vec& sample);

} // namespace epreuve::instruments
