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
  const Convergence seen = counted_against_truth(language::english(), {20, 40}, 2);
  BOOST_TEST(seen.gain.min() > 0);
  BOOST_TEST(seen.gain_triples.min() > 0);
  BOOST_TEST(seen.variation.max() < 1);
  BOOST_TEST(seen.words(3) > seen.words(0));
}

BOOST_AUTO_TEST_CASE(no_smoothing_is_below_the_best_loss)
{
  const SmoothingCurves curves = smoothing_curves(language::english(), {50});
  BOOST_TEST(curves.added.min() > 0);
  BOOST_TEST(curves.discounted.min() > 0);
  BOOST_TEST(curves.laplace(0) > curves.added.min());
}

BOOST_AUTO_TEST_CASE(what_one_word_of_text_lacks_is_nearly_all)
{
  const Unseen unseen = unseen_triples(language::english(), 1, 3);
  BOOST_TEST(unseen.missing.min() > 0.5);
  BOOST_TEST(unseen.missing.max() < 1);
}

BOOST_AUTO_TEST_CASE(floors_are_in_their_order)
{
  const LossesBySize losses = losses_by_size(language::english(), 2);
  BOOST_TEST(losses.floors.is_sorted("strictdescend"));
  BOOST_TEST(losses.bigrams.min() > losses.floors(0));
  BOOST_TEST(losses.words(1) > 1.5 * losses.words(0));
}
