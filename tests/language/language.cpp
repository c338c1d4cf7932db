#include "epreuve/language/language.hpp"

#include "language/tiny.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve::language;
using epreuve::Error;
using epreuve::tests::says;

namespace {

Rational of_sentence(const Language& language, std::string_view text)
{
  return language.sentence_probability(language.encode(text));
}

Rational after(const Language& language, std::string_view prefix, std::string_view next)
{
  return language.next(language.encode(prefix))[language.word(next)];
}

} // namespace

BOOST_AUTO_TEST_CASE(a_tiny_language_has_the_probabilities_worked_out_by_hand)
{
  const Language language = tiny();
  BOOST_TEST(of_sentence(language, "a .") == Rational(1, 2));
  BOOST_TEST(of_sentence(language, "a b .") == Rational(1, 4));
  BOOST_TEST(of_sentence(language, "c b .") == Rational(1, 4));
  BOOST_TEST(of_sentence(language, "c .") == 0);
  BOOST_TEST(of_sentence(language, "a") == 0);
  BOOST_TEST(of_sentence(language, "") == 0);
  BOOST_TEST(of_sentence(language, "a . a .") == 0);
  BOOST_TEST(language.prefix_probability({}) == 1);
  BOOST_TEST(language.prefix_probability(language.encode("a")) == Rational(3, 4));
  BOOST_TEST(language.prefix_probability(language.encode("a . c")) == Rational(1, 8));
  BOOST_TEST(language.prefix_probability(language.encode("b")) == 0);
  BOOST_TEST(after(language, "a", "b") == Rational(1, 3));
  BOOST_TEST(after(language, "a", ".") == Rational(2, 3));
  BOOST_TEST(after(language, "a b . c b .", "a") == Rational(3, 4));
}

BOOST_AUTO_TEST_CASE(what_is_signed_depends_on_what_stood_words_before)
{
  const Language& en = english();
  for (const char* someone :
       {"a woman signs", "a king that the cat sees signs", "a nephew with his creature signs"}) {
    BOOST_TEST(after(en, fmt::format("after the apartment {}", someone), "the-lease") ==
               Rational(1, 2));
    BOOST_TEST(after(en, fmt::format("after the war {}", someone), "the-lease") == 0);
    BOOST_TEST(after(en, fmt::format("after the war {}", someone), "the-peace") == Rational(1, 2));
    BOOST_TEST(after(en, fmt::format("before the Picasso {}", someone), "the-picture") ==
               Rational(1, 2));
  }
  BOOST_TEST(after(french(), "après la guerre une femme signe", "la-paix") == Rational(1, 2));
}

BOOST_AUTO_TEST_CASE(the_verb_agrees_with_its_subject_across_two_relative_clauses)
{
  const Language& en = english();
  const std::string one = "the cat that the women that a king sees love";
  const std::string many = "the cats that the women that a king sees love";
  BOOST_TEST(after(en, one, "sits") == Rational(1, 2));
  BOOST_TEST(after(en, one, "sit") == 0);
  BOOST_TEST(after(en, many, "sit") == Rational(1, 2));
  BOOST_TEST(after(en, many, "sits") == 0);
  BOOST_TEST(after(en, "the cat that the women", "loves") == 0);
}

BOOST_AUTO_TEST_CASE(pronouns_and_possessives_agree_in_gender)
{
  for (const char* she : {"woman works", "niece plays", "queen reigns"}) {
    BOOST_TEST(after(english(), fmt::format("a {} because", she), "she") == 1);
    BOOST_TEST(after(english(), fmt::format("a {} with", she), "his") == 0);
  }
  BOOST_TEST(after(french(), "un neveu joue car il est", "content") == Rational(3, 4));
  BOOST_TEST(after(french(), "une reine règne car elle est", "content") == 0);
}

BOOST_AUTO_TEST_CASE(names_return_as_often_as_the_knob_says)
{
  BOOST_TEST(after(english(), "Ada sits on the bed then", "Ada") == Rational(3, 4));
  BOOST_TEST(after(english(), "Ada sits on the bed then", "Tom") == Rational(1, 16));
  const Language never = english(0), always = english(1), seldom = english({1, 7});
  BOOST_TEST(after(never, "Zoe sleeps then", "Zoe") == 0);
  BOOST_TEST(after(never, "Zoe sleeps then", "Leo") == Rational(1, 4));
  BOOST_TEST(after(always, "Zoe sleeps then", "Zoe") == 1);
  BOOST_TEST(after(seldom, "Zoe sleeps then", "Mia") == Rational(3, 14));
  BOOST_TEST((never.words() == always.words()));
}

