#pragma once

#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/vocabulary.hpp"
#include "epreuve/petit/speech.hpp"
#include "epreuve/training/training.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace epreuve::petit {

/// Where its files are: model.safetensors, config.json, vocab.json, merges.txt, log.json. The source's folder models/petit, or
/// share/epreuve/models/petit of an installation.
std::filesystem::path folder();

/// The language that the model of a folder was trained on by `./epreuve train petit`, as its log.json says; nothing if it has
/// none.
/// @throws Error if the file is not one that such a training wrote
std::optional<language::Language> language_of(const std::filesystem::path& folder);

/// 3 layers of 4 heads, n = 64, a context of 64.
gpt2::Config config();

/// 8000 steps of 8 texts of 64 tokens, AdamW.
/// @param seed  of weights and texts
training::Settings settings(std::uint64_t seed);

/// Byte-pair encoding of the language and its French twin: 20 000 sentences of each, four to a line, merged until every
/// word that GPT-2's pattern leaves whole is one token, with the blank before it and without.
gpt2::Vocabulary vocabulary();

/// A batch of texts that nobody has seen: sentences drawn one after another, until the batch's T + 1 tokens are full. They
/// depend on seed and step alone.
/// @param batch  T x B, filled
void fill(training::Batch& batch, const Speech& speech, std::uint64_t seed, std::uint64_t step);

} // namespace epreuve::petit
