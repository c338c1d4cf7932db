#include "language/commands.hpp"
#include "language/options.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace epreuve::tools {
namespace {

using language::Rational;
using language::Word;

struct NextWordOptions
{
  LanguageOptions language;
  std::vector<std::string> prefix;
};

void print_as_table(const language::Language& language, const std::vector<Word>& prefix,
                    const std::vector<Word>& order, const std::vector<Rational>& probabilities)
{
  const Rational probability = language.prefix_probability(prefix);
  if (prefix.empty())
    std::cout << "at the beginning\n\n";
  else
    print_line(fmt::format("after \"{}\"; a text begins like this with probability {} = {:.3g}\n",
                           language.text(prefix), probability.str(), double(probability)));
  Column words{"word", {}, Align::left}, fractions{"probability", {}, Align::right}, percent{""};
  for (const Word w : order) {
    words.cells.push_back(language.words()[w]);
    fractions.cells.push_back(probabilities[w].str());
    percent.cells.push_back(fmt::format("{:.3f} %", 100 * double(probabilities[w])));
  }
  print_table({words, fractions, percent});
}

/// The same of a text, with advice where it is one of the other language.
std::vector<Rational> next_of(const language::Language& language, const std::string& text)
{
  try {
    return language.next(text);
  } catch (const Error& e) {
    const language::Language& other =
        language.tag() == "en" ? language::french() : language::english();
    try {
      other.next(text);
    } catch (const Error&) {
      throw e;
    }
    throw Error("{}; it begins a text in the other language, --lang {}", e.what(), other.tag());
  }
}

void next_word(const NextWordOptions& options)
{
  const language::Language language = options.language.language();
  const std::string text = fmt::format("{}", fmt::join(options.prefix, " "));
  const std::vector<Rational> probabilities = next_of(language, text);
  const std::vector<Word> prefix = language.encode(text);

  const std::vector<Word> order = language::most_probable_first(probabilities);
  if (!options.language.json) {
    print_as_table(language, prefix, order, probabilities);
    return;
  }

  Json json = begun_json("next", language, options.language);
  json["prefix"] = Json::array();
  for (const Word w : prefix)
    json["prefix"].push_back(language.words()[w]);
  json["probability"] = fraction_json(language.prefix_probability(prefix));
  json["next"] = Json::array();
  for (const Word w : order)
    json["next"].push_back(
        {{"word", language.words()[w]}, {"probability", fraction_json(probabilities[w])}});
  print(json);
}

} // namespace

void add_next_word(Command& language)
{
  Command command =
      language.add_subcommand("next", "How probable each next word is, as exact fractions");
  const auto options = std::make_shared<NextWordOptions>();
  command.add_option(
      "PREFIX", options->prefix,
      "How a text begins: words with blanks between them; without any, the first word's "
      "probabilities");
  add_language_options(command, options->language);
  command.footer("A \".\" ends a sentence; a text may have several. If no text begins like this, "
                 "the error says which word\ncannot stand where it does, and which ones could.\n"
                 "Example: ./epreuve language next \"after the war a woman signs\"");
  command.callback([options] { next_word(*options); });
}

} // namespace epreuve::tools
