#include "plain_trace.hpp"
#include "epreuve/math/gelu.hpp"

#include <fmt/format.h>

std::map<std::string, arma::mat>
epreuve::instruments::plain::trace(const gpt2::Weights<double>& weights, const Tokens& text)
{
  const double epsilon = weights.config.layer_norm_epsilon;
  std::map<std::string, arma::mat> noted;
  arma::mat x = start(weights, text);
  for (arma::uword layer = 0; layer < weights.config.layers; ++layer) {
    const gpt2::Block<double>& block = weights.blocks.at(layer);
    const auto note = [&](const char* name, const arma::mat& value) {
      return noted[fmt::format("blocks.{}.{}", layer, name)] = value;
    };
    note("resid_pre", x);
    const arma::mat read = note("ln1.normalized", layer_norm(block.ln_1, x, epsilon));
    x += note("attn_out", attention(block, read, weights.config.heads));
    note("resid_mid", x);
    const arma::mat normed = note("ln2.normalized", layer_norm(block.ln_2, x, epsilon));
    const arma::mat asked = note("mlp.pre", dense(block.mlp_in, normed));
    const arma::mat answered = note("mlp.post", math::gelu_tanh(asked));
    x += note("mlp_out", dense(block.mlp_out, answered));
    note("resid_post", x);
  }
  noted["ln_final.normalized"] = layer_norm(weights.ln_f, x, epsilon);
  return noted;
}
