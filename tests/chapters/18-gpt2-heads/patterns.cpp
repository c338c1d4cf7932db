#include "chapters/18-gpt2-heads/patterns.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

using namespace epreuve::instruments;
using epreuve::evidence::parse_printed_table;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(every_row_is_a_causal_distribution_to_its_six_decimals)
{
  BOOST_TEST_REQUIRE(transformer_explainer().size() == 2U);
  for (const PublishedPatterns& sentence : transformer_explainer()) {
    BOOST_TEST_REQUIRE(sentence.tokens.size() == 6U);
    BOOST_TEST(sentence.words.size() == 6U);
    BOOST_TEST(sentence.of_head.size() == 4U);
    for (const auto& [head, pattern] : sentence.of_head) {
      BOOST_TEST_CONTEXT(sentence.text << ", head " << head)
      {
        BOOST_TEST_REQUIRE((pattern.n_rows == 6U && pattern.n_cols == 6U));
        BOOST_TEST(arma::abs(arma::sum(pattern, 1) - 1).max() <= 6 * 0.5e-6 + 1e-12);
        BOOST_TEST(arma::accu(arma::abs(arma::trimatu(pattern, 1))) == 0);
        BOOST_TEST(pattern.min() >= 0);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_words_are_the_text_with_a_line_for_each_blank)
{
  for (const PublishedPatterns& sentence : transformer_explainer()) {
    std::string text;
    for (const std::string& word : sentence.words)
      text += word;
    for (char& c : text)
      c = c == '_' ? ' ' : c;
    BOOST_TEST(text == sentence.text);
  }
}

static const arma::mat pattern{{1, 0, 0}, {0.5, 0.5, 0}, {0, 0.25, 0.75}};

BOOST_AUTO_TEST_CASE(evenness_is_the_entropy_of_each_row_over_that_of_equal_weights)
{
  const arma::vec seen = evenness(pattern);
  BOOST_TEST_REQUIRE(seen.n_elem == 2U);
  BOOST_TEST(std::abs(seen(0) - 1) < 1e-15);
  const double H = 0.25 * std::log(4) + 0.75 * std::log(4. / 3);
  BOOST_TEST(std::abs(seen(1) - H / std::log(3)) < 1e-15);
  BOOST_TEST(arma::abs(evenness(0.999999 * pattern) - seen).max() < 1e-14); // as printed digits are
}

BOOST_AUTO_TEST_CASE(the_strongest_keys_are_named_query_by_query)
{
  BOOST_TEST(strongest_keys(pattern) == "0 0 2");
}

BOOST_AUTO_TEST_CASE(a_weight_on_a_later_key_is_found)
{
  BOOST_TEST(largest_above_diagonal(pattern) == 0);
  BOOST_TEST(largest_above_diagonal(pattern.t()) == 0.5);
}

BOOST_AUTO_TEST_CASE(what_stands_so_many_places_back_is_given_for_the_last_queries)
{
  BOOST_TEST(arma::all(entries_back(pattern, 0, 3) == arma::vec{1, 0.5, 0.75}));
  BOOST_TEST(arma::all(entries_back(pattern, 1, 2) == arma::vec{0.5, 0.25}));
  BOOST_TEST(arma::all(entries_back(pattern, 1, 1) == arma::vec{0.25}));
}

BOOST_AUTO_TEST_CASE(what_is_no_pattern_is_refused)
{
  BOOST_CHECK_EXCEPTION(evenness(arma::mat(3, 2)), epreuve::Error, says("evenness", "3 x 2"));
  BOOST_CHECK_EXCEPTION(strongest_keys({}), epreuve::Error, says("strongest_keys", "empty"));
  BOOST_CHECK_EXCEPTION(entries_back(pattern, 1, 3), epreuve::Error,
                        says("entries_back", "at least 4"));
}

BOOST_AUTO_TEST_CASE(thirds_cut_to_two_digits_miss_one_by_less_than_rounding_can_do)
{
  const double seen = distance_from_distributions(parse_printed_table("0.33 0.33 0.33"));
  BOOST_TEST(std::abs(seen - 2. / 3) < 1e-15); // 0.01 off, and three halves of 0.01 allowed
}

BOOST_AUTO_TEST_CASE(of_several_rows_the_worst_counts)
{
  BOOST_TEST(distance_from_distributions(parse_printed_table("0.5 0.5; 0.5 0.7; 1.0 0.0")) == 2);
}

BOOST_AUTO_TEST_CASE(a_causal_row_has_nothing_left_for_later_keys)
{
  const auto table = parse_printed_table("1.0 0.0; 0.2 0.8");
  BOOST_TEST(distance_from_causal_distributions(table) == 0);
  BOOST_TEST(distance_from_causal_distributions(parse_printed_table("0.5 0.5; 0.2 0.8")) == 10);
}

BOOST_AUTO_TEST_CASE(fractions_are_not_rounded_and_refused)
{
  BOOST_CHECK_EXCEPTION(distance_from_distributions(parse_printed_table("1/2 1/2")), epreuve::Error,
                        says("distance_from_distributions", "row 0"));
}
