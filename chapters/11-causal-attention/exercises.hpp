#pragma once

#include "epreuve/exercises/student.hpp"

/// What there is to write: chapter 11, causal attention. The bodies go into exercises.cpp.
/// Tokens are columns, as in exo7; in scores, patterns and matrices of 0 and 1, row i is about query i and column j
/// about key j. Everything is counted from 0. A function may call those before it.
namespace exercise {

/// # Minus infinity, and where
/// 2 points, 1 star: thomas, Introduction; exo7 6.5
/// Scores with the future masked. Of a text of T tokens the last K ask; those before them have asked already, and
/// only their keys are left. Every query sees the key of its own token and those of all earlier ones.
///
///     M_ij = S_ij if the query sees the key,    minus infinity otherwise
///
/// @param S  K x T, 1 <= K <= T
/// @return   K x T
arma::mat masked_scores(const arma::mat& S);

/// # A question for all, and a short memory
/// 2 points, 2 stars: chapter 11, Masks as sets
/// Who sees whom when a text begins with a question that all can read, and memory is short: every token sees the first
/// `prefix` tokens, also those that come after it, and of the tokens up to itself the last `width`.
///
///     M_ij = 1 if j < prefix,  or if j <= i and j is one of i, i - 1, ..., i - width + 1;    0 otherwise
///
/// @param tokens  T >= 1
/// @param prefix  between 0 and T
/// @param width   at least 1; it may be larger than T
/// @return        T x T
arma::umat visible(arma::uword tokens, arma::uword prefix, arma::uword width);

/// # Softmax over what is seen
/// 3 points, 2 stars: thomas, Introduction; notes, masking
/// Softmax of each row over the keys that its query sees. A query that sees none hears nothing: its row is 0.
///
///     A_ij = M_ij e^{S_ij} / sum_l M_il e^{S_il}
///
/// @param S  n_q x n_k, any finite scores, thousands too; those of unseen keys may be the largest
/// @param M  n_q x n_k, 1 where query i sees key j, 0 elsewhere
/// @return   n_q x n_k, every row of sum 1, or 0 throughout
arma::mat visible_softmax(const arma::mat& S, const arma::umat& M);

/// # Causal attention
/// 3 points, 2 stars: thomas, Introduction; exo7 6.5
/// Causal attention, from queries to outputs; the queries are those of the last n_q of the n_k tokens.
///
///     Z = V A^T,    A = softmax by rows of the masked scores Q^T K / sqrt(d)
///
/// @param Q  d x n_q, one query per column, 1 <= n_q <= n_k; scores may be thousands
/// @param K  d x n_k, one key per column
/// @param V  m x n_k, one value per column
/// @return   m x n_q, one output per column
arma::mat causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V);

/// # Which answer belongs to which question
/// 3 points, 2 stars: notes, masking
/// What a causal model is trained to make small. Column k of the logits was computed from the tokens 0, ..., k and is
/// about the token that comes after them; so every token but the first is predicted once, and the last column is about
/// a token that nobody knows yet.
///
///     L = mean over all predicted tokens of    -ln p,    p the probability that the model gave to the token
///
/// The probabilities are the softmax of a column, the logarithm is natural.
///
/// @param logits  N x K, K >= 2, of any finite size, thousands too
/// @param tokens  K ids, each below N
/// @return        L >= 0
double next_token_loss(const arma::mat& logits, const arma::uvec& tokens);

/// Keys and values of the tokens that a head has read, one per column, the oldest first.
struct Cache
{
  arma::mat K; ///< d x t
  arma::mat V; ///< m x t

  static constexpr auto fields = std::tuple(&Cache::K, &Cache::V);
};

/// What comes of reading one more token.
struct Step
{
  exercise::Cache cache; ///< with the new token
  arma::vec z;           ///< m, the head's output for it

  static constexpr auto fields = std::tuple(&Step::cache, &Step::z);
};

/// # One token more
/// 3 points, 3 stars: chapter 11, The cache
/// One head reads one more token. Its output is the last column that causal attention gives on the whole text; the
/// columns before it, and the queries that asked for them, are needed no more.
///
/// @param cache  of t >= 0 tokens; with t = 0 the matrices are d x 0 and m x 0
/// @param q      d, query of the new token; scores may be thousands
/// @param k      d, its key
/// @param v      m, its value
exercise::Step cached_step(const exercise::Cache& cache, const arma::vec& q, const arma::vec& k,
                           const arma::vec& v);

/// # What the cache saves
/// 3 points, 2 stars: chapter 11, The cache
/// How many multiplications of two numbers it takes one head to write T tokens, one after the other, without a cache
/// and with one. Queries, keys and values have d coordinates, tokens n. For token t = 1, 2, ..., T it computes
///
///  - without a cache, all that belongs to a text of t tokens: Q, K and V, each a product of a d x n and an n x t
///    matrix; the t x t scores, with those that are then masked; the product of V, d x t, with the pattern, t x t;
///  - with a cache, only what is new: query, key and value of token t, its scores with t keys, and its output, a
///    weighted sum of t values.
///
/// Divisions, exponentials and additions are not counted. The numbers may be larger than 2^32; they fit into 64 bits.
///
/// @return  {without, with}
std::pair<arma::uword, arma::uword> generation_cost(arma::uword n, arma::uword d, arma::uword T);

