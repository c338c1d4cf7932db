#include "epreuve/instruments/networks/masked.hpp"

#include "epreuve/networks/layers.hpp"

#include <cmath>
#include <utility>

namespace epreuve::instruments {

namespace {

using arma::fmat;

struct MaskedPass
{
  networks::Pairs<float> texts;
  std::vector<fmat> stages; ///< the input of each block, and the output of the last
};

MaskedPass masked_pass(const networks::EncoderDecoder<float>& network,
                       const std::vector<std::vector<arma::uword>>& texts)
{
  std::vector<networks::TextPair> sources;
  for (const std::vector<arma::uword>& text : texts)
    sources.push_back({text, {0}});
  MaskedPass pass{in_floats(networks::side_by_side(sources, 0, network.source.n_rows)), {}};
  pass.stages.push_back(networks::embed_with_positions(network.source, pass.texts.source,
                                                       pass.texts.source_positions));
  for (const networks::Block<float>& block : network.encoder)
    pass.stages.push_back(
        networks::block(block, pass.stages.back(), {}, pass.texts.source_seen, {}));
  return pass;
}

} // namespace

fmat masked_logits(const networks::EncoderDecoder<float>& network,
                   const std::vector<arma::uword>& text)
{
  return network.source.t() * masked_pass(network, {text}).stages.back();
}

networks::EncoderDecoderLoss<float>
masked_loss_and_gradient(const networks::EncoderDecoder<float>& network, const MaskedTexts& texts)
{
  const auto [all, stages] = masked_pass(network, texts.texts);
  const arma::uvec places(texts.places);
  const fmat y = stages.back().cols(places), logits = network.source.t() * y;
  const fmat G = networks::cross_entropy_backward(logits, texts.words);
  networks::EncoderDecoderLoss<float> to{.loss = networks::cross_entropy(logits, texts.words),
                                         .gradient = {}};
  to.gradient.encoder.resize(network.encoder.size());
  fmat by_stage(arma::size(stages.back()), arma::fill::zeros);
  by_stage.cols(places) = network.source * G;
  for (std::size_t b = network.encoder.size(); b-- > 0;) {
    auto back =
        networks::block_backward(network.encoder[b], stages[b], {}, all.source_seen, {}, by_stage);
    to.gradient.encoder[b] = std::move(back.weights);
    by_stage = std::move(back.x);
  }
  to.gradient.source = std::sqrt(float(network.source.n_rows)) *
                           networks::embed_backward(all.source, network.source.n_cols, by_stage) +
                       y * G.t();
  return to;
}

} // namespace epreuve::instruments
