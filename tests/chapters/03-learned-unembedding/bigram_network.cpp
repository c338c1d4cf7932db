#include "chapters/03-learned-unembedding/bigram_network.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace epreuve::instruments;
using epreuve::tests::says;

/// Two tokens: after the first 3 : 1, after the second 1 : 1.
static Bigrams two_tokens()
{
  return {{"a", "b"}, {{0.75, 0.5}, {0.25, 0.5}}, {0.25, 0.75}};
}

/// Four tokens with the probabilities 2^-m.
static Bigrams powers_of_two()
{
  const arma::mat M{{1, 1, 3, 3}, {2, 2, 3, 1}, {3, 3, 1, 2}, {3, 3, 2, 3}};
  return {{}, arma::exp2(-M), arma::vec(4, arma::fill::value(0.25))};
}

BOOST_AUTO_TEST_CASE(the_entropy_is_that_of_the_columns_weighted)
{
  const double by_hand =
      0.25 * (0.75 * std::log(4.0 / 3) + 0.25 * std::log(4.0)) + 0.75 * std::log(2.0);
  BOOST_TEST(std::abs(bigram_entropy(two_tokens()) - by_hand) < 1e-15);
}

BOOST_AUTO_TEST_CASE(logits_of_zero_lose_ln_N)
{
  BOOST_TEST(std::abs(bigram_loss(two_tokens(), arma::zeros(2, 2)) - std::log(2.0)) < 1e-15);
  BOOST_TEST(std::abs(bigram_loss(powers_of_two(), arma::zeros(4, 4)) - std::log(4.0)) < 1e-15);
}

BOOST_AUTO_TEST_CASE(large_logits_do_not_overflow)
{
  // after the first token, e^1000 : 1; after the second 1 : 1
  const double loss = bigram_loss(two_tokens(), {{1000, 0}, {0, 0}});
  BOOST_TEST(std::abs(loss - (0.25 * 0.25 * 1000 + 0.75 * std::log(2.0))) < 1e-12);
}

BOOST_AUTO_TEST_CASE(the_excess_is_loss_less_entropy_and_keeps_its_digits)
{
  const Bigrams bigrams = two_tokens();
  const arma::mat Z{{1, -1}, {0, 2}};
  BOOST_TEST(std::abs(bigram_excess(bigrams, Z) -
                      (bigram_loss(bigrams, Z) - bigram_entropy(bigrams))) < 1e-15);
  // ln P off by h in one logit of the second column: 3/4 * 1/2 * 1/2 h^2 / 2
  const double h = 1e-6;
  arma::mat near = arma::log(bigrams.P);
  near(0, 1) += h;
  BOOST_TEST(std::abs(bigram_excess(bigrams, near) / (0.09375 * h * h) - 1) < 1e-3);
}

BOOST_AUTO_TEST_CASE(a_pair_that_never_occurs_costs_what_is_given_to_it)
{
  const Bigrams never{{}, {{1, 0.5}, {0, 0.5}}, {0.5, 0.5}};
  BOOST_TEST(std::abs(bigram_entropy(never) - 0.5 * std::log(2.0)) < 1e-15);
  BOOST_TEST(std::abs(bigram_excess(never, {{std::log(3.0), 0}, {0, 0}}) -
                      0.5 * std::log(4.0 / 3)) < 1e-15);
}

BOOST_AUTO_TEST_CASE(the_gradient_is_what_is_said_less_what_is_true)
{
  const arma::mat G = bigram_gradient(two_tokens(), arma::zeros(2, 2));
  BOOST_TEST(arma::abs(G - arma::mat{{-0.0625, 0}, {0.0625, 0}}).max() < 1e-16);
}

BOOST_AUTO_TEST_CASE(as_many_dimensions_as_the_centred_rank_learn_everything)
{
  const Bigrams bigrams = powers_of_two();
  BOOST_TEST(train_bigrams(bigrams, 3, Tying::untied).excess < 1e-12);
  BOOST_TEST(train_bigrams(bigrams, 2, Tying::untied).excess > 1e-3);
  BOOST_TEST(train_bigrams(bigrams, 4, Tying::untied).excess < 1e-12);
}

