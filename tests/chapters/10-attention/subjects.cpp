#include "chapters/10-attention/subjects.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace epreuve::instruments;
using epreuve::language::english;

namespace {

const auto latest = [](Word, Word, std::size_t distance) { return -double(distance); };

} // namespace

BOOST_AUTO_TEST_CASE(each_verb_of_nested_clauses_has_its_own_noun)
{
  const auto verbs =
      verbs_in(english().encode("the cat that the women that a king sees love sits on the bed ."));
  BOOST_TEST_REQUIRE(verbs.size() == 3U);
  const std::vector<std::string> said{"sees", "love", "sits"}, by{"king", "women", "cat"};
  const std::vector<std::size_t> places{8, 9, 10}, distances{1, 5, 9};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [place, verb] = verbs[i];
    BOOST_TEST(place == places[i]);
    BOOST_TEST(english().words()[verb.verb] == said[i]);
    BOOST_TEST(english().words()[verb.nouns[verb.subject].noun] == by[i]);
    BOOST_TEST(verb.nouns[verb.subject].distance == distances[i]);
  }
}

BOOST_AUTO_TEST_CASE(an_owned_animal_is_passed_over)
{
  const auto verbs =
      verbs_in(english().encode("after the war a queen with her cat signs the-peace ."));
  BOOST_TEST_REQUIRE(verbs.size() == 1U);
  BOOST_TEST(verbs[0].second.subject == 0U);
  BOOST_TEST(verbs[0].second.nouns.size() == 2U);
}

BOOST_AUTO_TEST_CASE(the_expected_verbs_of_a_sentence_are_those_of_a_corpus)
{
  Rational expected = 0, latest_right = 0;
  for (const auto& [verb, times] : verbs_of_english()) {
    expected += times;
    if (verb.subject + 1 == verb.nouns.size())
      latest_right += times;
  }
  BOOST_TEST(accuracy(latest) == latest_right / expected);
  // 4000 sentences; the number of verbs in one is 1 to 4, so its mean is known to 0.05 and better.
  std::vector<Word> sentence;
  double seen = 0;
  for (const Word word : english().sample(5, 4000)) {
    sentence.push_back(word);
    if (word == 0) {
      seen += double(verbs_in(sentence).size()) / 4000;
      sentence.clear();
    }
  }
  BOOST_TEST(std::abs(seen - double(expected)) < 0.05);
}

BOOST_AUTO_TEST_CASE(two_equal_scores_find_nobody)
{
  const std::vector<NounBefore> nouns{{3, 5}, {4, 1}};
  BOOST_TEST(most_looked_at(latest, 0, nouns) == 1U);
  BOOST_TEST(most_looked_at([](Word, Word, std::size_t) { return 1.; }, 0, nouns) == 2U);
  BOOST_TEST(most_looked_at(latest, 0, {}) == 0U);
}

BOOST_AUTO_TEST_CASE(who_can_do_what_is_what_the_language_says)
{
  const auto can = [](const char* noun, const char* verb) {
    return can_do(english().word(verb), english().word(noun));
  };
  BOOST_TEST(can("queen", "reigns"));
  BOOST_TEST(!can("niece", "reigns"));
  BOOST_TEST(!can("cats", "sits"));
  BOOST_TEST(can("cats", "sit"));
}

BOOST_AUTO_TEST_CASE(the_matrix_of_tables_gives_a_verb_the_scores_that_they_say)
{
  const WordsAndPlaces sizes{english().words().size(), 18};
  const SubjectTables tables{[](Word, Word noun) { return double(noun) / 100; },
                             [](Word) { return 0.25; },
                             [](std::size_t distance) { return distance == 3 ? 7. : 0.; }};
  const std::vector<Word> text = english().encode("the cat that the women see sits");
  const arma::mat x = sizes.vectors(text), S = x.t() * tables.matrix(sizes) * x;
  const auto [place, verb] = verbs_in(text).back();
  BOOST_TEST_REQUIRE(place == 6U);
  BOOST_TEST_REQUIRE(verb.nouns.size() == 2U);
  for (const auto& [noun, distance] : verb.nouns) {
    const double score = tables.score()(verb.verb, noun, distance);
    BOOST_TEST(std::abs(S(6, 6 - distance) - (score + 0.25 * 6)) < 1e-14);
  }
  BOOST_TEST(S(6, 3) == 7 + 0.25 * 3); // no noun, but three places before
}

BOOST_AUTO_TEST_CASE(the_five_heads_say_of_one_sentence_what_their_names_say)
{
  const auto verbs = verbs_in(english().encode("the cat that a king sees sleeps ."));
  BOOST_TEST_REQUIRE(verbs.size() == 2U);
  const auto& [place, sleeps] = verbs.back();
  std::vector<std::size_t> found;
  for (const auto& [name, tables] : subject_heads())
    found.push_back(most_looked_at(tables.score(), sleeps.verb, sleeps.nouns));
  // Kings sleep too, and are singular; sleeps is a verb that is served by the latest.
  const std::vector<std::size_t> expected{1, 1, 1, 1, 0};
  BOOST_TEST(found == expected, boost::test_tools::per_element());
}
