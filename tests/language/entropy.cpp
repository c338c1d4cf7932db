#include "epreuve/language/entropy.hpp"

#include "language/tiny.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::language;
using epreuve::instruments::Reference;
using epreuve::tests::says;

namespace {

/// [lo, hi] holds the value, which is known to 49 digits, and is narrow.
void check_encloses(const Interval& enclosure, const Reference& value)
{
  BOOST_TEST(enclosure.lo - 1e-48 <= value);
  BOOST_TEST(enclosure.hi + 1e-48 >= value);
  BOOST_TEST(enclosure.width() < 1e-44);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_tiny_language_has_the_entropies_worked_out_by_hand)
{
  // "a ." 1/2, "a b ." 1/4, "c b ." 1/4: one bit and a half per sentence of 5/2 words
  const Language language = tiny();
  const Reference log_2 = log(Reference(2)), log_3 = log(Reference(3));
  check_encloses(sentence_entropy(language), log_2 * 3 / 2);
  check_encloses(entropy_rate(language), log_2 * 3 / 5);
  // After "." (probability 2/5) come "a" with 3/4 and "c" with 1/4; after "a" (3/10) "b" with 1/3 and "."
  // with 2/3; after "b" and "c" the next word is certain.
  const Reference after_stop = 2 * log_2 - log_3 * 3 / 4, after_a = log_3 - log_2 * 2 / 3;
  check_encloses(best_loss(language, 1), after_stop * 2 / 5 + after_a * 3 / 10);
  // All words: "." 2/5, "a" 3/10, "b" 2/10, "c" 1/10.
  Reference of_words = 0;
  for (const Reference& p : {Reference(4), Reference(3), Reference(2), Reference(1)})
    of_words -= p / 10 * log(p / 10);
  check_encloses(best_loss(language, 0), of_words);
}

BOOST_AUTO_TEST_CASE(the_last_word_of_the_tiny_language_tells_all)
{
  BOOST_TEST(best_loss(tiny(), 1).lo <= entropy_rate(tiny()).hi);
  BOOST_TEST(best_loss(tiny(), 1).hi >= entropy_rate(tiny()).lo);
}

BOOST_AUTO_TEST_CASE(who_sees_more_loses_less_and_nobody_less_than_the_rate)
{
  for (const Language* language : {&english(), &french()}) {
    for (unsigned k = 0; k < longest_context; ++k)
      BOOST_TEST(best_loss(*language, k + 1).hi < best_loss(*language, k).lo);
    BOOST_TEST(entropy_rate(*language).hi < best_loss(*language, longest_context).lo);
  }
}

BOOST_AUTO_TEST_CASE(a_context_that_is_too_long_is_refused)
{
  BOOST_CHECK_EXCEPTION(best_loss(english(), 4), epreuve::Error,
                        says("k must be from 0 to 3 words, got 4"));
}
