#include "epreuve/language/beliefs.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <vector>

using namespace epreuve::language;
using epreuve::Rational;

BOOST_AUTO_TEST_CASE(the_next_word_depends_on_the_belief_alone_and_exactly)
{
  for (const Language* language : {&english(), &french()}) {
    const Beliefs beliefs(*language);
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      std::vector<Word> text;
      Beliefs::Belief belief = Beliefs::beginning;
      for (const Word word : language->sample(seed, 20)) {
        std::vector<Rational> next(language->words().size());
        for (const auto& [possible, probability] : beliefs.next(belief))
          next[possible] = probability;
        BOOST_TEST((next == language->next(text)));
        text.push_back(word);
        belief = beliefs.after(belief, word);
        BOOST_TEST(belief == beliefs.after(text));
        BOOST_TEST((belief == Beliefs::beginning) == (word == 0));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(beliefs_are_probability_vectors_and_all_different)
{
  const Beliefs beliefs(english());
  BOOST_TEST(beliefs.size() > 1u);
  for (Beliefs::Belief a = 0; a < beliefs.size(); ++a) {
    Rational sum = 0;
    for (const auto& [state, probability] : beliefs.states(a)) {
      BOOST_TEST((probability > 0));
      sum += probability;
    }
    BOOST_TEST((sum == 1));
    for (Beliefs::Belief b = 0; b < a; ++b)
      BOOST_TEST((beliefs.states(a) != beliefs.states(b)));
  }
}

BOOST_AUTO_TEST_CASE(a_word_that_cannot_be_next_has_no_belief)
{
  const Beliefs beliefs(english());
  BOOST_CHECK_THROW(beliefs.after(Beliefs::beginning, english().word("cat")), epreuve::Error);
}