BOOST_AUTO_TEST_CASE(what_is_trained_is_flat_and_its_excess_is_that_of_its_product)
{
  const Bigrams bigrams = powers_of_two();
  for (const Tying tying : {Tying::untied, Tying::symmetric, Tying::tied})
    for (const arma::uword n : {1, 2}) {
      const TrainedBigrams network = train_bigrams(bigrams, n, tying, 1e-7);
      const arma::mat F = network.B * network.A, G = bigram_gradient(bigrams, F);
      BOOST_TEST(arma::size(network.A) == arma::size(n, 4));
      BOOST_TEST(std::abs(bigram_excess(bigrams, F) - network.excess) < 1e-14);
      if (tying == Tying::untied)
        BOOST_TEST(std::max(arma::abs(network.B.t() * G).max(),
                            arma::abs(G * network.A.t()).max()) < 1e-6);
      else
        BOOST_TEST(arma::abs(F - F.t()).max() < 1e-14);
      if (tying == Tying::tied)
        BOOST_TEST(arma::abs(network.B - network.A.t()).max() == 0);
    }
}

BOOST_AUTO_TEST_CASE(more_freedom_is_never_worse)
{
  const Bigrams bigrams = powers_of_two();
  const auto excess = [&](Tying tying) {
    return train_bigrams(bigrams, 3, tying, 1e-6, 500).excess;
  };
  BOOST_TEST(excess(Tying::untied) < excess(Tying::symmetric));
  BOOST_TEST(excess(Tying::symmetric) < excess(Tying::tied) + 1e-6);
}

BOOST_AUTO_TEST_CASE(two_words_that_alternate_teach_a_tied_network_nothing)
{
  const Bigrams alternating{{}, {{0.25, 0.75}, {0.75, 0.25}}, {0.5, 0.5}};
  const double nothing = std::log(2.0) - bigram_entropy(alternating);
  BOOST_TEST(std::abs(train_bigrams(alternating, 2, Tying::tied).excess - nothing) < 1e-6);
  BOOST_TEST(train_bigrams(alternating, 1, Tying::symmetric).excess < 1e-12);
}

BOOST_AUTO_TEST_CASE(the_certificate_of_tied_networks_is_between_0_and_the_trained_one)
{
  // alternating words: the bound is ln 2 - H(1/4), and it is attained
  const Bigrams alternating{{}, {{0.25, 0.75}, {0.75, 0.25}}, {0.5, 0.5}};
  const double bound = tied_excess_bound(alternating, arma::mat(2, 2, arma::fill::value(0.5)));
  BOOST_TEST(std::abs(bound - (std::log(2.0) - bigram_entropy(alternating))) < 1e-10);
  // a walk around three words, in one direction more often than in the other
  const Bigrams around{{},
                       {{0.2, 0.1, 0.7}, {0.7, 0.2, 0.1}, {0.1, 0.7, 0.2}},
                       arma::vec(3, arma::fill::value(1.0 / 3))};
  const TrainedBigrams tied = train_bigrams(around, 3, Tying::tied);
  const arma::mat Q = epreuve::math::softmax_columns(arma::mat(tied.B * tied.A));
  BOOST_TEST(tied_excess_bound(around, Q) <= tied.excess + 1e-12);
  BOOST_TEST(tied_excess_bound(around, Q) > 0.95 * tied.excess);
  // any Q gives a bound, and a bad one a worse
  BOOST_TEST(tied_excess_bound(around, 0.5 * Q + arma::mat(3, 3, arma::fill::value(0.5 / 3))) <
             tied.excess + 1e-12);
}

BOOST_AUTO_TEST_CASE(what_certifies_nothing_is_refused)
{
  const Bigrams two = two_tokens(); // its pi is not what P keeps
  BOOST_CHECK_EXCEPTION(tied_excess_bound(two, two.P), epreuve::Error,
                        says("frequencies that it keeps"));
  const arma::vec thirds(3, arma::fill::value(1.0 / 3));
  const Bigrams alike{{}, arma::repmat(thirds, 1, 3), thirds};
  BOOST_CHECK_EXCEPTION(tied_excess_bound(alike, {{1, 1, 0}, {0, 0, 1}, {0, 0, 0}}), epreuve::Error,
                        says("too much"));
}