/// # How far hearsay goes
/// 4 points, 3 stars: chapter 11, Masks as sets
/// What the outputs of a stack of attention layers can depend on. A layer's output for a token is the token itself plus
/// what the layer has gathered from the tokens that it sees; the next layer reads these outputs.
///
///     R_ij = 1 if output i of the last layer can depend on token j of the first one's input,    0 otherwise
///
/// @param layers  at least one, first layer first; there may be 70. Each is T x T, 1 where query i sees key j; a token
///                need not see itself
/// @return        T x T
arma::umat seen_through(const std::vector<arma::umat>& layers);

/// # Find the mistake: masked too late
/// 4 points, 4 stars: chapter 11, Masking values
/// Find the mistake. "I mask after the softmax, which is simpler," says the author of
///
///     B_ij = A_ij if j <= i,  0 if j > i,    A = softmax by rows of Q^T K / sqrt(d),    z_i = sum_j B_ij v_j
///
/// "and look: no z_i uses a later value." Prove that the future is heard nevertheless. Give keys that differ from K in
/// the last column alone, and with which B_00 is half of what it was, and so is the first output, z_0 = B_00 v_0.
///
/// @param Q  d x T, T >= 2, one query per column; query 0 is not 0. Scores may be thousands
/// @param K  d x T
/// @return   d x T
arma::mat leaking_keys(const arma::mat& Q, const arma::mat& K);

/// # A million tokens, one pass
/// 5 points, 4 stars: chapter 11, No future
/// Outputs of a causal head that asks every key the same question, so that all scores of a column are one number:
///
///     z_i = sum_{j <= i} e^{s_j} v_j / sum_{j <= i} e^{s_j}
///
/// T can be a million: the time that is allowed grows like m T, not like T^2.
///
/// @param s  T >= 1 scores; they may be thousands, and rise or fall by as much
/// @param V  m x T, one value per column
/// @return   m x T, one output per column
arma::mat running_attention(const arma::vec& s, const arma::mat& V);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [masked_scores]
// - If all tokens ask, K = T, the masked scores are those above the diagonal.
// - If only the last token asks, nothing comes after it: of a single row nothing is masked.
// - Row i is about token T - K + i, so key j is masked if j > T - K + i. Assign -arma::datum::inf to these; a product
//   with 0 or with infinity is no assignment.

// [visible]
// - Two conditions, of which one is enough: the key is in the prefix, or in the window.
// - The window of query i with width 1 is the token i alone.
// - i - width + 1 can be below 0, and an arma::uword cannot: there it is a number of twenty digits. Write the
//   condition without a difference that can be negative.

// [visible_softmax]
// - Row by row: arma::find(M.row(i)) are the keys that count, and if there are none the row of the result is 0.
// - Subtract the largest score before the exponential. Which one, if an unseen key has a score of 1000 and the seen
//   ones have 0 and 1?
// - The largest of the seen scores. Divide by the sum of the seen exponentials only.

// [causal_attention]
// - Four steps: scores, mask, softmax of every row, mean of the values.
// - masked_scores does the second; e^{-inf} is 0, so the softmax needs no special case.
// - Subtract from each row its largest score that is not masked: arma::max(A, 1) after the mask. Output i is V times
//   row i of A as a column, which is V * A.t().

// [next_token_loss]
// - Write the tokens below the columns of the logits. The answer to a column stands below the next column; the last
//   column has no answer.
// - K tokens are K - 1 predictions. Each costs ln sum_j e^{x_j} - x_t, x its column of logits and t the token that
//   came.
// - ln sum_j e^{x_j} = m + ln sum_j e^{x_j - m}, m the largest of the x_j: nothing overflows.

// [cached_step]
// - The new token sees itself: its key and its value belong to those that it asks.
// - arma::join_rows(M, v) is M with a column more; M may have none.
// - With K and V one column longer, causal_attention(q, K, V) is the output. Nothing is to be masked: what could be,
//   has not been written yet.

// [generation_cost]
// - A product of an a x b with a b x c matrix takes a b c multiplications.
// - Token t without a cache: three times d n t, and twice t d t.
// - Token t with a cache: three times d n, and twice d t. Sum both over t = 1, ..., T.

// [seen_through]
// - One layer: output i depends on token i, which is kept, and on those that query i sees.
// - Two layers: output i depends on j if some k between them does: i takes k in the second layer, k took j in the
//   first. A sum over k of products of 0 and 1 counts such k.
// - Start with R = I. A layer M makes of it M R + R, in which every number above 0 becomes 1. At once: after many
//   layers the numbers of paths have more digits than an integer.

// [leaking_keys]
// - Write B_00 out. Which part of the fraction has the last key in it?
// - The numerator stays. The denominator, D, must become 2 D: the last exponential e^s is replaced by e^x with D - e^s
//   + e^x = 2 D.
// - So x = ln(D + e^s); subtract the largest score from all before the exponentials. Now a key is needed whose score
//   with query 0 is x.
// - A multiple of the query will do: k = c q_0 has the score c q_0 . q_0 / sqrt(d).

// [running_attention]
// - Numerator and denominator of z_i are those of z_{i-1} and one term more.
// - Against overflow, keep sum_j e^{s_j - m} and sum_j e^{s_j - m} v_j with m the largest score so far. The largest of
//   all scores would be wrong: if it comes late, all terms before it are 0.
// - When a larger score comes, m grows to m'. Both sums are then too large by the same factor: multiply them by e^{m -
//   m'}.
