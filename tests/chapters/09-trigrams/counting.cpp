#include "chapters/09-trigrams/counting.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/tables.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_tables_are_those_of_the_language)
{
  const language::Language& english = language::english();
  const arma::mat pairs = pair_probabilities(english);
  const arma::cube triples = triple_probabilities(english);
  BOOST_TEST(std::abs(arma::accu(pairs) - 1) < 1e-12);
  const arma::mat summed = arma::sum(triples, 2); // over the first word
  BOOST_TEST(arma::abs(summed - pairs).max() < 1e-15);
  const auto two = english.word("two"), cats = english.word("cats");
  BOOST_TEST(std::abs(pairs(two, cats) / arma::accu(pairs.row(two)) - 0.375) <
             1e-14); // two cats ... one, two.
}

BOOST_AUTO_TEST_CASE(a_context_is_chosen_by_how_sharply_it_predicts)
{
  // 1 or 2 opens a sentence and comes back after 3, 4, whatever is in between
  const arma::uvec text{1, 3, 4, 1, 0, 2, 3, 4, 2, 0, 1, 3, 4, 1, 0, 2, 3, 4, 2, 0};
  const NGramModels models(text, 5);
  const Losses losses(models, text);
  BOOST_TEST(losses.last(1) == 4U);
  BOOST_TEST(losses.gapped(1) < 0.3);
  BOOST_TEST(losses.trigrams(1) > 0.6);
  BOOST_TEST(losses.bigrams(1) > 0.6);
  BOOST_TEST(std::isinf(models.entropy(4, 4)));
  for (arma::uword a = 0; a < 5; ++a) {
    BOOST_TEST(arma::abs(arma::sum(models.gapped.slice(a), 1) - 1).max() < 1e-14);
    BOOST_TEST(arma::abs(arma::sum(models.trigrams.slice(a), 1) - 1).max() < 1e-14);
  }
  BOOST_CHECK_EXCEPTION(Losses(models, {1, 2}), Error, says("at least 3 words"));
  BOOST_CHECK_EXCEPTION(Losses(models, {1, 2, 5}), Error, says("each below 5"));
}

namespace language = epreuve::language;

BOOST_AUTO_TEST_CASE(distances_by_hand)
{
  const arma::mat counts{{1, 3}, {0, 0}}, truth{{0.5, 0.25}, {0.25, 0}};
  BOOST_TEST(std::abs(total_variation(counts, truth) - 0.5) < 1e-15);
  BOOST_TEST(std::abs(gain_of_own_frequencies(counts, truth) -
                      (std::log(0.25 * 1.5) + 3 * std::log(0.75 * 3))) < 1e-14);
  BOOST_TEST(free_entries(truth) == 1);
}

BOOST_AUTO_TEST_CASE(a_text_is_never_explained_better_by_the_truth)
{
  const Convergence seen = counted_against_truth(language::english(), {20, 40}, 2, 100);
  BOOST_TEST(seen.gain.min() > 0);
  BOOST_TEST(seen.gain_triples.min() > 0);
  BOOST_TEST(seen.variation.max() < 1);
  BOOST_TEST(seen.words(3) > seen.words(0));
}

BOOST_AUTO_TEST_CASE(another_seed_is_another_corpus)
{
  const auto gains = [](std::uint64_t seed) {
    return counted_against_truth(language::english(), {20}, 3, seed).gain;
  };
  BOOST_TEST(arma::approx_equal(gains(7).tail(2), gains(8).head(2), "absdiff", 0));
  BOOST_TEST(gains(7)(0) != gains(8)(0));
  BOOST_TEST(corpus_seed(1, 999) < corpus_seed(2, 0));
}

BOOST_AUTO_TEST_CASE(twice_the_gain_is_the_number_of_free_entries_where_words_are_a_chain)
{
  using language::choice, language::word;
  // "a" or "b", then "c" or "d", whatever it was: each word depends on the one before it alone.
  const language::Language chain("chain", choice({{1, word("a")}, {2, word("b")}}) +
                                              choice({{3, word("c")}, {1, word("d")}}));
  BOOST_TEST(std::abs(twice_the_gain_of_pairs(chain) - 3) < 1e-12); // 8 pairs that can be, 5 words
  BOOST_TEST(free_entries(pair_probabilities(chain)) == 3);
}

BOOST_AUTO_TEST_CASE(twice_the_gain_by_hand_where_words_are_no_chain)
{
  using language::maybe, language::word;
  // "a a ." or "a .": after a comes a with 1/3. The pair a a is off by 1/3 in either sentence, 1/9 in the square
  // over 3/2 · 1/3; the pair a . by as much, over 3/2 · 2/3.
  const language::Language either("either", maybe({1, 2}, word("a")) + word("a"));
  BOOST_TEST(std::abs(twice_the_gain_of_pairs(either) - (2. / 9 + 1. / 9)) < 1e-12);
  BOOST_TEST(free_entries(pair_probabilities(either)) == 1);
}

BOOST_AUTO_TEST_CASE(no_smoothing_is_below_the_best_loss)
{
  const SmoothingCurves curves = smoothing_curves(language::english(), {50}, 5);
  BOOST_TEST(curves.added.min() > 0);
  BOOST_TEST(curves.discounted.min() > 0);
  BOOST_TEST(curves.laplace(0) > curves.added.min());
}

BOOST_AUTO_TEST_CASE(what_one_word_of_text_lacks_is_nearly_all)
{
  const Unseen unseen = unseen_triples(language::english(), 1, 3, 500);
  BOOST_TEST(unseen.missing.min() > 0.5);
  BOOST_TEST(unseen.missing.max() < 1);
}

BOOST_AUTO_TEST_CASE(floors_are_in_their_order)
{
  const LossesBySize losses = losses_by_size(language::english(), 2, 12);
  BOOST_TEST(losses.floors.is_sorted("strictdescend"));
  BOOST_TEST(losses.bigrams.min() > losses.floors(0));
  BOOST_TEST(losses.words(1) > 1.5 * losses.words(0));
}
