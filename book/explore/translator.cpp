#include "desk.hpp"

#include "epreuve/language/language.hpp"
#include "epreuve/language/twins.hpp"
#include "epreuve/networks/encoder_decoder.hpp"
#include "epreuve/translator/translator.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

// The translator for its explorer, in double: an English sentence becomes French word by word, and what each word looks at
// is beside what it renders.

using namespace epreuve;
using namespace epreuve::explore;

namespace {

std::optional<translator::Translator> translates;

/// A sentence and what the translator makes of it.
struct Translated
{
  std::string text;
  std::vector<translator::Token> source; ///< with its "."
  translator::Written written;
  std::optional<language::Twins> twins; ///< if it is a sentence of the language
};

std::optional<Translated> translated;

/// The translation of a text, which is kept until another one is asked for.
const Translated& translation_of(const double* text, double length)
{
  const std::string said = bytes(text, length);
  if (translated && translated->text == said)
    return *translated;
  std::vector<language::Word> words = language::english().encode(said);
  if (words.empty() || words.back() != translator::end)
    words.push_back(translator::end);
  const std::vector<translator::Token> source(words.begin(), words.end());
  translated = Translated{said, source, translator::translate(translates.value(), source),
                          language::translation(language::english(), language::french(), words)};
  return *translated;
}

} // namespace

/// The sizes of the translator, whose weights are to come; how many matrices and vectors these are.
EXPORTED int explore_translator_sizes(double n, double heads, double hidden, double blocks,
                                      double* parameters)
{
  return answer([&] {
    const std::vector<std::string>&from = language::english().words(),
          &to = language::french().words();
    translated.reset();
    translates = translator::Translator{
        from, to,
        networks::initial_encoder_decoder<double>({.n = count("n", n),
                                                   .heads = count("heads", heads),
                                                   .hidden = count("hidden", hidden),
                                                   .blocks = count("blocks", blocks),
                                                   .source_tokens = from.size(),
                                                   .target_tokens = to.size()},
                                                  0)};
    *parameters = static_cast<double>(networks::named_parameters(translates->network).size());
  });
}

/// A matrix or a vector, column by column.
EXPORTED int explore_translator_tensor(const double* name, double length, const double* values,
                                       double n)
{
  return answer([&] {
    const std::string named = bytes(name, length);
    for (const auto& parameter : networks::named_parameters(translates.value().network))
      if (parameter.name == named) {
        if (count("the length", n) != parameter.values.size())
          throw Error("{} has {} numbers, expected {}", named, n, parameter.values.size());
        std::copy_n(values, parameter.values.size(), parameter.values.begin());
        return;
      }
    throw Error("the translator has no weights {}", named);
  });
}

// Of a sentence, each function one thing; a "." at its end may be left out. n is the number of its words, m that of the
// words that are written.

/// n; m; 1 if it is a sentence of the language, or else 0; then its n words and the m that are written.
EXPORTED int explore_translate(const double* text, double length, double* result)
{
  return answer([&] {
    const Translated& of = translation_of(text, length);
    *result++ = static_cast<double>(of.source.size());
    *result++ = static_cast<double>(of.written.target.size());
    *result++ = of.twins ? 1 : 0;
    result = std::copy(of.source.begin(), of.source.end(), result);
    std::copy(of.written.target.begin(), of.written.target.end(), result);
  });
}

/// The right translation of a sentence of the language, n words, and then for each the place of the word that it renders.
EXPORTED int explore_right_translation(const double* text, double length, double* result)
{
  return answer([&] {
    const language::Twins& twins = translation_of(text, length).twins.value();
    result = std::copy(twins.target.begin(), twins.target.end(), result);
    std::copy(twins.renders.begin(), twins.renders.end(), result);
  });
}

/// The law of word t (from 0), given the source and the words written before it.
EXPORTED int explore_translated_word(const double* text, double length, double t, double* law)
{
  return answer([&] {
    const arma::mat& laws = translation_of(text, length).written.laws;
    const arma::uword place = count("a word", t);
    if (place >= laws.n_cols)
      throw Error("the translation has {} words, there is none at {}", laws.n_cols, place);
    put(law, laws.col(place));
  });
}

/// The pattern of a head of cross-attention, m x n: row t is what is looked at when word t is said.
EXPORTED int explore_cross_pattern(const double* text, double length, double block, double head,
                                   double* pattern)
{
  return answer([&] {
    const std::vector<arma::cube>& patterns = translation_of(text, length).written.cross;
    put(pattern, patterns.at(count("a block", block)).slice(count("a head", head)));
  });
}
