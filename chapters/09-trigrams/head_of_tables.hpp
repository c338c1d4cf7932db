#pragma once

#include "epreuve/attention/heads.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

#include <vector>

/// One attention head where a token's vector is fixed: no positions, no norm, no MLP. With x the
/// last word of a prefix s_1 ... s_K = x, two tables say it all,
///
///     logit(u) = sum over j of  alpha(x, s_j) m(s_j, u)  /  sum over j of  alpha(x, s_j)
///
/// where alpha(x, s) = e^score > 0 comes from queries and keys, m(s, u) from values, output and unembedding.
namespace epreuve::instruments {

/// A head of dimension r on vectors of dimension n; tokens are columns.
using HeadWeights = attention::Head<double>;

/// A head for two given tables: r = N, keys and values are one-hot, the tables are in W_Q and W_O.
///
///     W_K = W_V = E^T,    W_Q = sqrt(N) (ln alpha)^T E^T,    W_O = E m^T
///
/// @param log_alpha  N x N: row x, column s; finite
/// @param m          N x N: row s, column u
/// @param E          n x N, the embedding, with orthonormal columns (one-hot: the identity)
/// @throws           Error if the shapes do not fit or the columns are not orthonormal within 1e-9
HeadWeights head_of_tables(const arma::mat& log_alpha, const arma::mat& m, const arma::mat& E);

/// The two tables of a head with an embedding E that also unembeds: scores and values of all pairs of words.
///
///     ln alpha = (W_Q E)^T (W_K E) / sqrt(r),    m = (E^T W_O W_V E)^T
///
/// @return  N x N each
/// @throws  Error if the shapes do not fit
arma::mat score_table(const HeadWeights& head, const arma::mat& E);
arma::mat value_table(const HeadWeights& head, const arma::mat& E);

/// The logits of the head with its weights: embed, attend, unembed by E. Column k is the logits after word k.
///
/// @param prefix  words below N
/// @return        N x K
/// @throws        Error as attention::causal_pattern, or for a word outside the vocabulary
arma::mat head_logits(const HeadWeights& head, const arma::mat& E, const arma::uvec& prefix);

/// The two tables of a head, in fractions, and what the head completes: the formula above, exactly.
struct HeadTables
{
  RationalMatrix alpha; ///< N x N, row x the last word, column s the word it looks at; all > 0
  RationalMatrix m;     ///< N x N, row s, column u the next word

  /// @param prefix  at least one word, the last one is x
  /// @throws        Error for an empty prefix, a word outside the vocabulary, or an alpha that is not > 0
  std::vector<Rational> logits(const std::vector<arma::uword>& prefix) const;
  /// The u of the largest logit.
  /// @throws Error as logits, or if two are largest
  arma::uword completes(const std::vector<arma::uword>& prefix) const;
};

/// One head that completes every pair of a context a and a last word x as a table demands: a dial. The values
/// are the two ends of a path along which each completion is the best once, and the attention to the context
/// says how far to go. With completions t = 1, ..., U,
///
///     m(x, u) = -u^2,    m(a, u) = -u^2 + 2 u (U + 1),    alpha(x, a) = t / (U + 1 - t),    else alpha = 1
///
/// so the logits after a x are t^2 - (u - t)^2: largest at u = t, by 1 and more.
///
/// @param completion  contexts x last words, entries from 0 to U - 1
/// @return            words: first the contexts, then the last words, then the U completions
/// @throws            Error if the table is empty or its rows differ in length
HeadTables dial(const std::vector<std::vector<arma::uword>>& completion);

} // namespace epreuve::instruments