BOOST_AUTO_TEST_CASE(numbers_and_sizes_are_copied)
{
  BOOST_TEST(after(english(), "two cats sleep not one,", "two") == 1);
  BOOST_TEST(after(english(), "three cats sit on the bed not one,", "three") == 1);
  BOOST_TEST(after(english(), "the big black cat is very", "big") == Rational(3, 4));
  BOOST_TEST(after(french(), "la grande créature verte est très", "petite") == Rational(1, 4));
}

BOOST_AUTO_TEST_CASE(the_words_are_many_enough_and_different)
{
  for (const Language* language : {&english(), &french()}) {
    const std::set<std::string> different(language->words().begin(), language->words().end());
    BOOST_TEST(different.size() == language->words().size());
    BOOST_TEST(language->words().size() >= 60);
    BOOST_TEST(language->words().size() <= 90);
    BOOST_TEST(language->words().front() == ".");
    for (Word w = 0; w < language->words().size(); ++w)
      BOOST_TEST(language->word(language->words()[w]) == w);
  }
}

BOOST_AUTO_TEST_CASE(a_bad_prefix_is_told_with_its_position_and_what_could_stand_there)
{
  const Language& en = english();
  for (const std::string& text : {std::string("the cats sits"), std::string("the cats sits on")}) {
    const auto told =
        says("word 3, \"sits\", cannot stand there: after \"the cats\" there can stand "
             "\"sit\", \"that\", \"eat\" or \"sleep\"");
    BOOST_CHECK_EXCEPTION(en.next(en.encode(text)), Error, told);
    BOOST_CHECK_EXCEPTION(en.next(text), Error, told);
  }
  BOOST_CHECK_EXCEPTION(
      en.next("sits"), Error,
      says("word 1, \"sits\", cannot stand there: at the beginning there can stand"));
  BOOST_CHECK_EXCEPTION(en.next("a woman works with her cat . a man man"), Error,
                        says("after \"... with her cat . a man\" there can"));
  BOOST_CHECK_EXCEPTION(
      en.next("a woman works because she is hapy"), Error,
      says("word 7, \"hapy\", is not one of the 80 words of the language \"en\"; the "
           "nearest is \"happy\"; after \"a woman works because she is\" there can stand "
           "\"happy\" or \"tired\""));
  BOOST_CHECK_EXCEPTION(en.encode("the cta"), Error, says("word 2, \"cta\""));
  BOOST_CHECK_EXCEPTION(en.word("cta"), Error, says("nearest is \"cat\""));
  BOOST_CHECK_EXCEPTION(en.text({0, 80}), Error, says("the words 0 to 79, got 80 at position 2"));
  BOOST_CHECK_EXCEPTION(english({5, 4}), Error, says("must be from 0 to 1, got 5/4"));
}

BOOST_AUTO_TEST_CASE(a_full_stop_may_stand_at_the_end_of_its_word)
{
  const Language& en = english();
  BOOST_TEST(en.encode(" the cat\tsleeps.\n") == en.encode("the cat sleeps ."));
  BOOST_TEST(en.text(en.encode("the cat sleeps.")) == "the cat sleeps .");
  BOOST_TEST(en.encode("").empty());
  BOOST_CHECK_EXCEPTION(en.encode("the cat..."), Error, says("word 2, \"cat..\""));
}

BOOST_AUTO_TEST_CASE(what_french_elides_may_stand_together)
{
  const Language& fr = french();
  const std::vector<Word> apart = fr.encode("le chat qu' une femme voit dort .");
  BOOST_TEST(fr.encode("le chat qu'une femme voit dort.") == apart);
  BOOST_TEST(fr.encode("le chat qu’une femme voit dort.") == apart);
  BOOST_TEST(fr.encode("l’œuvre") == fr.encode("l'œuvre"));
  BOOST_TEST(fr.encode("l'œuvre").size() == 1);
  BOOST_TEST(fr.encode("après l'appartement").size() == 3);
  BOOST_CHECK_EXCEPTION(fr.encode("qu'un'homme"), Error, says("word 1, \"qu'un'homme\""));
  BOOST_TEST(fr.encode("l'").size() == 1);
}

BOOST_AUTO_TEST_CASE(a_word_without_its_article_is_told_with_it)
{
  BOOST_CHECK_EXCEPTION(english().word("lease"), Error, says("the nearest is \"the-lease\""));
  BOOST_CHECK_EXCEPTION(french().word("œuvre"), Error, says("the nearest is \"l'œuvre\""));
}

BOOST_AUTO_TEST_CASE(a_long_text_takes_no_longer_per_word)
{
  // If the fractions kept growing, this would take minutes.
  std::vector<Word> text = english().sample(1, 20'000);
  text.pop_back();
  BOOST_TEST(english().next(text)[0] == 1);
}
