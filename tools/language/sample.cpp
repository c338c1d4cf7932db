#include "language/commands.hpp"
#include "language/options.hpp"

#include "epreuve/command.hpp"
#include "epreuve/options.hpp"

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

namespace epreuve::tools {
namespace {

struct SampleOptions
{
  LanguageOptions language;
  std::size_t sentences = 10;
  std::uint64_t seed = 1;
};

void sample(const SampleOptions& options)
{
  const language::Language language = options.language.language();
  Json sentences = Json::array();
  std::vector<language::Word> sentence;
  for (const language::Word word : language.sample(options.seed, options.sentences)) {
    sentence.push_back(word);
    if (language.words()[word] != ".")
      continue;
    if (options.language.json)
      sentences.push_back(
          {{"text", language.text(sentence)},
           {"probability", fraction_json(language.sentence_probability(sentence))}});
    else
      std::cout << language.text(sentence) << '\n';
    sentence.clear();
  }
  if (!options.language.json)
    return;
  Json json = begun_json("sample", language, options.language);
  json["seed"] = options.seed;
  json["sentences"] = std::move(sentences);
  print(json);
}

} // namespace

void add_sample(Command& language)
{
  Command command = language.add_subcommand("sample", "Sentences, drawn at random");
  const auto options = std::make_shared<SampleOptions>();
  add_whole_number(command, "--sentences", options->sentences, {1, 100'000}, "How many");
  add_whole_number(command, "--seed", options->seed, {}, "Seed of every random draw");
  add_language_options(command, options->language);
  command.footer(
      "The same seed gives the same sentences on every machine, and with --lang fr their "
      "translation.\n"
      "Example: ./epreuve language sample --sentences 5 --seed 1 --lang fr");
  command.callback([options] { sample(*options); });
}

} // namespace epreuve::tools
