// The two languages of the documents' world: their sentences listed, counted, drawn and translated.

#include "epreuve/language/entropy.hpp"
#include "epreuve/language/tables.hpp"
#include "epreuve/system/sha256.hpp"

#include "language/enumerate.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace epreuve::language;

namespace {

constexpr std::size_t some_words = 10;

/// Whether two grammars are the same except for their words: then each derivation of one is a derivation of the other,
/// equally probable. Parts that are spoken in another order are chosen in the same order.
bool of_one_shape(const Phrase& a, const Phrase& b, std::map<const Node*, const Node*>& seen)
{
  const auto [place, is_new] = seen.emplace(&a.node(), &b.node());
  if (!is_new && place->second == &b.node())
    return true;
  const auto all = [&](const std::vector<Phrase>& of_a, const std::vector<Phrase>& of_b) {
    return std::ranges::equal(
        of_a, of_b, [&](const Phrase& x, const Phrase& y) { return of_one_shape(x, y, seen); });
  };
  if (a.node().is.index() != b.node().is.index())
    return false;
  if (const auto* choice = std::get_if<Node::Choice>(&a.node().is)) {
    const auto& other = std::get<Node::Choice>(b.node().is);
    return choice->probabilities == other.probabilities && choice->upto == other.upto &&
           all(choice->alternatives, other.alternatives);
  }
  if (const auto* sequence = std::get_if<Node::Sequence>(&a.node().is))
    return all(sequence->parts, std::get<Node::Sequence>(b.node().is).parts);
  return true;
}

std::string joined(const std::vector<std::string>& words)
{
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

/// How far a count is from its expectation, in standard deviations.
double deviations(double count, double n, const Rational& probability)
{
  const double p = double(probability);
  return std::abs(count - n * p) / std::sqrt(n * p * (1 - p));
}

} // namespace

BOOST_AUTO_TEST_CASE(every_sentence_of_ten_words_has_one_derivation_and_its_probability)
{
  for (const Language* language : {&english(), &french()}) {
    std::set<std::vector<std::string>> different;
    Rational together = 0;
    for (const Derived& derived : sentences(language->grammar(), some_words)) {
      BOOST_TEST(different.insert(derived.words).second);
      const std::vector<Word> words = language->encode(joined(derived.words));
      BOOST_TEST(language->sentence_probability(words) == derived.probability);
      together += derived.probability;
    }
    BOOST_TEST(different.size() > 2000);

    // No sentence of this length was left out: paths of the automaton, counted by their length.
    std::map<std::size_t, Rational> now{{language->automaton().start(), 1}};
    Rational over = 0;
    for (std::size_t said = 0; said < some_words; ++said) {
      std::map<std::size_t, Rational> after;
      for (const auto& [state, probability] : now)
        for (const Arc& arc : language->automaton().states[state])
          (arc.to == Automaton::over ? over : after[arc.to]) += probability * arc.probability;
      now = after;
    }
    BOOST_TEST(over == together);
  }
}

BOOST_AUTO_TEST_CASE(no_sentence_of_whatever_length_has_two_paths)
{
  for (const Language* language : {&english(), &french()})
    BOOST_TEST(!ambiguity(language->automaton()).has_value());
}

BOOST_AUTO_TEST_CASE(the_twins_are_one_grammar_with_other_words)
{
  for (const Rational& names_return : {Rational(3, 4), Rational(0), Rational(2, 7), Rational(1)}) {
    std::map<const Node*, const Node*> seen;
    BOOST_TEST(of_one_shape(english(names_return).grammar(), french(names_return).grammar(), seen));
  }
}

BOOST_AUTO_TEST_CASE(translation_is_one_to_one_and_keeps_the_probability)
{
  const std::vector<Derived> in_english = sentences(english().grammar(), some_words);
  const std::vector<Derived> in_french = sentences(french().grammar(), some_words);
  BOOST_REQUIRE(in_english.size() == in_french.size());
  std::map<std::string, std::string> translation;
  for (std::size_t i = 0; i < in_english.size(); ++i) {
    BOOST_TEST(in_english[i].probability == in_french[i].probability);
    BOOST_TEST(in_english[i].words.size() == in_french[i].words.size());
    translation[joined(in_english[i].words)] = joined(in_french[i].words);
  }
  BOOST_TEST(translation.at("the little black cat eats the-mouse .") ==
             "le petit chat noir mange la-souris .");
  BOOST_TEST(translation.at("the green creature sleeps .") == "la créature verte dort .");
  BOOST_TEST(translation.at("a niece plays with her cat .") == "une nièce joue avec son chat .");
  std::set<std::string> images;
  for (const auto& [english_one, french_one] : translation)
    images.insert(french_one);
  BOOST_TEST(images.size() == translation.size());
}

BOOST_AUTO_TEST_CASE(the_twins_have_one_entropy_rate_and_different_tables)
{
  BOOST_TEST(expected_length(english()) == expected_length(french()));
  BOOST_TEST(epreuve::instruments::intersect(entropy_rate(english()), entropy_rate(french())));
  BOOST_TEST(!epreuve::instruments::intersect(best_loss(english(), 1), best_loss(french(), 1)));
}

BOOST_AUTO_TEST_CASE(one_seed_draws_sentences_and_their_translations)
{
  const auto sentence = [](const Language& language, std::uint64_t seed) {
    return language.sample(seed, 1);
  };
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const std::vector<Word> en = sentence(english(), seed), fr = sentence(french(), seed);
    BOOST_TEST(en.size() == fr.size());
    BOOST_TEST(english().sentence_probability(en) == french().sentence_probability(fr));
  }
}

