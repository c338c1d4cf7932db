#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/options.hpp"
#include "epreuve/petit/choices.hpp"
#include "epreuve/petit/comparison.hpp"
#include "epreuve/petit/making.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::tools {

namespace {

struct CompareOptions
{
  std::string weights;
  std::string precision = "float";
  std::size_t texts = 1000;
  std::uint64_t seed = 20170612; // as the chapters
  bool json = false;
};

double mean(const petit::Part& part)
{
  return part.nats / static_cast<double>(part.prefixes);
}

/// The nats of a part, of the whole's mean.
double share(const petit::Part& part, const petit::Comparison& all)
{
  return part.nats / static_cast<double>(all.all.prefixes);
}

Json to_json(const petit::Part& part, const petit::Comparison& all)
{
  return {{"prefixes", part.prefixes}, {"mean", mean(part)}, {"share", share(part, all)}};
}

Json to_json(const petit::Comparison& comparison, const language::Language& language,
             const CompareOptions& options)
{
  Json best = Json::array(), positions = Json::array(), choices;
  for (unsigned k = 0; k <= language::longest_context; ++k)
    best.push_back(language::best_loss(language, k).middle());
  for (const petit::Part& part : comparison.by_position)
    positions.push_back(to_json(part, comparison));
  for (const auto& [choice, part] : comparison.by_choice)
    choices[choice] = to_json(part, comparison);
  return {{"texts", options.texts},
          {"seed", options.seed},
          {"prefixes", comparison.all.prefixes},
          {"missing_nats", comparison.mean()},
          {"half_width", comparison.half_width},
          {"entropy_rate", language::entropy_rate(language).middle()},
          {"best_loss", best},
          {"by_choice", choices},
          {"by_position", positions}};
}

/// The positions in stretches that double: 0, 1, 2 to 3, 4 to 7.
std::vector<std::pair<std::string, petit::Part>>
stretches(const std::vector<petit::Part>& positions)
{
  std::vector<std::pair<std::string, petit::Part>> all;
  for (std::size_t begin = 0, end = 1; begin < positions.size(); begin = end, end *= 2) {
    petit::Part sum;
    for (std::size_t i = begin; i < std::min(end, positions.size()); ++i) {
      sum.prefixes += positions[i].prefixes;
      sum.nats += positions[i].nats;
    }
    const std::size_t last = std::min(end, positions.size()) - 1;
    all.emplace_back(last == begin ? std::to_string(begin) : fmt::format("{} to {}", begin, last),
                     sum);
  }
  return all;
}

template <typename Parts>
void print_parts(const std::string& heading, const Parts& parts, const petit::Comparison& all)
{
  Column names{heading, {}, Align::left}, prefixes{"prefixes"}, means{"missing nats"},
      shares{"of the whole"};
  for (const auto& [name, part] : parts) {
    names.cells.push_back(name);
    prefixes.cells.push_back(std::to_string(part.prefixes));
    means.cells.push_back(fmt::format("{:.5f}", mean(part)));
    shares.cells.push_back(fmt::format("{:.6f}", share(part, all)));
  }
  std::cout << '\n';
  print_table({names, prefixes, means, shares});
}

void compare(const CompareOptions& options)
{
  const auto [checkpoint, folder, language] = open_model_of_language(options.weights);
  const gpt2::Tokenizer tokenizer(folder);
  const petit::Speech speech(language, tokenizer);
  const language::Beliefs beliefs(language);
  const std::vector<std::string> choices = petit::choices(language, beliefs);
  const petit::Comparison comparison =
      with_model(options.precision, checkpoint, [&](const auto& model) {
        return petit::compare(model, speech, beliefs, choices, options.seed, options.texts);
      });
  if (options.json) {
    print(to_json(comparison, language, options));
    return;
  }
  const double rate = language::entropy_rate(language).middle();
  std::cout << fmt::format(
      "{} texts of three sentences, {} prefixes: the next word's divergence\n\n"
      "missing          {:.6f} ± {:.6f} nats a word (95 %)\n"
      "loss             {:.6f}, with the entropy rate {:.6f}\n",
      options.texts, comparison.all.prefixes, comparison.mean(), comparison.half_width,
      rate + comparison.mean(), rate);
  for (unsigned k = 0; k <= language::longest_context; ++k)
    std::cout << fmt::format("best of {} word{}  {:.6f}\n", k, k == 1 ? " " : "s",
                             language::best_loss(language, k).middle());
  print_parts("the next word can settle", comparison.by_choice, comparison);
  print_parts("words before", stretches(comparison.by_position), comparison);
}

} // namespace

void add_compare(Command& gpt2)
{
  Command command = gpt2.add_subcommand(
      "compare",
      "How far a model of the language of known entropy is from its exact probabilities");
  const auto options = std::make_shared<CompareOptions>();
  command
      .add_option("--weights", options->weights,
                  "Folder that ./epreuve train petit wrote; else petit itself")
      .type_name("DIR");
  add_any_precision_option(command, options->precision);
  add_whole_number(command, "--texts", options->texts, {2, 1'000'000},
                   "Random texts of three sentences");
  add_whole_number(command, "--seed", options->seed, {}, "Seed of the texts");
  command.add_flag("--json", options->json, "As JSON");
  command.footer(
      "For each prefix of a text, from its beginning on: sum_w P(w) ln(P(w) / q(w)) over the words "
      "that can be next, with P the\nexact probability and q the model's, the product along the "
      "word's own tokens. By so much the model's loss is above the\nentropy rate, which no model "
      "goes below; the best loss of a model that sees k words before is proven.\n"
      "Example: ./epreuve gpt2 compare --texts 4400");
  command.callback([options] { compare(*options); });
}

} // namespace epreuve::tools
