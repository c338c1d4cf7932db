// Chapter 09, trigrams. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check trigrams checks it.

#include "exercises.hpp"

// [bigram_counts] Pairs
arma::mat exercise::bigram_counts(const arma::uvec& text, arma::uword N)
{
  throw NotStarted();
}

// [trigram_probability] Triples, smoothed
double exercise::trigram_probability(const arma::uvec& text, arma::uword N, arma::uword a,
                                     arma::uword x, arma::uword u, double lambda)
{
  throw NotStarted();
}

// [gapped_counts] Triples with a gap
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  throw NotStarted();
}

// [cross_entropy] What a table loses
double exercise::cross_entropy(const arma::mat& P, const arma::uvec& text)
{
  throw NotStarted();
}

// [head_logits] A head, from its tables
arma::vec exercise::head_logits(const arma::mat& alpha, const arma::mat& m,
                                const arma::uvec& prefix)
{
  throw NotStarted();
}
