#include "epreuve/instruments/gpt2/pass_operations.hpp"

epreuve::instruments::PassOperations
epreuve::instruments::pass_operations(const gpt2::Config& config, const arma::vec& tokens)
{
  const double n = config.n, d = config.head_size(), heads = config.heads;
  const double weights_of_layer = n * 3 * n + n * n + n * config.mlp + config.mlp * n;
  const arma::vec pairs = tokens % (tokens + 1) / 2;
  return {.dense = 2 * weights_of_layer * config.layers * tokens,
          .attention = 4 * d * heads * config.layers * pairs,
          .unembedding = arma::vec(tokens.n_elem).fill(2 * n * config.N)};
}
