// Sentences with their translations and alignments, compared with the lists of either language.

#include "epreuve/language/twins.hpp"

#include "language/enumerate.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::language;
using epreuve::tests::says;

namespace {

std::string together(const std::vector<std::string>& words)
{
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

Twins translated(const std::string& sentence)
{
  return translation(english(), french(), english().encode(sentence)).value();
}

/// The sentences of at least a probability, as paths of the automaton: how many, and how probable together.
std::pair<std::size_t, Rational> paths(const Automaton& automaton, const Rational& least)
{
  std::size_t count = 0;
  Rational sum = 0;
  const std::function<void(std::size_t, const Rational&)> walk = [&](std::size_t state,
                                                                     const Rational& probability) {
    if (state == Automaton::over) {
      ++count;
      sum += probability;
      return;
    }
    for (const Arc& arc : automaton.states[state])
      if (const Rational p = probability * arc.probability; p >= least)
        walk(arc.to, p);
  };
  walk(automaton.start(), 1);
  return {count, sum};
}

} // namespace

BOOST_AUTO_TEST_CASE(translations_are_the_sentences_in_the_same_places_of_both_languages_lists)
{
  const std::vector<Derived> in_english = sentences(english().grammar(), 10),
                             in_french = sentences(french().grammar(), 10);
  for (std::size_t i = 0; i < in_english.size(); ++i) {
    const Twins twins = translated(together(in_english[i].words));
    BOOST_TEST(french().text(twins.target) == together(in_french[i].words));
    BOOST_TEST(twins.probability == in_english[i].probability);
  }
}

BOOST_AUTO_TEST_CASE(only_a_colour_and_its_noun_stand_in_another_order)
{
  const std::set<std::string> colours{"black", "green", "mauve"};
  std::size_t crossings = 0;
  for (const Twins& twins : likely_twins(english(), french(), {1, 100'000})) {
    std::vector<std::size_t> expected(twins.source.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] = i;
    for (std::size_t i = 0; i + 1 < expected.size(); ++i)
      if (colours.contains(english().words()[twins.source[i]])) {
        std::swap(expected[i], expected[i + 1]);
        ++crossings;
      }
    BOOST_TEST(twins.renders == expected, english().text(twins.source));
  }
  BOOST_TEST(crossings > 500u);
}

BOOST_AUTO_TEST_CASE(a_french_word_renders_one_english_word_of_a_dictionary)
{
  // Of what is written alike in both genders or numbers there is one line; the others have one meaning.
  const std::map<std::string, std::set<std::string>> meanings{{"le", {"the"}},
                                                              {"la", {"the"}},
                                                              {"l'", {"the"}},
                                                              {"les", {"the"}},
                                                              {"chat", {"cat"}},
                                                              {"créature", {"creature"}},
                                                              {"noir", {"black"}},
                                                              {"noire", {"black"}},
                                                              {"verte", {"green"}},
                                                              {"mauve", {"mauve"}},
                                                              {"petit", {"little"}},
                                                              {"grande", {"big"}},
                                                              {"que", {"that"}},
                                                              {"qu'", {"that"}},
                                                              {"sa", {"her", "his"}},
                                                              {"son", {"her", "his"}},
                                                              {"s'assoit", {"sits"}},
                                                              {"s'assoient", {"sit"}},
                                                              {"dort", {"sleeps"}},
                                                              {"dorment", {"sleep"}},
                                                              {"mange", {"eats"}},
                                                              {"voit", {"sees"}},
                                                              {"aiment", {"love"}},
                                                              {"femme", {"woman"}},
                                                              {"neveu", {"nephew"}},
                                                              {"reine", {"queen"}},
                                                              {"Zoé", {"Zoe"}},
                                                              {"elle", {"she"}},
                                                              {"contente", {"happy"}},
                                                              {"fatigué", {"tired"}},
                                                              {"deux", {"two"}},
                                                              {"une", {"a"}},
                                                              {"un", {"a"}},
                                                              {"lit", {"bed", "reads"}},
                                                              {"l'œuvre", {"the-work"}},
                                                              {".", {"."}}};
  std::set<std::string> met;
  for (const Twins& twins : likely_twins(english(), french(), {1, 100'000}))
    for (std::size_t i = 0; i < twins.target.size(); ++i) {
      const auto meaning = meanings.find(french().words()[twins.target[i]]);
      if (meaning == meanings.end())
        continue;
      met.insert(meaning->first);
      BOOST_TEST(meaning->second.contains(english().words()[twins.source[twins.renders[i]]]),
                 french().text(twins.target));
    }
  BOOST_TEST(met.size() == meanings.size());
}

BOOST_AUTO_TEST_CASE(the_likely_sentences_are_the_automatons_likely_paths)
{
  const Rational least(1, 100'000);
  const std::vector<Twins> likely = likely_twins(english(), french(), least);
  const auto [count, sum] = paths(english().automaton(), least);
  std::set<std::vector<Word>> different;
  Rational together = 0;
  for (std::size_t i = 0; i < likely.size(); ++i) {
    different.insert(likely[i].source);
    together += likely[i].probability;
    BOOST_TEST(likely[i].probability == english().sentence_probability(likely[i].source));
    if (i > 0)
      BOOST_TEST(likely[i].probability <= likely[i - 1].probability);
  }
  BOOST_TEST(different.size() == likely.size());
  BOOST_TEST(likely.size() == count);
  BOOST_TEST(together == sum);
}

BOOST_AUTO_TEST_CASE(what_is_no_sentence_has_no_translation)
{
  for (const char* text : {"the cat", "the cat sleeps . .", "the cat the .", "."})
    BOOST_TEST(!translation(english(), french(), english().encode(text)).has_value(), text);
  BOOST_TEST(!translation(english(), french(), {}).has_value());
}

BOOST_AUTO_TEST_CASE(languages_of_different_grammars_or_of_crossed_order_are_refused)
{
  const std::vector<Word> sentence = english().encode("the cat sleeps .");
  BOOST_CHECK_EXCEPTION(translation(french(), english(), sentence), epreuve::Error,
                        says("one grammar"));
  const Language other("xx", word("a"));
  BOOST_CHECK_EXCEPTION(translation(english(), other, sentence), epreuve::Error,
                        says("one grammar"));
  BOOST_CHECK_EXCEPTION(likely_twins(english(), french(), 0), epreuve::Error, says("above 0"));
}
