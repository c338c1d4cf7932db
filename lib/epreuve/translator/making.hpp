#pragma once

#include "epreuve/language/twins.hpp"
#include "epreuve/networks/encoder_decoder.hpp"
#include "epreuve/training/optimisers.hpp"
#include "epreuve/translator/translator.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::translator {

// -- What it may see -------------------------------------------------------------------------------------------------

/// Sentences as probable as this are likely: there are 11 686, and together they have 98.6 % of the probability.
Rational least_likely();

/// Whether an English sentence is withheld from the training: if the first byte of the SHA-256 of its text is below 32,
/// so of eight sentences about one, whatever the training does with the others.
bool is_withheld(const std::string& sentence);

/// Words in a row that never come in the training, though each of them does.
struct Construction
{
  std::string words; ///< "big black creature"
  std::string why;   ///< what has to be put together
};
const std::vector<Construction>& withheld_constructions();

/// The withheld construction that a sentence has, by its place in the list.
std::optional<std::size_t> construction_of(const std::string& sentence);

/// The likely sentences, divided before any training.
struct Split
{
  std::vector<language::Twins> training, withheld; ///< withheld by the hash
  std::vector<std::vector<language::Twins>>
      constructions; ///< withheld by their words, one list each
};
Split split();

// -- How it is trained -----------------------------------------------------------------------------------------------

struct Settings
{
  networks::EncoderDecoderSizes sizes;
  bool positions = true;  ///< whether positions are added to the embeddings
  std::size_t pairs = 16; ///< of sentences, per step
  training::Schedule schedule;
  training::Adam adam;
  double clip = 1;
  std::uint64_t seed = 1;
};

/// What models/translator was trained with.
Settings settings();

/// The pairs of a step, which depend on seed and step alone: half of them drawn from the language, but for withheld
/// ones, the others from its likely sentences, all equally often, so that rare ones come too.
/// @param likely  Split::training
std::vector<networks::TextPair> pairs_of_step(const std::vector<language::Twins>& likely,
                                              std::size_t count, std::uint64_t seed,
                                              std::uint64_t step);

/// Trains from nothing, in float. The bits do not depend on the number of threads.
/// @param watch  called before each step with its loss, the mean surprise at a target word in nats
networks::EncoderDecoder<float>
trained(const Settings& settings,
        const std::function<void(std::uint64_t step, double loss)>& watch);

// -- Its files -------------------------------------------------------------------------------------------------------

/// The source's folder models/translator, or share/epreuve/models/translator of an installation: config.json with the sizes and
/// words, model.safetensors with the weights in F16, each matrix column by column.
std::filesystem::path folder();

/// @throws Error as write_durably
void write(const std::filesystem::path& folder, networks::EncoderDecoder<float>& network,
           const networks::EncoderDecoderSizes& sizes);

/// @throws Error naming the file, if it is not one that `write` wrote
Translator read(const std::filesystem::path& folder);

/// A network in memory as a translator, its weights rounded to F16 as the file has them.
Translator rounded(networks::EncoderDecoder<float> network);

} // namespace epreuve::translator