BOOST_AUTO_TEST_CASE(next_words_have_sum_1_and_their_product_is_the_sentence)
{
  for (const Language* language : {&english(), &french()}) {
    std::vector<Word> text;
    Rational product = 1;
    for (const Word w : language->sample(11, 60)) {
      const std::vector<Rational> next = language->next(text);
      Rational sum = 0;
      for (const Rational& probability : next)
        sum += probability;
      BOOST_TEST(sum == 1);
      product *= next[w];
      text.push_back(w);
      if (w == 0) {
        BOOST_TEST(language->sentence_probability(text) == product);
        text.clear();
        product = 1;
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_corpus_has_the_frequencies_of_the_tables)
{
  // A count is more than 5 standard deviations off once in 1.7 million, and there are some 3000 of them. Of 800 000
  // words, one of probability 1/300 is off by 5 standard deviations if it comes a tenth more often than it should.
  constexpr std::size_t n_sentences = 100'000;
  for (const Language* language : {&english(), &french()}) {
    const std::vector<Word> corpus = language->sample(3, n_sentences);
    for (unsigned k = 1; k <= 3; ++k) {
      std::map<std::vector<Word>, double> counts;
      for (std::size_t i = 0; i + k <= corpus.size(); ++i)
        ++counts[{corpus.begin() + std::ptrdiff_t(i), corpus.begin() + std::ptrdiff_t(i + k)}];
      const NGramTable table = ngram_probabilities(*language, k);
      const double n = double(corpus.size() + 1 - k);
      for (const auto& [words, probability] : table)
        if (n * double(probability) > 30)
          BOOST_TEST(deviations(counts[words], n, probability) < 5.0, language->text(words));
      for (const auto& [words, count] : counts)
        BOOST_TEST(table.contains(words));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_mean_surprise_of_a_corpus_is_the_entropy)
{
  // The mean of -log P(sentence) over draws: the entropy of a sentence is in its interval of 5 standard errors, whose
  // half width is below 0.1 of 6.64 nats.
  constexpr int n = 20'000;
  for (const Language* language : {&english(), &french()}) {
    double sum = 0, of_squares = 0;
    std::vector<Word> sentence;
    for (const Word w : language->sample(4, n)) {
      sentence.push_back(w);
      if (w != 0)
        continue;
      const double surprise = -std::log(double(language->sentence_probability(sentence)));
      sum += surprise;
      of_squares += surprise * surprise;
      sentence.clear();
    }
    const double mean = sum / n, error = std::sqrt((of_squares / n - mean * mean) / n);
    BOOST_TEST(5 * error < 0.1);
    BOOST_TEST(std::abs(mean - sentence_entropy(*language).middle()) < 5 * error);
  }
}

BOOST_AUTO_TEST_CASE(the_bytes_of_a_corpus_have_not_changed)
{
  // A regression test only: `./epreuve language sample --sentences 1000 | sha256sum` printed these when it was
  // written. The tests above and the replay in grammar.cpp show that it draws correctly.
  const auto hash = [](const Language& language) {
    std::string lines;
    for (const Word w : language.sample(1, 1000))
      lines += language.words()[w] + (w == 0 ? "\n" : " ");
    epreuve::Sha256 sum;
    sum.add(std::as_bytes(std::span(lines)));
    return std::move(sum).hex();
  };
  BOOST_TEST(hash(english()) == "92f469d5d673fcd89655b1a57485816cd52f1662c9bc22968e5e52050f4b93a9");
  BOOST_TEST(hash(french()) == "85914b8a49dceaf242cebc26f78148ed272184ec1957db2b647da88b335d8cf8");
}
