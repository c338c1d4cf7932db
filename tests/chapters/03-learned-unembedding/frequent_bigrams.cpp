#include "chapters/03-learned-unembedding/frequent_bigrams.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/tables.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <vector>

using namespace epreuve::instruments;
using namespace epreuve::language;
using epreuve::instruments::Rational;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_small_table_is_that_of_a_text)
{
  const FrequentBigrams small = frequent_bigrams(english(), 11);
  const std::vector<Rational> pi = small.frequencies();
  Rational sum = 0;
  for (arma::uword j = 0; j < 12; ++j) {
    Rational second = 0;
    for (arma::uword i = 0; i < 12; ++i)
      second += small.joint(j, i);
    BOOST_TEST((second == pi[j]), small.words[j]);
    sum += second;
  }
  BOOST_TEST((sum == 1));
}

BOOST_AUTO_TEST_CASE(named_words_keep_their_frequencies_and_are_the_most_frequent)
{
  const FrequentBigrams small = frequent_bigrams(english(), 5);
  const std::vector<Rational> of_all = word_probabilities(english()), pi = small.frequencies();
  BOOST_TEST(small.words.size() == 6U);
  BOOST_TEST(small.words.back() == "…");
  for (arma::uword k = 0; k < 5; ++k)
    BOOST_TEST((pi[k] == of_all[english().word(small.words[k])]));
  std::size_t more_frequent = 0;
  for (const Rational& p : of_all)
    more_frequent += p > pi[4];
  BOOST_TEST(more_frequent <= 4U);
}

BOOST_AUTO_TEST_CASE(a_pair_of_named_words_keeps_its_probability)
{
  const FrequentBigrams small = frequent_bigrams(english(), 11);
  const NGramTable table = ngram_probabilities(english(), 2);
  for (arma::uword i = 0; i < 11; ++i)
    for (arma::uword j = 0; j < 11; ++j) {
      const auto found =
          table.find({english().word(small.words[i]), english().word(small.words[j])});
      BOOST_TEST((small.joint(j, i) == (found == table.end() ? Rational(0) : found->second)));
    }
}

BOOST_AUTO_TEST_CASE(smoothing_keeps_the_frequencies_and_leaves_no_zero)
{
  const FrequentBigrams small = frequent_bigrams(english(), 11);
  const Bigrams bare = in_doubles(small), smooth = in_doubles(small, Rational(1, 10));
  BOOST_TEST(bare.P.min() == 0);
  BOOST_TEST(smooth.P.min() > 0);
  BOOST_TEST(arma::abs(smooth.P * smooth.pi - smooth.pi).max() < 1e-15);
  BOOST_TEST(arma::abs(smooth.P - (0.9 * bare.P + 0.1 * bare.pi * arma::ones(1, 12))).max() <
             1e-15);
}

BOOST_AUTO_TEST_CASE(sizes_and_smoothings_that_are_none_are_refused)
{
  BOOST_CHECK_EXCEPTION(frequent_bigrams(english(), 0), epreuve::Error, says("got 0"));
  BOOST_CHECK_EXCEPTION(frequent_bigrams(english(), english().words().size()), epreuve::Error,
                        says("expected to keep from 1 to"));
  BOOST_CHECK_EXCEPTION(in_doubles(frequent_bigrams(english(), 3), 2), epreuve::Error,
                        says("got 2"));
}
