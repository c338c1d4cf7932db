#include "language/commands.hpp"
#include "language/options.hpp"

#include "epreuve/command.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/language/tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

namespace epreuve::tools {
namespace {

using language::Interval;

/// An enclosure as decimals of its ends, and the double in its middle. Rounding to these decimals changes far less than
/// the enclosure's own margin.
Json enclosure_json(const Interval& enclosure)
{
  return {
      {"nats", enclosure.middle()}, {"low", enclosure.lo.str(54)}, {"high", enclosure.hi.str(54)}};
}

struct Row
{
  std::string seen;
  Interval loss;
};

void print_as_table(const language::Language& language, const std::vector<Row>& rows,
                    const Interval& of_sentence)
{
  const language::Rational length = language::expected_length(language);
  print_line(
      fmt::format("{} words; a sentence has {} = {:.4f} of them in the mean, its \".\" included, "
                  "and an entropy of {:.4f} nats\n",
                  language.words().size(), length.str(), double(length), of_sentence.middle()));
  Column seen{"seen of the text", {}, Align::left}, nats{"nats per word"}, bits{"bits per word"},
      perplexity{"perplexity"};
  for (const Row& row : rows) {
    seen.cells.push_back(row.seen);
    nats.cells.push_back(fmt::format("{:.6f}", row.loss.middle()));
    bits.cells.push_back(fmt::format("{:.6f}", row.loss.middle() / std::numbers::ln2));
    perplexity.cells.push_back(fmt::format("{:.4f}", std::exp(row.loss.middle())));
  }
  print_table({seen, nats, bits, perplexity});
  print_line("\nNo predictor that sees this much of the text has a lower mean loss; the last line "
             "is the entropy rate.");
}

void entropy(const LanguageOptions& options)
{
  const language::Language language = options.language();
  const Interval rate = entropy_rate(language), of_sentence = sentence_entropy(language);
  std::vector<Row> rows;
  for (unsigned k = 0; k <= language::longest_context; ++k)
    rows.push_back({k == 0   ? "nothing"
                    : k == 1 ? "the word before"
                             : fmt::format("the {} words before", k),
                    best_loss(language, k)});
  if (!options.json) {
    rows.push_back({"everything before", rate});
    print_as_table(language, rows, of_sentence);
    return;
  }

  Json json = begun_json("entropy", language, options);
  json["words"] = language.words().size();
  json["expected_length"] = fraction_json(language::expected_length(language));
  json["sentence_entropy"] = enclosure_json(of_sentence);
  json["entropy_rate"] = enclosure_json(rate);
  json["best_loss"] = Json::array();
  for (const Row& row : rows)
    json["best_loss"].push_back(enclosure_json(row.loss));
  print(json);
}

} // namespace

void add_entropy(Command& language)
{
  Command command = language.add_subcommand(
      "entropy", "The entropy rate, and the least loss of a predictor that sees 0 to 3 words");
  const auto options = std::make_shared<LanguageOptions>();
  add_language_options(command, *options);
  command.footer(
      "Per word of the endless text, in which \".\" is a word and contexts cross the ends of "
      "sentences.\nA predictor that sees more than 3 words has a least loss between that for 3 and "
      "the rate. In JSON,\n\"low\" and \"high\" certainly enclose the number.\n"
      "Example: ./epreuve language entropy --lang fr");
  command.callback([options] { entropy(*options); });
}

} // namespace epreuve::tools
