// Chapter 11, causal attention. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check causal-attention checks it.

#include "exercises.hpp"

// [masked_scores] Minus infinity, and where
arma::mat exercise::masked_scores(const arma::mat& S)
{
  throw NotStarted();
}

// [visible] A question for all, and a short memory
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  throw NotStarted();
}

// [visible_softmax] Softmax over what is seen
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  throw NotStarted();
}

// [causal_attention] Causal attention
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  throw NotStarted();
}

// [next_token_loss] Which answer belongs to which question
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  throw NotStarted();
}

// [cached_step] One token more
exercise::Step exercise::cached_step(const exercise::Cache& cache, const arma::vec& q,
                                     const arma::vec& k, const arma::vec& v)
{
  throw NotStarted();
}

// [generation_cost] What the cache saves
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  throw NotStarted();
}

// [seen_through] How far hearsay goes
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  throw NotStarted();
}

// [leaking_keys] Find the mistake: masked too late
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  throw NotStarted();
}

// [running_attention] A million tokens, one pass
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  throw NotStarted();
}
