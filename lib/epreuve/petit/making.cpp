#include "epreuve/petit/making.hpp"

#include "epreuve/evidence/decimal.hpp"
#include "epreuve/gpt2/bpe_training.hpp"
#include "epreuve/petit/logs.hpp"
#include "epreuve/system/places.hpp"

#include <random>
#include <string>
#include <system_error>
#include <vector>

namespace epreuve::petit {

namespace {

constexpr std::uint64_t seed_of_vocabulary = 1;
constexpr std::size_t sentences_of_vocabulary = 20'000, sentences_of_a_line = 4;

/// Sentences, four to a line.
std::string text_of(const language::Language& language)
{
  std::string text;
  std::size_t sentences = 0;
  bool begins_line = true;
  for (const Word word : language.sample(seed_of_vocabulary, sentences_of_vocabulary)) {
    text += (begins_line ? "" : " ") + language.words()[word];
    begins_line = word == 0 && ++sentences % sentences_of_a_line == 0;
    if (begins_line)
      text += '\n';
  }
  return text;
}

} // namespace

std::filesystem::path folder()
{
  return data_folder("models/petit");
}

std::optional<language::Language> language_of(const std::filesystem::path& folder)
{
  std::error_code failure;
  if (!exists(folder / "log.json", failure))
    return std::nullopt;
  return language::english(evidence::parse_printed(read_log(folder).names_return).value);
}

gpt2::Config config()
{
  return {
      .layers = 3, .heads = 4, .n = 64, .N = vocabulary().tokens.size(), .context = 64, .mlp = 256};
}

training::Settings settings(std::uint64_t seed)
{
  return {.batch = 8,
          .context = 64,
          .schedule = {.rate = 3e-3, .final_rate = 3e-5, .warm_up = 100, .steps = 8000},
          .adam = {.beta1 = 0.9, .beta2 = 0.99, .epsilon = 1e-8},
          .weight_decay = 0.01,
          .clip = 1,
          .seed = seed};
}

gpt2::Vocabulary vocabulary()
{
  gpt2::WordCounts words;
  for (const language::Language* language : {&language::english(), &language::french()})
    gpt2::count_words(text_of(*language), words);
  return gpt2::train_vocabulary(words);
}

void fill(training::Batch& batch, const Speech& speech, std::uint64_t seed, std::uint64_t step)
{
  const arma::uword T = batch.inputs.n_rows, B = batch.inputs.n_cols;
  for (arma::uword b = 0; b < B; ++b) {
    const auto half = [](std::uint64_t number, unsigned shift) {
      return static_cast<std::uint32_t>(number >> shift);
    };
    std::seed_seq of_text{half(seed, 0), half(seed, 32), half(step, 0), half(step, 32), half(b, 0)};
    std::mt19937_64 generator(of_text);
    std::vector<Token> tokens{speech.begin()};
    for (bool is_first = true; tokens.size() <= T;)
      for (const Word word : speech.language().sample(generator(), 1)) {
        const std::vector<Token>& chain = speech.chain(word, is_first);
        tokens.insert(tokens.end(), chain.begin(), chain.end());
        is_first = false;
      }
    for (arma::uword t = 0; t < T; ++t) {
      batch.inputs(t, b) = tokens[t];
      batch.targets(t, b) = tokens[t + 1];
    }
  }
}

} // namespace epreuve::petit
