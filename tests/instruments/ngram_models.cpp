#include "epreuve/instruments/language/ngram_models.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/tables.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

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
