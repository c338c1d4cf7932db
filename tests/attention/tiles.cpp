#include "epreuve/attention/tiles.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/reference.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::Reference;
using epreuve::tests::says;

namespace {

double largest(const arma::mat& left, const arma::mat& right)
{
  BOOST_REQUIRE(arma::size(left) == arma::size(right));
  return arma::abs(left - right).max();
}

/// How far entries are off, as the largest share of the bound in the header: attention in 50 digits, term by term.
double share_of_bound(const arma::mat& Q, const arma::mat& K, const arma::mat& V, arma::uword tile,
                      bool causal)
{
  const arma::mat Z = tiled_attention(Q, K, V, tile, causal).Z;
  const double root = std::sqrt(double(Q.n_rows));
  const double sigma = arma::mat(arma::abs(Q).t() * arma::abs(K)).max() / root;
  const double tiles = std::ceil(double(K.n_cols) / double(tile));
  const double ulps =
      2 * ((double(Q.n_rows) + 4) * sigma + double(K.n_cols) + 3 * tiles + 3) * 0x1p-53;
  double share = 0;
  for (arma::uword i = 0; i < Q.n_cols; ++i) {
    std::vector<Reference> weights;
    Reference sum = 0;
    for (arma::uword j = 0; j < (causal ? i + 1 : K.n_cols); ++j) {
      Reference score = 0;
      for (arma::uword r = 0; r < Q.n_rows; ++r)
        score += Reference(Q(r, i)) * Reference(K(r, j));
      weights.push_back(exp(score / sqrt(Reference(Q.n_rows))));
      sum += weights.back();
    }
    for (arma::uword r = 0; r < V.n_rows; ++r) {
      Reference exact = 0;
      double terms = 0;
      for (arma::uword j = 0; j < weights.size(); ++j) {
        exact += weights[j] / sum * Reference(V(r, j));
        terms += double(weights[j] / sum) * std::abs(V(r, j));
      }
      share = std::max(share, std::abs(double(exact - Reference(Z(r, i)))) / (ulps * terms));
    }
  }
  return share;
}

} // namespace

BOOST_AUTO_TEST_CASE(attention_in_tiles_is_attention_to_the_bound_of_its_roundings)
{
  arma::arma_rng::set_seed(1);
  for (const double size : {1.0, 12.0}) {
    const arma::mat Q = size * arma::mat(4, 17, arma::fill::randn), K(4, 17, arma::fill::randn),
                    V(2, 17, arma::fill::randn);
    for (const arma::uword tile : {1, 5, 17, 40})
      for (const bool causal : {false, true})
        BOOST_TEST(share_of_bound(Q, K, V, tile, causal) <= 1);
  }
}

BOOST_AUTO_TEST_CASE(scores_whose_exponentials_overflow_do_no_harm_in_any_order)
{
  // 2000 and -2000: the largest key comes first, last, or between.
  const arma::mat Q(1, 1, arma::fill::ones), V{{1, 2, 3, 4}};
  for (const arma::mat& K : {arma::mat{{2000, 0, -2000, 1}}, arma::mat{{-2000, 0, 1, 2000}}}) {
    const auto pass = tiled_attention<double>(Q, K, V, 1);
    BOOST_TEST(pass.Z(0, 0) == V(K.index_max()));
    BOOST_TEST(pass.log_sums(0) == 2000);
  }
}

BOOST_AUTO_TEST_CASE(the_sums_that_are_kept_are_those_of_the_exponentials)
{
  arma::arma_rng::set_seed(2);
  const arma::mat Q(3, 7, arma::fill::randn), K(3, 7, arma::fill::randn),
      V(2, 7, arma::fill::randn);
  const arma::vec L = tiled_attention(Q, K, V, 2, true).log_sums;
  const arma::mat S = causal_mask(scaled_attention_scores(Q, K));
  BOOST_TEST(largest(L, arma::log(arma::sum(arma::exp(S), 1))) < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_way_back_in_tiles_is_the_one_with_the_whole_pattern)
{
  arma::arma_rng::set_seed(3);
  const arma::mat Q(3, 9, arma::fill::randn), K(3, 11, arma::fill::randn),
      V(2, 11, arma::fill::randn), U(2, 9, arma::fill::randn);
  for (const bool causal : {false, true}) {
    const arma::mat A = causal ? causal_pattern(Q, K) : attention_pattern(Q, K);
    const auto whole = attend_backward<double>(Q, K, V, A, U);
    const auto tiled =
        tiled_attention_backward(Q, K, V, tiled_attention(Q, K, V, 4, causal), U, 4, causal);
    BOOST_TEST(largest(tiled.Q, whole.Q) < 1e-14);
    BOOST_TEST(largest(tiled.K, whole.K) < 1e-14);
    BOOST_TEST(largest(tiled.V, whole.V) < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(a_text_of_many_tokens_needs_no_matrix_of_their_pairs)
{
  // 40 000 keys: a row of floats is 160 kB, the matrix would be 6.4 GB.
  const arma::fmat Q(1, 2, arma::fill::ones), K(1, 40000, arma::fill::zeros),
      V(1, 40000, arma::fill::ones);
  BOOST_TEST(tiled_attention(Q, K, V, 512).Z(0, 1) == 1.0F);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_into_tiles_is_refused)
{
  const arma::mat Q(2, 3, arma::fill::ones), K(2, 2, arma::fill::ones), V(1, 2, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(tiled_attention(Q, K, V, 0), Error, says("tiles of 0"));
  BOOST_CHECK_EXCEPTION(tiled_attention(Q, K, V, 1, true), Error, says("got 3 and 2"));
  BOOST_CHECK_EXCEPTION(tiled_attention<double>(Q, K, Q, 1), Error, says("a column for each"));
  BOOST_CHECK_EXCEPTION(tiled_attention<double>(1e200 * Q, 1e200 * K, V, 1), Error,
                        says("too large"));
  const arma::mat nan(2, 3, arma::fill::value(arma::datum::nan));
  BOOST_CHECK_EXCEPTION(tiled_attention<double>(nan, K, V, 1), Error, says("finite"));
  BOOST_CHECK_EXCEPTION(
      tiled_attention_backward<double>(Q, K, V, {.Z = V, .log_sums = {0, 0}}, V, 1), Error,
      says("Z and U must be 1 x 3"));
}
