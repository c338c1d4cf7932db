#include "chapters/10-attention/purposeful_heads.hpp"

#include "epreuve/language/tables.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

namespace {

const WordsAndPlaces sizes{3, 5};

/// e^c = 8, so that weights are fractions of 8 and 1.
const double c = std::log(8);

bool close(const arma::mat& a, const arma::mat& b)
{
  return arma::size(a) == arma::size(b) && arma::abs(a - b).max() < 1e-14;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_token_is_its_word_and_its_place)
{
  const arma::mat x = sizes.vectors({2, 0, 2});
  BOOST_TEST(
      close(x.t(), {{0, 0, 1, 1, 0, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0}, {0, 0, 1, 0, 0, 1, 0, 0}}));
  BOOST_CHECK_EXCEPTION(sizes.vectors({3}), Error, says("below 3, got 3"));
  BOOST_CHECK_EXCEPTION(sizes.vectors({0, 0, 0, 0, 0, 0}), Error, says("below 5, got 5"));
}

BOOST_AUTO_TEST_CASE(the_word_before_and_one_place_are_looked_at_eight_times_as_much_as_others)
{
  const arma::mat before = pattern_of(previous_word(sizes), c, sizes, {1, 1, 0});
  BOOST_TEST(close(before, {{1, 0, 0}, {8. / 9, 1. / 9, 0}, {1. / 10, 8. / 10, 1. / 10}}));
  const arma::mat first = pattern_of(one_place(sizes, 0), c, sizes, {1, 1, 0});
  BOOST_TEST(close(first, {{1, 0, 0}, {8. / 9, 1. / 9, 0}, {8. / 10, 1. / 10, 1. / 10}}));
}

BOOST_AUTO_TEST_CASE(the_same_word_is_found_elsewhere_and_place_0_where_there_is_none)
{
  const double eight = 8, root = std::sqrt(8);
  const arma::mat A = pattern_of(same_word(sizes), c, sizes, {0, 1, 2, 1, 2});
  const double third = root + 1 + 1, fourth = root + eight + 1 + 1;
  BOOST_TEST(close(A.row(2), {{root / third, 1 / third, 1 / third, 0, 0}}));
  BOOST_TEST(close(A.row(3), {{root / fourth, eight / fourth, 1 / fourth, 1 / fourth, 0}}));
}

BOOST_AUTO_TEST_CASE(one_wave_looks_at_the_place_before_if_only_the_scores_are_large)
{
  const arma::mat A = one_wave_pattern(200, 7);
  for (arma::uword k = 1; k < 7; ++k)
    BOOST_TEST(A(k, k - 1) > 0.99);
  // With little, by the definition.
  const double omega = 2 * arma::datum::pi / 8, here = std::exp(std::cos(omega));
  BOOST_TEST(std::abs(one_wave_pattern(1, 7)(1, 0) - std::exp(1) / (std::exp(1) + here)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(every_sentence_has_room_and_begins_and_ends_with_a_full_stop)
{
  const auto texts = english_sentences(500, 1);
  BOOST_TEST(texts.size() == 500U);
  for (const auto& text : texts) {
    BOOST_TEST(text.front() == 0U);
    BOOST_TEST(text.back() == 0U);
    BOOST_TEST(text.size() <= english_sizes().places);
  }
  BOOST_CHECK(english_sentences(20, 1) == english_sentences(20, 1));
  BOOST_CHECK(english_sentences(20, 1) != english_sentences(20, 2));
  const arma::vec at = words_at_places();
  BOOST_TEST(at(0) == 0);
  BOOST_TEST(at(17) > 0);
  BOOST_TEST(std::abs(arma::accu(at) - double(epreuve::language::expected_length(
                                           epreuve::language::english()))) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_head_that_looks_at_all_alike_finds_its_target_by_chance_alone)
{
  const arma::mat nothing(english_sizes().n(), english_sizes().n(), arma::fill::zeros);
  const auto first = [](const auto&, std::size_t) { return 0U; };
  const auto itself = [](const auto&, std::size_t place) { return place; };
  BOOST_TEST(part_found(nothing, 1, english_sentences(20, 1), first) ==
             1); // of equal weights the first counts
  BOOST_TEST(part_found(nothing, 1, english_sentences(20, 1), itself) == 0);
}

BOOST_AUTO_TEST_CASE(words_that_stand_in_a_sentence_again_are_counted_exactly)
{
  using namespace epreuve::language;
  // "a a b" with 1/3, else "a": 3 or 1 words, one of them again in the first; m / (m + 1) is 1/2.
  const Language language("xx", word("a") + maybe({1, 3}, word("a") + word("b")));
  const WordsAgain again = words_again(language);
  BOOST_TEST(again.words == Rational(5, 3));
  BOOST_TEST(again.again == Rational(1, 3));
  BOOST_TEST(again.shared == Rational(1, 6));
}
