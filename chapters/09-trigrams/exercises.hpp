#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 09, trigrams. The bodies go into exercises.cpp.
///
/// Words are numbers from 0 to N - 1, and a text is a vector of them. In a table the row is the word that
/// is known and the column the next word.
namespace exercise {

/// # Pairs
/// 2 points, 1 star: exo7 6.1
/// How often each word follows each other one.
///
///     C_xu = number of places of the text with x and, right after it, u
///
/// @param text  at least 1 word, each below N
/// @param N     at least 1
/// @return      N x N
arma::mat bigram_counts(const arma::uvec& text, arma::uword N);

/// # Triples, smoothed
/// 3 points, 2 stars: exo7 6.1
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

/// # Triples with a gap
/// 5 points, 3 stars: exo7 6.1
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

/// # What a table loses
/// 2 points, 1 star: exo7 6.1
/// The mean loss of a table of probabilities on a text, in nats.
///
///     L = - mean over the pairs x, u of successive words of  ln P_xu
///
/// @param P     N x N, entries > 0
/// @param text  at least 2 words, each below N; it may have thousands
double cross_entropy(const arma::mat& P, const arma::uvec& text);

/// # A head, from its tables
/// 5 points, 3 stars: exo7 6.1
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

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [bigram_counts]
// - A text of n words has n - 1 pairs of neighbours.
// - Begin with a matrix of zeros, arma::mat(N, N, arma::fill::zeros), and add 1 for each pair.
// - The first word of the pair chooses the row, the second the column.

// [trigram_probability]
// - Two counts are needed: c of the triple, n of the pair with a word after it.
// - A place i begins a triple if i + 2 is still in the text.
// - If a, x never occurs, c and n are 0 and the result is 1 / N.

// [gapped_counts]
// - Walk through the text and remember one thing: whether a has stood in this sentence.
// - At the end of a sentence forget it; the word `end` has no row of its own.
// - Count the place first and look whether its word is a afterwards: x is not its own context.
// - The next word u may be `end`.

// [cross_entropy]
// - Each pair of neighbours x, u is a prediction; its loss is - ln P_xu.
// - How many pairs has a text of n words? Divide by that number.
// - std::log is the logarithm to base e: nats. Each loss is at least 0, as P is at most 1.

// [head_logits]
// - The last word of the prefix looks: it chooses a row of alpha, once and for all.
// - Each place j adds alpha_{x s} times row s of m, and its weight alpha_{x s} to a total.
// - A word that stands twice in the prefix adds twice, and the last word looks at itself too.
