#include "chapters/13-multi-head/layer_directions.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <rapidcheck.h>
#include <vector>

using namespace epreuve::instruments;
using namespace epreuve;

/// n = 3, r = 2, and a second head of r = 1.
static std::vector<arma::mat> weights()
{
  return {{{1, 0, -1}, {0, 1, 1}},
          {{1, 1, 0}, {0, 1, -1}},
          {{2, 0, 1}, {0, 1, 0}},
          {{1, 0}, {1, 1}, {0, -1}},
          {{1, -1, 0}},
          {{0, 1, 1}},
          {{1, 0, 1}},
          arma::vec{1, 0, -1}};
}
static const arma::mat x{{1, 0, 1}, {0, 1, 1}, {1, 1, 0}};

static arma::mat layer(const std::vector<arma::mat>& W)
{
  arma::mat sum(arma::size(x));
  for (std::size_t h = 0; h < W.size(); h += 4) {
    const double c = std::sqrt(double(W[h].n_rows)) * std::log(2); // no division, and base 2
    sum += epreuve::attention::self_attention(
        epreuve::attention::Head<double>{c * W[h], W[h + 1], W[h + 2], W[h + 3]}, x);
  }
  return sum;
}

BOOST_AUTO_TEST_CASE(columns_are_what_differences_tend_to)
{
  std::vector<arma::mat> W = weights();
  const arma::mat D = derivative_by_weights(
                          {exact_head(W[0], W[1], W[2], W[3]), exact_head(W[4], W[5], W[6], W[7])},
                          {RationalMatrix(x)})
                          .to_double();
  // Central differences of step t: t^2 times a third derivative below 1000, and roundings over t.
  const double t = 1e-5;
  arma::uword column = 0;
  for (std::size_t m = 0; m < W.size(); ++m)
    for (double& weight : W[m]) {
      const double there = weight;
      weight = there + t;
      const arma::mat above = layer(W);
      weight = there - t;
      const arma::mat below = layer(W);
      weight = there;
      const double base = m % 4 < 2 ? std::log(2) : 1;
      const arma::vec difference = arma::vectorise(above - below) / (2 * t * base);
      BOOST_TEST(arma::abs(D.col(column++) - difference).max() < 1e-7);
    }
  BOOST_TEST(column == D.n_cols);
}

BOOST_AUTO_TEST_CASE(a_head_on_tokens_of_one_number_moves_in_two_directions)
{
  const RationalMatrix one{{1}};
  const ExactHead head{one, one, one, one};
  BOOST_TEST(rank(derivative_by_weights({head}, {{{0, 1, 2}}, {{1, -1, 3}}})) == 2u);
}

BOOST_AUTO_TEST_CASE(sentences_stand_one_below_the_other)
{
  const RationalMatrix one{{1}}, x_1{{0, 1, 2}}, x_2{{1, -1, 3}};
  const ExactHead head{one, one, one, one};
  const RationalMatrix both = derivative_by_weights({head}, {x_1, x_2}),
                       second = derivative_by_weights({head}, {x_2});
  BOOST_TEST(both.rows() == 6u);
  for (arma::uword e = 0; e < 4; ++e)
    BOOST_TEST((both(5, e) == second(2, e)));
}

BOOST_AUTO_TEST_CASE(nothing_to_differentiate_is_refused)
{
  BOOST_CHECK_THROW(derivative_by_weights({}, {{{1}}}), epreuve::Error);
}

BOOST_AUTO_TEST_CASE(rank_modulo_a_prime_is_the_rank_of_fractions)
{
  BOOST_TEST(rc::check("of products of small matrices", [] {
    const auto size = [] { return arma::uword(*rc::gen::inRange(1, 6)); };
    const arma::uword rows = size(), inner = size(), cols = size();
    const auto drawn = [](arma::uword m, arma::uword n) {
      RationalMatrix A(m, n);
      for (arma::uword i = 0; i < m; ++i)
        for (arma::uword j = 0; j < n; ++j)
          A(i, j) = Rational(*rc::gen::inRange(-3, 4), *rc::gen::inRange(1, 4));
      return A;
    };
    const RationalMatrix A = drawn(rows, inner) * drawn(inner, cols);
    RC_ASSERT(rank_modulo_prime(A) == rank(A));
  }));
}

BOOST_AUTO_TEST_CASE(a_multiple_of_the_prime_counts_as_zero)
{
  const Rational p = 2147483647;
  BOOST_TEST(rank_modulo_prime({{1, 0}, {0, p}}) == 1U);
  BOOST_TEST(rank_modulo_prime({{1, 0}, {0, p + 1}}) == 2U);
  BOOST_TEST(rank_modulo_prime({{-1, 1}, {p - 1, 1}}) == 1U);
}

BOOST_AUTO_TEST_CASE(a_denominator_that_the_prime_divides_is_refused)
{
  BOOST_CHECK_THROW(rank_modulo_prime({{Rational(1, 2147483647)}}), Error);
}
