#include "epreuve/language/readings.hpp"

#include "epreuve/language/tables.hpp"
#include "language/enumerate.hpp"
#include "language/tiny.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::language;

namespace {

/// A memory that is more than a count: the previous word, and how many words there were.
std::pair<Word, int> last_and_count(const std::pair<Word, int>& memory, Word word)
{
  return {word, memory.second + 1};
}

} // namespace

BOOST_AUTO_TEST_CASE(readings_are_those_of_all_sentences_one_by_one)
{
  const Language language = tiny();
  std::map<std::pair<std::pair<Word, int>, Word>, Rational> expected;
  for (const Derived& sentence : sentences(language.grammar(), 9)) {
    std::pair<Word, int> memory{0, 0};
    for (const std::string& text : sentence.words) {
      const Word word = language.word(text);
      expected[{memory, word}] += sentence.probability;
      memory = last_and_count(memory, word);
    }
  }
  BOOST_TEST((expected_readings(language, std::pair<Word, int>{0, 0}, last_and_count) == expected));
  BOOST_TEST(expected.size() == 6U); // a, c; . and b after a, b after c; . after the b of either
}

BOOST_AUTO_TEST_CASE(whoever_forgets_all_reads_each_word_as_often_as_the_language_says_it)
{
  const auto readings = expected_readings(english(), 0, [](int, Word) { return 0; });
  const std::vector<Rational> words = word_probabilities(english());
  for (const auto& [reading, expected] : readings)
    BOOST_TEST(expected == words[reading.second] * expected_length(english()));
}
