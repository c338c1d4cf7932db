#include "epreuve/instruments/networks/captions.hpp"

#include "epreuve/math/patches.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/training/optimisers.hpp"
#include "epreuve/translator/weights_file.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <utility>

namespace epreuve::instruments {

namespace {

using arma::uword;
using networks::EncoderDecoder, networks::Pairs;

constexpr uword patch_side = 2, patches_in_picture = 16, group = 2, longest = 20;
constexpr double rate = 3e-3;

uword number_of(const std::string& word)
{
  return uword(std::ranges::find(caption_words(), word) - caption_words().begin());
}

/// The decoder's beginning is the token after the words.
uword beginning()
{
  return caption_words().size();
}

arma::mat columns_of(const Picture& picture)
{
  const arma::mat image = drawn(picture);
  return math::patches(arma::cube(image.memptr(), 8, 8, 1), patch_side);
}

/// side_by_side of texts whose source is as long as a picture has patches, with these in its place.
Pairs<double> with_columns(const std::vector<Picture>& pictures,
                           std::vector<networks::TextPair> texts)
{
  arma::mat columns;
  for (std::size_t k = 0; k < pictures.size(); ++k) {
    texts[k].source.assign(patches_in_picture, 0);
    columns = arma::join_rows(columns, columns_of(pictures[k]));
  }
  Pairs<double> pairs = networks::side_by_side(texts, beginning(), caption_sizes().n);
  pairs.columns = columns;
  return pairs;
}

uword best(const arma::mat& logits, uword k)
{
  return logits.col(k).head(caption_words().size()).index_max();
}

} // namespace

networks::EncoderDecoderSizes caption_sizes()
{
  return {.n = 32,
          .heads = 2,
          .hidden = 64,
          .blocks = 2,
          .source_tokens = patch_side * patch_side,
          .target_tokens = beginning() + 1};
}

Pairs<double> captioned(const std::vector<Picture>& pictures)
{
  std::vector<networks::TextPair> texts;
  for (const Picture& picture : pictures) {
    texts.emplace_back();
    for (const std::string& word : caption(picture))
      texts.back().target.push_back(number_of(word));
  }
  return with_columns(pictures, std::move(texts));
}

EncoderDecoder<float> trained_captions(std::uint64_t seed,
                                       const std::function<void(unsigned step, double loss)>& seen)
{
  std::vector<Picture> pictures;
  for (const Picture& picture : all_pictures())
    if (use_of(picture) == Use::training)
      pictures.push_back(picture);
  auto network = networks::initial_encoder_decoder<float>(caption_sizes(), seed), m = network;
  for (const std::span<float> part : networks::parameters(m))
    std::ranges::fill(part, 0.F);
  auto v = m;
  std::mt19937_64 bits(seed + 1);
  const training::Schedule schedule{
      .rate = rate, .final_rate = rate / 50, .warm_up = 100, .steps = caption_steps};
  const std::vector<float> shares(caption_batch / group, float(group) / caption_batch);
  double loss = 0;
  for (unsigned step = 0; step < caption_steps; ++step) {
    std::vector<Picture> batch;
    while (batch.size() < caption_batch)
      batch.push_back(pictures[bits() % pictures.size()]);
    std::vector<networks::EncoderDecoderLoss<float>> parts(shares.size());
    parallel_for(parts.size(), [&](std::size_t k) {
      const auto first = batch.begin() + std::ptrdiff_t(k * group);
      parts[k] = networks::loss_and_gradient(
          network, networks::in_floats(captioned({first, first + std::ptrdiff_t(group)})));
    });
    auto sum = networks::add_up(parts, shares);
    loss += double(sum.loss);
    training::clipped_step(networks::parameters(network), networks::parameters(m),
                           networks::parameters(v), networks::parameters(sum.gradient),
                           {.beta2 = 0.98}, training::learning_rate(schedule, step), step + 1, 1);
    if ((step + 1) % 100 == 0) {
      seen(step + 1, loss / 100);
      loss = 0;
    }
  }
  return network;
}

EncoderDecoder<double> caption_network()
{
  auto network = networks::initial_encoder_decoder<double>(caption_sizes(), 0);
  translator::read_weights(data_folder("models/captions") / "model.safetensors", network);
  return network;
}

std::vector<std::string> written_caption(const EncoderDecoder<double>& network,
                                         const Picture& picture)
{
  std::vector<std::string> words;
  networks::TextPair text;
  while (words.size() < longest && (words.empty() || words.back() != ".")) {
    text.target.push_back(0); // which of them it is, is not read
    const uword next =
        best(networks::logits(network, with_columns({picture}, {text})), words.size());
    text.target.back() = next;
    words.push_back(caption_words()[next]);
  }
  return words;
}

std::vector<std::optional<uword>> first_mistakes(const EncoderDecoder<double>& network,
                                                 const std::vector<Picture>& pictures)
{
  std::vector<std::optional<uword>> mistakes;
  for (const Picture& picture : pictures) {
    const Pairs<double> pairs = captioned({picture});
    const arma::mat logits = networks::logits(network, pairs);
    mistakes.emplace_back();
    for (uword k = 0; k < logits.n_cols && !mistakes.back(); ++k)
      if (best(logits, k) != pairs.next[k])
        mistakes.back() = k;
  }
  return mistakes;
}

arma::uvec patches_of(const Thing& thing)
{
  const arma::mat places = arma::conv_to<arma::mat>::from(places_of(thing));
  const arma::mat patches = math::patches(arma::cube(places.memptr(), 8, 8, 1), patch_side);
  return arma::find(arma::sum(patches, 0) > 0);
}

} // namespace epreuve::instruments
