#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 21, training. The bodies go into exercises.cpp.
///
/// Words are numbered from 0. Logits and laws of a place are a column; N is the number of words, K that of places.
namespace exercise {

/// # The loss at one place
/// 2 points, 1 star: chapter 21, Cross-entropy
/// The loss at one place: how surprised the model is at the word that came, in nats.
///
///     -ln softmax(x)_t = ln sum_j e^{x_j} - x_t
///
/// @param x  N logits, as large as 10^5 in magnitude
/// @param t  the word that came, from 0 to N - 1
double surprise(const arma::vec& x, arma::uword t);

/// # The gradient by the logits
/// 2 points, 1 star: chapter 21, The gradient is p − y
/// How the mean loss at one place changes with each logit, where word i comes with probability y_i:
///
///     d/dx_i (-sum_j y_j ln softmax(x)_j) = softmax(x)_i - y_i
///
/// @param x  N logits, none larger than 500 in magnitude
/// @param y  N probabilities, of sum 1
/// @return   N
arma::vec logit_gradient(const arma::vec& x, const arma::vec& y);

/// # The gradient of a text
/// 3 points, 2 stars: chapter 21, One pass, as many lessons as words
/// The gradient of the mean loss over all places of a text, by the logits of each place.
///
///     column k:  (softmax(x_k) - e_t) / K,    t the word that came at place k
///
/// @param X        N x K, the logits of a place in each column, none larger than 500 in magnitude
/// @param targets  K, the word that came at each place, each from 0 to N - 1
/// @return         N x K
arma::mat mean_gradient(const arma::mat& X, const arma::uvec& targets);

/// # The law of a masked word
/// 3 points, 2 stars: chapter 21, The other objective: a word is masked
/// The law of a masked word, given the words on both sides: how probable each word is at this place among the sentences
/// that agree with the text at all other places.
///
///     P(w) = sum of p_s over the sentences s that agree, and have w at the place,  over the sum of p_s of all that agree
///
/// What stands in the text at the place itself does not count.
///
/// @param sentences  of the language, as many words in each as in the text
/// @param p          how probable each sentence is
/// @param text       with a word at each place
/// @param place      that is masked, from 0; at least one sentence agrees with the text elsewhere
/// @param N          every word is below N
/// @return           N
arma::vec law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                        const arma::uvec& text, arma::uword place, arma::uword N);

/// # The next merge
/// 2 points, 2 stars: chapter 21, A merge at a time
/// The next merge of byte-pair encoding: the pair of neighbours that is most frequent in a text. Of several equally
/// frequent ones it is the one that comes first in the text. Pairs that overlap all count: "a a a" has two.
///
/// @param tokens  two or more; tokens may have blanks in them
/// @return        left and right token
std::pair<std::string, std::string> next_merge(const std::vector<std::string>& tokens);

/// # A training loop that reaches a given loss
/// 4 points, 3 stars: chapter 21, A network of two layers, and what it tends to
/// A training loop. The model is a table of logits: column j of W has those of the word that follows word j. The loss is
///
///     L(W) = -sum_ij P_ij ln softmax(w_j)_i,    with the gradient  G_ij = softmax(w_j)_i (sum_l P_lj) - P_ij
///
/// While the loss is above a bound, a step W <- W - rate G is taken. The first W may be good enough.
///
/// @param W     N x N, to begin with; no entry is larger than 4 in magnitude
/// @param P     N x N, positive, of sum 1: how probable it is that word i follows word j
/// @param rate  from 0.001 to 2; it may take thousands of steps
/// @param loss  the bound, above the least loss there is
/// @return      the first table whose loss is no more than the bound
arma::mat train(const arma::mat& W, const arma::mat& P, double rate, double loss);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [surprise]
// - Softmax first, then its logarithm at t, with a minus sign.
// - For logits of 1000 the exponential is infinite; the second form of the formula is only a sum and a logarithm.
// - Subtract the largest logit from all of them: the loss stays what it was.

// [logit_gradient]
// - What was predicted, less what was right.
// - The prediction is a softmax; y is not.
// - Nothing is divided by the probabilities, nor multiplied by them.

// [mean_gradient]
// - One column after the other: a softmax of each.
// - From each column the one-hot vector of its word: 1 less in a single place.
// - The loss is a mean over K places, so the gradient is divided by K.

// [law_of_masked]
// - Which sentences could it be? Those that have the text's words everywhere else.
// - Add up their probabilities, by the word that they have at the place.
// - Divide by the sum in the end: it is a law.

// [next_merge]
// - For each pair of neighbours, count how often it comes in the whole text.
// - Left and right are not exchanged: (a, b) is another pair than (b, a).
// - Go through the text from the left and keep the best pair; replace it only by a pair that is more frequent.

// [train]
// - Three things in the loop: the softmax of each column, the loss, the step.
// - Compare the loss with the bound before the step, not after it.
// - In the gradient each column's softmax is multiplied by how often its word comes: the sum of P's column.
