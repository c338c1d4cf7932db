#include "chapters/09-trigrams/head_of_tables.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <rapidcheck/boost_test.h>

#include <cmath>
#include <vector>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

namespace {

arma::mat random_orthonormal(arma::uword n, arma::uword N)
{
  arma::mat Q, R;
  arma::qr_econ(Q, R, arma::mat(n, N, arma::fill::randn));
  return Q;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_weights_compute_what_the_tables_say)
{
  arma::arma_rng::set_seed(1);
  for (const arma::uword n : {4U, 7U}) {
    const arma::mat E = random_orthonormal(n, 4), S = arma::randn(4, 4), m = arma::randn(4, 4);
    const HeadWeights head = head_of_tables(S, m, E);
    BOOST_TEST(arma::abs(score_table(head, E) - S).max() < 1e-13);
    BOOST_TEST(arma::abs(value_table(head, E) - m).max() < 1e-13);
    const arma::uvec prefix{2, 0, 2, 3};
    const arma::mat logits = head_logits(head, E, prefix);
    for (arma::uword k = 0; k < 4; ++k)
      for (arma::uword u = 0; u < 4; ++u) {
        double sum = 0, total = 0;
        for (arma::uword j = 0; j <= k; ++j) {
          const double alpha = std::exp(S(prefix(k), prefix(j)));
          sum += alpha * m(prefix(j), u);
          total += alpha;
        }
        BOOST_TEST(std::abs(logits(u, k) - sum / total) < 1e-13);
      }
  }
}

BOOST_AUTO_TEST_CASE(tables_in_fractions_are_weighted_means)
{
  const HeadTables head{.alpha{{1, 1}, {3, 1}}, .m{{2, 0}, {0, 1}}};
  BOOST_TEST((head.logits({0, 1}) == std::vector<Rational>{Rational(3, 2), Rational(1, 4)}));
  BOOST_TEST((head.logits({0, 0, 1}) == std::vector<Rational>{Rational(12, 7), Rational(1, 7)}));
  BOOST_TEST(head.completes({0, 1}) == 0U);
  BOOST_TEST(head.completes({1}) == 1U);
}

BOOST_AUTO_TEST_CASE(a_dial_completes_every_table)
{
  const std::vector<std::vector<arma::uword>> table{{0, 2, 1}, {2, 0, 3}};
  const HeadTables head = dial(table);
  for (arma::uword a = 0; a < 2; ++a)
    for (arma::uword x = 0; x < 3; ++x) {
      const std::vector<Rational> logits = head.logits({a, 2 + x});
      for (arma::uword u = 0; u < 4; ++u) {
        const long t = static_cast<long>(table[a][x]) + 1, off = static_cast<long>(u) + 1 - t;
        BOOST_TEST(logits[5 + u] == Rational(t * t - off * off));
      }
      BOOST_TEST(head.completes({a, 2 + x}) == 5 + table[a][x]);
    }
}

BOOST_AUTO_TEST_CASE(bad_input_is_told)
{
  const arma::mat I = arma::eye(2, 2);
  BOOST_CHECK_EXCEPTION(head_of_tables(arma::eye(3, 3), I, I), Error, says("2 x 2, got 3 x 3"));
  BOOST_CHECK_EXCEPTION(head_of_tables(I, I, 2 * I), Error, says("orthonormal"));
  BOOST_CHECK_EXCEPTION(head_logits(head_of_tables(I, I, I), I, {2}), Error, says("below 2"));
  BOOST_CHECK_EXCEPTION(score_table(head_of_tables(I, I, I), arma::eye(3, 3)), Error,
                        says("vectors of 3 numbers"));
  const HeadTables no_attention{.alpha{{0}}, .m{{1}}}, tie{.alpha{{1}}, .m{{1, 1}}};
  BOOST_CHECK_EXCEPTION(no_attention.logits({0}), Error, says("above 0, got 0"));
  BOOST_CHECK_EXCEPTION(tie.logits({}), Error, says("at least 1 word"));
  BOOST_CHECK_EXCEPTION(tie.completes({0}), Error, says("2 completions"));
  BOOST_CHECK_EXCEPTION(dial({}), Error, says("at least 1 context"));
  BOOST_CHECK_EXCEPTION(dial({{0}, {0, 1}}), Error, says("1 last words, got 2"));
}
