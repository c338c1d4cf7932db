#include "chapters/12-attention-scaling/learning_to_attend.hpp"

#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::instruments;

using epreuve::tests::says;

static const AttentionTask task{{{1, -0.5, 0.3, 2}, {0.2, 1, -1, 0.5}},
                                {{1, 0, -1}, {0.5, 1, 0.2}, {0, -1, 1}},
                                targets_in_turn(4, 3)};
static const arma::mat W_Q{{0.3, -1}, {1, 0.4}, {-0.2, 0.9}};

static double loss_of(const arma::mat& W, double c)
{
  const arma::mat scores = c * (W * task.tokens).t() * task.keys;
  return attention_loss(epreuve::math::softmax_rows(scores), task.targets);
}

BOOST_AUTO_TEST_CASE(targets_go_through_the_keys_in_turn)
{
  const arma::mat expected{{1, 0}, {0, 1}, {1, 0}};
  BOOST_TEST(arma::approx_equal(targets_in_turn(3, 2), expected, "absdiff", 0.0));
}

BOOST_AUTO_TEST_CASE(the_loss_of_a_uniform_pattern_is_that_of_its_two_squares)
{
  // (1/2)^2 + (1/2)^2, halved
  BOOST_TEST(attention_loss(arma::mat(4, 2).fill(0.5), targets_in_turn(4, 2)) == 0.25);
}

BOOST_AUTO_TEST_CASE(a_step_goes_against_the_gradient_of_the_loss)
{
  const double c = 0.7, eta = 1e-3, h = 1e-6;
  const arma::mat step = (W_Q - trained_queries(W_Q, task, c, eta, 1)) / eta;
  for (arma::uword i = 0; i < W_Q.n_rows; ++i)
    for (arma::uword j = 0; j < W_Q.n_cols; ++j) {
      arma::mat up = W_Q, down = W_Q;
      up(i, j) += h;
      down(i, j) -= h;
      // The step is that of the sum over the four tokens, the loss their mean.
      BOOST_TEST(std::abs(step(i, j) - 4 * (loss_of(up, c) - loss_of(down, c)) / (2 * h)) < 1e-8);
    }
}

BOOST_AUTO_TEST_CASE(the_curve_in_score_space_is_that_of_the_queries)
{
  const double c = 0.7, eta = 0.2;
  const arma::vec curve =
      learning_curve(task, c * (W_Q * task.tokens).t() * task.keys, eta * c * c * 2 * 3, 10);
  BOOST_TEST(curve.n_elem == 11);
  for (const arma::uword steps : {0u, 1u, 10u})
    BOOST_TEST(std::abs(curve(steps) - loss_of(trained_queries(W_Q, task, c, eta, steps), c)) <
               1e-12);
}

BOOST_AUTO_TEST_CASE(the_fastest_curve_has_the_least_area)
{
  const arma::mat scores = (W_Q * task.tokens).t() * task.keys;
  const arma::vec best = fastest_learning_curve(task, scores, {1e-9, 1, 1e-6}, 20);
  BOOST_TEST(arma::approx_equal(best, learning_curve(task, scores, 1, 20), "absdiff", 0.0));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  using epreuve::Error;
  const arma::mat scores(4, 3, arma::fill::zeros);
  BOOST_CHECK_EXCEPTION(learning_curve(task, scores.t(), 1, 1), Error,
                        says("learning_curve", "3 x 4"));
  BOOST_CHECK_EXCEPTION(trained_queries(W_Q.t(), task, 1, 1, 1), Error, says("W_Q must be 3 x 2"));
  BOOST_CHECK_EXCEPTION(fastest_learning_curve(task, scores, {}, 1), Error,
                        says("at least one rate"));
}

BOOST_AUTO_TEST_CASE(steps_are_counted_to_the_first_loss_below)
{
  const arma::mat curves{{0.5, 0.05, 0.5}, {0.1, 0.01, 0.4}, {0.09, 0.2, 0.3}};
  const std::vector<std::string> expected = {"2", "0", "never"};
  BOOST_TEST(steps_until_below(0.1, curves) == expected, boost::test_tools::per_element());
}
