#include "epreuve/instruments/language/counting_curves.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
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
