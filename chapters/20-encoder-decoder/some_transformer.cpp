#include "some_transformer.hpp"

#include <span>
#include <string>

namespace epreuve::instruments {

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
  SomeTransformer some;
  some.network = networks::initial_encoder_decoder<double>(
      small_sizes(blocks), std::uint64_t(draw.integer("seed", 1, 1'000'000)));
  some.texts.source = text("source");
  some.texts.target = text("target");
  some.pairs = networks::side_by_side({some.texts}, 0, 4);
  return some;
}

arma::mat source_input(const SomeTransformer& of)
{
  return networks::embed_with_positions(of.network.source, of.pairs.source,
                                        of.pairs.source_positions);
}

arma::mat target_input(const SomeTransformer& of)
{
  return networks::embed_with_positions(of.network.target, of.pairs.target,
                                        of.pairs.target_positions);
}

} // namespace epreuve::instruments
