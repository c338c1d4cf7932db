#include "epreuve/instruments/gpt2/attention_layer.hpp"

#include "epreuve/attention/scores.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/layer_norm.hpp"

#include <fmt/format.h>

namespace epreuve::instruments {

namespace {

constexpr double epsilon = 1e-5; // of GPT-2's layer norms

enum Part : arma::uword
{
  query,
  key,
  value
};

arma::span rows_of(const AttentionLayer& layer, Part part, arma::uword head)
{
  if (head >= layer.heads)
    throw Error("attention_layer: no head {} among {} heads, which count from 0", head,
                layer.heads);
  const arma::uword n = layer.output.n_rows, d = n / layer.heads;
  const arma::uword first = part * n + head * d;
  return arma::span(first, first + d - 1);
}

} // namespace

arma::mat AttentionLayer::W_Q(arma::uword head) const
{
  return qkv.rows(rows_of(*this, query, head));
}

arma::mat AttentionLayer::W_K(arma::uword head) const
{
  return qkv.rows(rows_of(*this, key, head));
}

arma::mat AttentionLayer::W_V(arma::uword head) const
{
  return qkv.rows(rows_of(*this, value, head));
}

arma::mat AttentionLayer::W_O(arma::uword head) const
{
  return output.cols(rows_of(*this, query, head)); // the first n rows are cut as these columns are
}

arma::mat AttentionLayer::scores(arma::uword head, const arma::mat& x) const
{
  const arma::mat u = math::layer_norm(x, gain, bias, epsilon);
  const auto read = [&](Part part) {
    const arma::span rows = rows_of(*this, part, head);
    arma::mat result = qkv.rows(rows) * u;
    result.each_col() += qkv_bias.rows(rows);
    return result;
  };
  return attention::scaled_attention_scores(read(query), read(key));
}

AttentionLayer attention_layer(const gpt2::Checkpoint& checkpoint, arma::uword layer)
{
  const auto name = [=](const char* tensor) { return fmt::format("h.{}.{}", layer, tensor); };
  return {checkpoint.vector<double>(name("ln_1.weight")),
          checkpoint.vector<double>(name("ln_1.bias")),
          checkpoint.matrix<double>(name("attn.c_attn.weight")),
          checkpoint.vector<double>(name("attn.c_attn.bias")),
          checkpoint.matrix<double>(name("attn.c_proj.weight")),
          checkpoint.config().heads};
}

AttentionLayer attention_layer(const gpt2::Block<double>& block, arma::uword heads)
{
  return {block.ln_1.gain, block.ln_1.bias,         block.qkv.neurons.t(),
          block.qkv.b,     block.heads.neurons.t(), heads};
}

} // namespace epreuve::instruments
