#pragma once

#include "epreuve/exercises/student.hpp"

/// What there is to write: chapter 11, causal attention. The bodies go into exercises.cpp.
/// Tokens are columns, as in exo7; in scores, patterns and matrices of 0 and 1, row i is about query i and column j
/// about key j. Everything is counted from 0. A function may call those before it.
namespace exercise {

/// Scores with the future masked. Of a text of T tokens the last K ask; those before them have asked already, and
/// only their keys are left. Every query sees the key of its own token and those of all earlier ones.
///
///     M_ij = S_ij if the query sees the key,    minus infinity otherwise
///
/// @param S  K x T, 1 <= K <= T
/// @return   K x T
arma::mat masked_scores(const arma::mat& S);

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

/// Softmax of each row over the keys that its query sees. A query that sees none hears nothing: its row is 0.
///
///     A_ij = M_ij e^{S_ij} / sum_l M_il e^{S_il}
///
/// @param S  n_q x n_k, any finite scores, thousands too; those of unseen keys may be the largest
/// @param M  n_q x n_k, 1 where query i sees key j, 0 elsewhere
/// @return   n_q x n_k, every row of sum 1, or 0 throughout
arma::mat visible_softmax(const arma::mat& S, const arma::umat& M);

/// Causal attention, from queries to outputs; the queries are those of the last n_q of the n_k tokens.
///
///     Z = V A^T,    A = softmax by rows of the masked scores Q^T K / sqrt(d)
///
/// @param Q  d x n_q, one query per column, 1 <= n_q <= n_k; scores may be thousands
/// @param K  d x n_k, one key per column
/// @param V  m x n_k, one value per column
/// @return   m x n_q, one output per column
arma::mat causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V);

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

/// One head reads one more token. Its output is the last column that causal attention gives on the whole text; the
/// columns before it, and the queries that asked for them, are needed no more.
///
/// @param cache  of t >= 0 tokens; with t = 0 the matrices are d x 0 and m x 0
/// @param q      d, query of the new token; scores may be thousands
/// @param k      d, its key
/// @param v      m, its value
exercise::Step cached_step(const exercise::Cache& cache, const arma::vec& q, const arma::vec& k,
                           const arma::vec& v);

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

/// What the outputs of a stack of attention layers can depend on. A layer's output for a token is the token itself plus
/// what the layer has gathered from the tokens that it sees; the next layer reads these outputs.
///
///     R_ij = 1 if output i of the last layer can depend on token j of the first one's input,    0 otherwise
///
/// @param layers  at least one, first layer first; there may be 70. Each is T x T, 1 where query i sees key j; a token
///                need not see itself
/// @return        T x T
arma::umat seen_through(const std::vector<arma::umat>& layers);

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

EXERCISES(masked_scores, visible, visible_softmax, causal_attention, next_token_loss, cached_step,
          generation_cost, seen_through, leaking_keys, running_attention)

} // namespace exercise
