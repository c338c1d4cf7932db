// Chapter 13, multi head. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check multi-head checks it.

#include "exercises.hpp"

// [split] Shared out among the heads
std::vector<arma::mat> exercise::split(const arma::mat& Q, arma::uword H)
{
  throw NotStarted();
}

// [read_by_head] One head out of GPT-2's matrix
arma::mat exercise::read_by_head(const arma::mat& W, arma::uword H, arma::uword h)
{
  throw NotStarted();
}

// [multi_head] A whole layer
arma::mat exercise::multi_head(const Layer& layer, arma::uword H, const arma::mat& x, bool causal)
{
  throw NotStarted();
}

// [said_by_each] Who said what?
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  throw NotStarted();
}

// [layer_parameters] What a layer learns
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  throw NotStarted();
}

// [direct_sum] The direct sum as one matrix
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  throw NotStarted();
}

// [grouped_heads] Fewer keys than heads
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  throw NotStarted();
}

// [pooled_keys] From many keys to few
arma::mat exercise::pooled_keys(const arma::mat& W_K, arma::uword H, arma::uword G)
{
  throw NotStarted();
}

// [overlap] Do two heads read the same?
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  throw NotStarted();
}

// [fewest_heads] How many heads does it take?
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  throw NotStarted();
}
