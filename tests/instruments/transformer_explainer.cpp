#include "epreuve/instruments/gpt2/transformer_explainer.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

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
