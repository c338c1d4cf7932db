#include "epreuve/instruments/heads/exact_attention.hpp"

#include "epreuve/instruments/heads/attention_written_out.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <numbers>

using namespace epreuve::instruments;
using epreuve::tests::says;

static const arma::mat Q = {{1, 0, -2}, {0, 3, 1}}, K = {{2, -1, 0}, {1, 1, -1}}, V = {{5, -7, 4}};

BOOST_AUTO_TEST_CASE(it_is_attention_with_scores_times_ln_2)
{
  const arma::mat expected = attention_written_out(Q, K, V, 1 / std::numbers::ln2);
  BOOST_TEST(arma::abs(exact_attention(Q, K, V) - expected).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_query_that_sees_the_past_sees_nothing_after_itself)
{
  const arma::mat Z = exact_attention(Q, K, V, Sees::the_past);
  BOOST_TEST(Z(0) == 5);                      // itself alone
  BOOST_TEST(Z(1) == (8 * 5 - 8 * 7) / 16.0); // scores 3 and 3
  BOOST_TEST(Z(2) == exact_attention(Q, K, V)(2));
}

BOOST_AUTO_TEST_CASE(what_could_round_is_refused)
{
  BOOST_CHECK_EXCEPTION(exact_attention(Q, K, 0.5 * V), epreuve::Error,
                        says("exact_attention", "integers"));
  BOOST_CHECK_EXCEPTION(exact_attention(4 * Q, 4 * K, V), epreuve::Error,
                        says("exact_attention", "2^53"));
  BOOST_CHECK_EXCEPTION(exact_attention(Q, K, V.head_cols(2)), epreuve::Error,
                        says("exact_attention", "1 x 2"));
}

BOOST_AUTO_TEST_CASE(a_head_projects_its_tokens_and_no_drawn_one_can_round)
{
  const IntegerHead head{{{1, 0, 0}, {0, 1, 0}}, {{0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 0, -1}}};
  const arma::mat X = {{1, -1}, {0, 1}, {1, 1}};
  const arma::mat expected =
      exact_attention({{1, -1}, {0, 1}}, {{0, 1}, {1, 1}}, {{1, -1}, {-1, -1}});
  BOOST_TEST(arma::approx_equal(head(X), expected, "absdiff", 0));
  const auto runs = [](epreuve::evidence::Draw& draw) {
    const IntegerHead drawn = draw_integer_head(draw);
    const arma::mat tokens = draw_integer_tokens(draw);
    return arma::size(drawn(tokens)) == arma::size(2, tokens.n_cols);
  };
  BOOST_TEST(epreuve::evidence::check_property(runs, 500, 1).passed);
  const IntegerHead widest{arma::ones(2, 3), arma::ones(2, 3), arma::ones(2, 3)};
  BOOST_TEST(widest(arma::join_rows(arma::ones(3, 3), -arma::ones(3, 3))).is_finite());
}
