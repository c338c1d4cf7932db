#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 09, trigrams. The bodies go into exercises.cpp.
///
/// Words are numbers from 0 to N - 1, and a text is a vector of them. In a table the row is the word that
/// is known and the column the next word.
namespace exercise {

/// How often each word follows each other one.
///
///     C_xu = number of places of the text with x and, right after it, u
///
/// @param text  at least 1 word, each below N
/// @param N     at least 1
/// @return      N x N
arma::mat bigram_counts(const arma::uvec& text, arma::uword N);

/// How probable u is after the pair a, x, estimated from a text and smoothed.
///
///     P = (c + lambda) / (n + lambda N)
///
/// where c counts the places with a, x, u, and n those with a, x and any word after them.
///
/// @param text     at least 1 word, each below N
/// @param a, x, u  words
/// @param lambda   > 0
double trigram_probability(const arma::uvec& text, arma::uword N, arma::uword a, arma::uword x,
                           arma::uword u, double lambda);

/// The gapped trigrams of one context a: how often u follows x where a stands anywhere before x in the
/// same sentence.
///
///     G_xu = number of places with x, u and with a before x
///
/// A sentence ends with the word `end`, which belongs to it and can be u. But `end` cannot be x: the word after it is of
/// the next sentence. Before a word means before that place: x is not its own context. However often a stands there, the
/// place counts once.
///
/// @param text  at least 1 word, each below N
/// @param a     a word, not `end`
/// @return      N x N
arma::mat gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a, arma::uword end);

/// The mean loss of a table of probabilities on a text, in nats.
///
///     L = - mean over the pairs x, u of successive words of  ln P_xu
///
/// @param P     N x N, entries > 0
/// @param text  at least 2 words, each below N; it may have thousands
double cross_entropy(const arma::mat& P, const arma::uvec& text);

/// The logits of an attention head on words, from its two tables. With x the last word of the prefix,
///
///     logit_u = sum over the places j of  alpha_{x s_j} m_{s_j u}  /  sum over j of  alpha_{x s_j}
///
/// where j goes through all places, that of x itself included.
///
/// @param alpha   N x N, entries > 0: how much the row's word looks at the column's
/// @param m       N x U: what the row's word says for each completion
/// @param prefix  at least 1 word, each below N
/// @return        U logits
arma::vec head_logits(const arma::mat& alpha, const arma::mat& m, const arma::uvec& prefix);

EXERCISES(bigram_counts, trigram_probability, gapped_counts, cross_entropy, head_logits)

} // namespace exercise
