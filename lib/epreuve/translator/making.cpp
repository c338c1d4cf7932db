#include "epreuve/translator/making.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/translator/weights_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <utility>

namespace epreuve::translator {

namespace {

using language::english;
using language::french;
using language::Twins;
using language::Word;
using networks::EncoderDecoder;
using networks::TextPair;

bool may_be_seen(const std::string& sentence)
{
  return !construction_of(sentence) && !is_withheld(sentence);
}

/// Loss and gradient over a step's pairs, two by two, on all cores; their sums come in one order.
networks::EncoderDecoderLoss<float> together(const EncoderDecoder<float>& network,
                                             const std::vector<TextPair>& pairs, bool positions)
{
  constexpr std::size_t of_part = 2;
  const std::size_t parts = (pairs.size() + of_part - 1) / of_part;
  std::vector<networks::EncoderDecoderLoss<float>> results(parts);
  std::vector<float> shares(parts);
  float all_words = 0;
  for (const TextPair& pair : pairs)
    all_words += static_cast<float>(pair.target.size());
  parallel_for(parts, [&](std::size_t k) {
    const auto first = pairs.begin() + std::ptrdiff_t(k * of_part);
    const std::vector<TextPair> some(
        first, first + std::ptrdiff_t(std::min(of_part, pairs.size() - k * of_part)));
    networks::Pairs<float> read =
        networks::in_floats(networks::side_by_side(some, end, network.source.n_rows));
    if (!positions) {
      read.source_positions.zeros();
      read.target_positions.zeros();
    }
    shares[k] = static_cast<float>(read.next.size()) / all_words;
    results[k] = networks::loss_and_gradient(network, read);
  });
  return networks::add_up(results, shares);
}

/// The sizes as config.json has them.
nlohmann::ordered_json config_of(const networks::EncoderDecoderSizes& sizes)
{
  return {{"model_type", "epreuve-translator"},
          {"n", sizes.n},
          {"heads", sizes.heads},
          {"hidden", sizes.hidden},
          {"blocks", sizes.blocks},
          {"source_words", english().words()},
          {"target_words", french().words()}};
}

} // namespace

Rational least_likely()
{
  return {1, 1'000'000};
}

bool is_withheld(const std::string& sentence)
{
  Sha256 hash;
  hash.add(std::as_bytes(std::span(sentence)));
  return std::move(hash).hex() < "20";
}

const std::vector<Construction>& withheld_constructions()
{
  static const std::vector<Construction> all{
      {"big black creature", "grande and noire, each seen with others"},
      {"little green cat", "petit and vert"},
      {"mauve creature", "mauve, after another noun"},
      {"his creature", "sa, for it is the creature that decides"},
      {"nephew that", "a clause, as after others"},
      {"queen sings", "what others do"},
      {"Zoe eats", "a rare name, and what others do"},
      {"women love", "what others do"},
      {"three creatures", "three, which was seen with cats"}};
  return all;
}

std::optional<std::size_t> construction_of(const std::string& sentence)
{
  const std::string padded = " " + sentence + " ";
  const std::vector<Construction>& all = withheld_constructions();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (padded.find(" " + all[i].words + " ") != std::string::npos)
      return i;
  return std::nullopt;
}

Split split()
{
  Split split{{}, {}, std::vector<std::vector<Twins>>(withheld_constructions().size())};
  for (Twins& twins : language::likely_twins(english(), french(), least_likely())) {
    const std::string sentence = english().text(twins.source);
    if (const auto construction = construction_of(sentence))
      split.constructions[*construction].push_back(std::move(twins));
    else
      (is_withheld(sentence) ? split.withheld : split.training).push_back(std::move(twins));
  }
  return split;
}

Settings settings()
{
  return {.sizes = {.n = 32,
                    .heads = 4,
                    .hidden = 64,
                    .blocks = 2,
                    .source_tokens = english().words().size(),
                    .target_tokens = french().words().size(),
                    .cross = true},
          .schedule = {.rate = 3e-3, .final_rate = 1e-5, .warm_up = 200, .steps = 6000},
          .adam = {.beta1 = 0.9, .beta2 = 0.98, .epsilon = 1e-9}};
}

std::vector<TextPair> pairs_of_step(const std::vector<Twins>& likely, std::size_t count,
                                    std::uint64_t seed, std::uint64_t step)
{
  std::seed_seq of_step{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(step)};
  std::mt19937_64 random(of_step);
  std::vector<TextPair> pairs;
  while (pairs.size() < count / 2) {
    // One seed draws a sentence and its translation.
    const std::uint64_t of_sentence = random();
    const std::vector<Word> source = english().sample(of_sentence, 1);
    if (may_be_seen(english().text(source)))
      pairs.push_back({source, french().sample(of_sentence, 1)});
  }
  while (pairs.size() < count) {
    const Twins& twins = likely[random() % likely.size()];
    pairs.push_back({twins.source, twins.target});
  }
  // Texts of nearly one length stand next to each other: their parts take equally long.
  std::ranges::stable_sort(pairs, {}, [](const TextPair& pair) { return pair.source.size(); });
  return pairs;
}

EncoderDecoder<float> trained(const Settings& settings,
                              const std::function<void(std::uint64_t step, double loss)>& watch)
{
  const OneBlasThread one_thread;
  const std::vector<Twins> likely = split().training;
  EncoderDecoder<float> network =
      networks::initial_encoder_decoder<float>(settings.sizes, settings.seed);
  EncoderDecoder<float> m = network;
  for (const std::span<float> stretch : networks::parameters(m))
    std::ranges::fill(stretch, 0.F);
  EncoderDecoder<float> v = m;
  for (std::uint64_t step = 0; step < settings.schedule.steps; ++step) {
    networks::EncoderDecoderLoss<float> at = together(
        network, pairs_of_step(likely, settings.pairs, settings.seed, step), settings.positions);
    if (!std::isfinite(at.loss))
      throw Error("the translator's loss is no number in step {}", step);
    if (watch)
      watch(step, double(at.loss));
    training::clipped_step(networks::parameters(network), networks::parameters(m),
                           networks::parameters(v), networks::parameters(at.gradient),
                           settings.adam, training::learning_rate(settings.schedule, step),
                           step + 1, settings.clip);
  }
  return network;
}

std::filesystem::path folder()
{
  return data_folder("models/translator");
}

void write(const std::filesystem::path& folder, EncoderDecoder<float>& network,
           const networks::EncoderDecoderSizes& sizes)
{
  write_weights(folder / "model.safetensors", network);
  write_file(folder / "config.json", config_of(sizes).dump(1) + "\n");
}

Translator read(const std::filesystem::path& folder)
{
  const std::filesystem::path file = folder / "config.json";
  const nlohmann::json config = read_json(file);
  Translator translator;
  try {
    config.at("source_words").get_to(translator.source_words);
    config.at("target_words").get_to(translator.target_words);
    translator.network =
        networks::initial_encoder_decoder<double>({.n = config.at("n"),
                                                   .heads = config.at("heads"),
                                                   .hidden = config.at("hidden"),
                                                   .blocks = config.at("blocks"),
                                                   .source_tokens = translator.source_words.size(),
                                                   .target_tokens = translator.target_words.size(),
                                                   .cross = true},
                                                  0);
  } catch (const nlohmann::json::exception&) {
    throw Error("{} is not that of a translator", file.string());
  }
  read_weights(folder / "model.safetensors", translator.network);
  return translator;
}

Translator rounded(EncoderDecoder<float> network)
{
  return {.source_words = english().words(),
          .target_words = french().words(),
          .network = as_in_a_file(std::move(network))};
}

} // namespace epreuve::translator
