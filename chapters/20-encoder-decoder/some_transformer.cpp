#include "some_transformer.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::instruments {

namespace {

SomeTransformer computed(networks::EncoderDecoder<double> network, const networks::TextPair& texts)
{
  SomeTransformer some;
  some.network = std::move(network);
  some.texts = texts;
  some.pairs = networks::side_by_side({texts}, 0, some.network.source.n_rows);
  const networks::Pairs<double>& pairs = some.pairs;
  some.x =
      networks::embed_with_positions(some.network.source, pairs.source, pairs.source_positions);
  some.y =
      networks::embed_with_positions(some.network.target, pairs.target, pairs.target_positions);
  some.z = networks::encode(some.network, some.x, pairs.source_seen);
  some.logits = networks::decode(some.network, some.y, some.z, pairs.target_seen, pairs.cross_seen);
  return some;
}

} // namespace

networks::EncoderDecoderSizes small_sizes(arma::uword blocks)
{
  return {
      .n = 4, .heads = 2, .hidden = 6, .blocks = blocks, .source_tokens = 7, .target_tokens = 7};
}

SomeTransformer some_transformer(evidence::Draw& draw, arma::uword blocks)
{
  const auto text = [&](const std::string& name) {
    std::vector<arma::uword> tokens(draw.size("length of " + name, 2, 5));
    for (std::size_t k = 0; k < tokens.size(); ++k)
      tokens[k] = draw.size(name + std::to_string(k), 0, 6);
    return tokens;
  };
  networks::TextPair texts;
  texts.source = text("source");
  texts.target = text("target");
  const auto seed = std::uint64_t(draw.integer("seed", 1, 1'000'000));
  return computed(networks::initial_encoder_decoder<double>(small_sizes(blocks), seed), texts);
}

SomeTransformer with_texts(const SomeTransformer& of, const networks::TextPair& texts)
{
  return computed(of.network, texts);
}

arma::mat with_another(const arma::mat& tokens, arma::uword j, evidence::Draw& draw)
{
  arma::mat others = tokens;
  others.col(j) += draw.vector("change", tokens.n_rows, 0.5, 1);
  return others;
}

arma::uvec changed(const arma::mat& a, const arma::mat& b)
{
  return arma::find(arma::max(arma::abs(a - b), 0) > 0);
}

} // namespace epreuve::instruments
