// Chapter 17, GPT-2. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check gpt2 checks it.

#include "exercises.hpp"

// [dense] A dense layer, W x + b
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  throw NotStarted();
}

// [layer_norm] Layer norm of every token
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  throw NotStarted();
}

// [causal_mask] The causal mask
arma::mat exercise::causal_mask(const arma::mat& S)
{
  throw NotStarted();
}

// [attention_pattern] Where each token looks
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  throw NotStarted();
}

// [attention_head] One attention head
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  throw NotStarted();
}

// [multi_head] All heads, and what W^O makes of them
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  throw NotStarted();
}

// [mlp] The MLP
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  throw NotStarted();
}

// [block] A block: two additions to the residual stream
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  throw NotStarted();
}

// [unembed] Unembedding: from vectors to logits
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  throw NotStarted();
}

// [top_k] The k most probable tokens
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  throw NotStarted();
}

// [merge_step] One step of byte-pair encoding
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  throw NotStarted();
}

// [forward_pass] GPT-2, the whole forward pass
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  throw NotStarted();
}
