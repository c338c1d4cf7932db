#pragma once

#include <armadillo>

/// Counting words that follow each other, and what such counts are worth. A text is a vector of words,
/// numbered from 0 to N - 1. In a table of counts or of probabilities the rows are the words that are
/// known and the columns the next word; a third word, the context, has a slice of a cube.
namespace epreuve::math {

/// How often the word u follows the word x.
///
///     C(x, u) = number of places with x, u
///
/// @param text  any length, words below N; a text of one word has no pair
/// @param N     at least 1
/// @return      N x N, of sum length - 1
/// @throws      Error for an empty text, for N = 0, or for a word that is not below N (the message gives its place)
/// Source: exo7 6.1.
arma::mat bigram_counts(const arma::uvec& text, arma::uword N);

/// How often u follows the pair a, x.
///
///     C(x, u) in slice a = number of places with a, x, u
///
/// @return  N x N x N, of sum length - 2
/// @throws  Error as bigram_counts
/// Source: exo7 6.1.
arma::cube trigram_counts(const arma::uvec& text, arma::uword N);

/// How often u follows x where a occurs somewhere before x in the same sentence: a gapped trigram.
///
///     C(x, u) in slice a = number of places with x, u and a in the words from the sentence's first to
///                          the one before x; a word that occurs there twice counts once
///
/// @param end  the word that ends a sentence; it can be the next word u, and x for the first word of a
///             sentence, where nothing stands before it
/// @return     N x N x N
/// @throws     Error as bigram_counts, or if `end` is not below N
/// Source: exo7 6.1.
arma::cube gapped_trigram_counts(const arma::uvec& text, arma::uword N, arma::uword end);

/// Counts as probabilities, with lambda added to each of them.
///
///     P(x, u) = (C(x, u) + lambda) / (sum over v of C(x, v) + lambda N)
///
/// @param counts  not negative, N columns
/// @param lambda  >= 0; 0 gives frequencies
/// @return        the shape of C; a row without counts is uniform
/// @throws        Error for no counts, a negative count or a negative lambda
arma::mat add_lambda(const arma::mat& counts, double lambda);

/// Absolute discounting: D is taken from every count that is not 0, and what is gained goes to a shorter
/// context's distribution. With counts of different predecessors in `lower` it is Kneser and Ney's.
///
///     P(x, u) = (max(C(x, u) - D, 0) + D d(x) lower(x, u)) / n(x)
///
/// with n(x) the sum of row x and d(x) how many of its counts are not 0; where n(x) = 0, lower(x, u).
///
/// @param counts  not negative, each 0 or at least D
/// @param D       in [0, 1]
/// @param lower   the shape of counts: distributions
/// @throws        Error if the shapes differ, D is outside of [0, 1], or counts are negative or empty
/// Source: Ney, Essen and Kneser, On structuring probabilistic dependences (1994).
arma::mat absolute_discounting(const arma::mat& counts, double D, const arma::mat& lower);

/// The mean loss, in nats, of predicting with Q what comes by a joint law.
///
///     L = - sum over x, u of  J(x, u) ln Q(x, u),    0 ln 0 = 0
///
/// @param joint  probabilities of x and u together, not negative
/// @param Q      the shape of joint
/// @return       infinite where Q is 0 and J is not
/// @throws       Error if the shapes differ or there is nothing
double cross_entropy(const arma::mat& joint, const arma::mat& Q);

} // namespace epreuve::math
