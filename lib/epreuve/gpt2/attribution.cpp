#include "epreuve/gpt2/attribution.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace epreuve::gpt2 {

namespace {

template <typename Matrix>
arma::mat in_double(const Matrix& values)
{
  return arma::conv_to<arma::mat>::from(values);
}

} // namespace

arma::vec LogitAttribution::attention() const
{
  return arma::sum(heads, 1) + attention_bias;
}

double LogitAttribution::sum() const
{
  return embedding + position + arma::accu(attention()) + arma::accu(mlp) + final_bias;
}

std::vector<std::string> attribution_sites()
{
  return {"embed", "pos_embed", "blocks.*.attn.z", "blocks.*.mlp_out", "blocks.*.resid_post"};
}

template <typename Real>
LogitAttribution logit_attribution(const Weights<Real>& weights, const Trace<Real>& trace,
                                   Token answer)
{
  const Config& config = weights.config;
  if (answer >= config.N)
    throw Error("token {} is not in the vocabulary: ids go from 0 to {}", answer, config.N - 1);
  const auto last = [&](const std::string& name, arma::uword head = 0) -> arma::vec {
    return in_double(trace.matrix(name, head).tail_cols(1));
  };
  const auto site = [](arma::uword layer, const char* name) {
    return fmt::format("blocks.{}.{}", layer, name);
  };
  const arma::vec x = last(site(config.layers - 1, "resid_post"));
  const arma::vec a = in_double(weights.wte.col(answer));
  const double s = std::sqrt(arma::var(x, 1) + config.layer_norm_epsilon);
  const arma::vec ga = in_double(weights.ln_f.gain) % a, u = (ga - arma::mean(ga)) / s;

  LogitAttribution parts;
  parts.embedding = arma::dot(u, last("embed"));
  parts.position = arma::dot(u, last("pos_embed"));
  parts.heads.set_size(config.layers, config.heads);
  parts.attention_bias.set_size(config.layers);
  parts.mlp.set_size(config.layers);
  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    const Dense<Real>& W_O = weights.blocks[layer].heads;
    const arma::vec read = in_double(W_O.neurons) * u; // <u, W^O z> = <W^O^T u, z>
    const arma::uword d = config.head_size();
    for (arma::uword h = 0; h < config.heads; ++h)
      parts.heads(layer, h) =
          arma::dot(read.subvec(h * d, (h + 1) * d - 1), last(site(layer, "attn.z"), h));
    parts.attention_bias[layer] = arma::dot(u, arma::vec(in_double(W_O.b)));
    parts.mlp[layer] = arma::dot(u, last(site(layer, "mlp_out")));
  }
  parts.final_bias = arma::dot(a, arma::vec(in_double(weights.ln_f.bias)));
  return parts;
}

template LogitAttribution logit_attribution(const Weights<float>&, const Trace<float>&, Token);
template LogitAttribution logit_attribution(const Weights<double>&, const Trace<double>&, Token);

} // namespace epreuve::gpt2
