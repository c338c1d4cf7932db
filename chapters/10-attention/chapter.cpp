#include "epreuve/chapter.hpp"
#include "epreuve/instruments/rational_pattern.hpp"
#include "exact_heads.hpp"

/**
# Attention: who listens to whom, and what is said

A token is a vector that knows nothing of the others. Attention is the one place in a transformer where
tokens meet: what does it compute?
*/

using namespace epreuve::course;

ExactHead epreuve::exact_head(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& W_V,
                              const arma::mat& W_O)
{
  return {RationalMatrix(W_Q), RationalMatrix(W_K), RationalMatrix(W_V), RationalMatrix(W_O)};
}

RationalMatrix epreuve::pattern_by_columns(const ExactHead& head, const RationalMatrix& x)
{
  return rational_pattern(transpose(head.W_Q * x) * (head.W_K * x));
}

RationalMatrix epreuve::by_columns(const ExactHead& head, const RationalMatrix& x)
{
  return head.W_O * (head.W_V * x) * transpose(pattern_by_columns(head, x));
}