BOOST_AUTO_TEST_CASE(the_centred_bound_is_the_number_that_is_proven)
{
  // proofs/16-softmax-bottleneck, by enclosure: 0.0036997689...
  const ExcessBounds bounds = excess_bounds(powers_of_two(), 2);
  BOOST_TEST(std::abs(bounds.centred - 0.0036997689) < 1e-10);
  BOOST_TEST(bounds.rank_of_log <= bounds.centred);
  BOOST_TEST(bounds.best() >= bounds.centred);
}

BOOST_AUTO_TEST_CASE(with_equal_weights_all_bounds_of_a_centred_matrix_are_the_same)
{
  // ln P + ln 4 is 0.02 times a matrix whose columns are orthogonal except for the first, which is constant
  const arma::mat H{{1, 1, 1, 1}, {1, -1, 1, -1}, {1, 1, -1, -1}, {1, -1, -1, 1}};
  arma::mat P = arma::exp(1e-6 * H);
  P.each_row() /= arma::sum(P, 0);
  const Bigrams bigrams{{}, P, arma::vec(4, arma::fill::value(0.25))};
  const ExcessBounds bounds = excess_bounds(bigrams, 2);
  BOOST_TEST(std::abs(bounds.centred / (2e-12 / 16) - 1) < 1e-3); // phi(2e-6) / 16
  BOOST_TEST(std::abs(bounds.weighted / bounds.centred - 1) < 1e-3);
}

BOOST_AUTO_TEST_CASE(no_network_is_below_the_bounds)
{
  const Bigrams bigrams = powers_of_two();
  for (const arma::uword n : {1, 2, 3})
    BOOST_TEST(train_bigrams(bigrams, n, Tying::untied).excess >=
               excess_bounds(bigrams, n).best() - 1e-15);
}

BOOST_AUTO_TEST_CASE(where_tokens_never_follow_the_excess_falls_as_the_closed_form_says)
{
  const arma::vec excess = excess_in_time({0.5, 0.5, 0, 0, 0}, 1.0 / 64, 10);
  const double u = -std::log(std::expm1(excess.back()) * 2 / 3); // s = 2, o = 3
  BOOST_TEST(std::abs(2 * (2 * std::exp(u) + 3 * u - 2) / 5 / 1024 - 1) < 1e-3);
  BOOST_TEST(std::abs(excess.back() * 1024 / (2.0 * 3 / 5) - 1) < 0.02);
  BOOST_TEST(excess.n_elem == 11U);
}

BOOST_AUTO_TEST_CASE(where_all_tokens_follow_the_excess_vanishes)
{
  BOOST_TEST(excess_in_time({0.5, 0.25, 0.25}, 0.5, 8).back() < 1e-15);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  BOOST_CHECK_EXCEPTION(excess_in_time({0.5, 0.5}, 0.3, 2), epreuve::Error,
                        says("1 over a whole number"));
  BOOST_CHECK_EXCEPTION(excess_in_time({0.5, 0.6}, 0.5, 2), epreuve::Error, says("sum 1"));
  const Bigrams good = two_tokens();
  Bigrams bad = good;
  bad.P(0, 0) = 0.5;
  BOOST_CHECK_EXCEPTION(bigram_entropy(bad), epreuve::Error, says("sum 1"));
  bad = good;
  bad.pi = {0, 1};
  BOOST_CHECK_EXCEPTION(bigram_entropy(bad), epreuve::Error, says("positive"));
  bad.pi = {1};
  BOOST_CHECK_EXCEPTION(bigram_entropy(bad), epreuve::Error, says("2 x 2 and 1"));
  BOOST_CHECK_EXCEPTION(bigram_loss(good, arma::zeros(3, 2)), epreuve::Error, says("got 3 x 2"));
  BOOST_CHECK_EXCEPTION(bigram_loss(good, {{0, arma::datum::inf}, {0, 0}}), epreuve::Error,
                        says("not finite"));
  BOOST_CHECK_EXCEPTION(train_bigrams(good, 3, Tying::untied), epreuve::Error,
                        says("from 1 to N = 2"));
  BOOST_CHECK_EXCEPTION(excess_bounds(good, 0), epreuve::Error, says("got 0"));
  const Bigrams never{{}, {{1, 0.5}, {0, 0.5}}, {0.5, 0.5}};
  BOOST_CHECK_EXCEPTION(excess_bounds(never, 1), epreuve::Error, says("probability 0"));
}
