#include "epreuve/attention/sparse.hpp"

#include "epreuve/attention/bigbird.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/instruments/differences.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::instruments::gradient_by_differences;
using epreuve::tests::says;

namespace {

struct Drawn
{
  Drawn(arma::uword d, arma::uword m, arma::uword n)
  {
    arma::arma_rng::set_seed(1);
    Q = arma::mat(d, n, arma::fill::randn);
    K = arma::mat(d, n, arma::fill::randn);
    V = arma::mat(m, n, arma::fill::randn);
    U = arma::mat(m, n, arma::fill::randn);
  }
  arma::mat Q, K, V, U;
};

arma::mat masked_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                           const arma::umat& seen)
{
  return V * epreuve::math::softmax_rows(masked(scaled_attention_scores(Q, K), seen)).t();
}

double largest(const arma::mat& left, const arma::mat& right)
{
  BOOST_REQUIRE(arma::size(left) == arma::size(right));
  return arma::abs(left - right).max();
}

/// In blocks, by the words of the article: window, the two global blocks, random ones.
arma::umat bigbird_by_definition(arma::uword tokens, arma::uword block, const RandomBlocks& random)
{
  const arma::uword last = tokens / block - 1;
  arma::umat seen(tokens, tokens);
  for (arma::uword i = 0; i < tokens; ++i)
    for (arma::uword j = 0; j < tokens; ++j) {
      const arma::uword b = i / block, c = j / block;
      const bool global = b == 0 || b == last || c == 0 || c == last;
      seen(i, j) = global || (b <= c + 1 && c <= b + 1) || arma::any(random[b] == c);
    }
  return seen;
}

} // namespace

BOOST_AUTO_TEST_CASE(lists_of_keys_are_attention_with_the_other_scores_masked)
{
  const Drawn of(3, 2, 24);
  const KeyLists longformer = longformer_keys(24, 2, {0, 17}, 2);
  const KeyLists bigbird = bigbird_keys(24, 3, bigbird_random_blocks(8, 2, 8));
  for (const KeyLists& keys : {longformer, bigbird, causal_keys(longformer), causal_keys(bigbird)})
    BOOST_TEST(largest(sparse_attention(of.Q, of.K, of.V, keys),
                       masked_attention(of.Q, of.K, of.V, visibility_of(keys, 24))) < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_way_back_through_lists_is_the_slope_of_the_loss)
{
  const Drawn of(3, 2, 12);
  for (const KeyLists& keys :
       {longformer_keys(12, 1, {4}), causal_keys(longformer_keys(12, 2, {}, 3))}) {
    const auto loss = [&](const arma::mat& Q, const arma::mat& K, const arma::mat& V) {
      return arma::accu(of.U % masked_attention(Q, K, V, visibility_of(keys, 12)));
    };
    const auto to = sparse_attention_backward(of.Q, of.K, of.V, keys, of.U);
    BOOST_TEST(largest(to.Q, gradient_by_differences([&](auto& Q) { return loss(Q, of.K, of.V); },
                                                     of.Q, 1e-6)) < 1e-8);
    BOOST_TEST(largest(to.K, gradient_by_differences([&](auto& K) { return loss(of.Q, K, of.V); },
                                                     of.K, 1e-6)) < 1e-8);
    BOOST_TEST(largest(to.V, gradient_by_differences([&](auto& V) { return loss(of.Q, of.K, V); },
                                                     of.V, 1e-6)) < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(a_window_that_reaches_everywhere_is_attention)
{
  const Drawn of(4, 3, 9);
  BOOST_TEST(largest(sparse_attention(of.Q, of.K, of.V, longformer_keys(9, 8)),
                     attend(of.Q, of.K, of.V)) < 1e-14);
  BOOST_TEST(pairs_seen(longformer_keys(9, 8)) == 81U);
  BOOST_TEST(pairs_seen(longformer_keys(9, 7)) == 79U);
}

BOOST_AUTO_TEST_CASE(a_causal_window_of_longformer_is_the_window_of_visibility)
{
  const auto same = [](const KeyLists& keys, const arma::umat& seen) {
    return arma::all(arma::vectorise(visibility_of(keys, seen.n_cols) == seen));
  };
  BOOST_TEST(same(causal_keys(longformer_keys(10, 3)), window_visibility(10, 4)));
  BOOST_TEST(same(causal_keys(longformer_keys(10, 2, {}, 3)), dilated_visibility(10, 3, 3)));
}

BOOST_AUTO_TEST_CASE(global_tokens_of_longformer_see_and_are_seen_by_all)
{
  const arma::umat seen = visibility_of(longformer_keys(8, 1, {5, 2}), 8);
  const arma::umat both = seen + seen.t();
  BOOST_TEST(arma::accu(both.row(2)) == 16U);
  BOOST_TEST(arma::accu(both.row(5)) == 16U);
  BOOST_TEST(arma::accu(seen.row(7)) == 4U); // 2, 5, 6 and 7
}

BOOST_AUTO_TEST_CASE(bigbird_sees_its_window_the_global_blocks_and_the_random_ones)
{
  arma::arma_rng::set_seed(3);
  const RandomBlocks random = bigbird_random_blocks(9, 2, 9);
  BOOST_TEST(arma::all(arma::vectorise(visibility_of(bigbird_keys(18, 2, random), 18) ==
                                       bigbird_by_definition(18, 2, random))));
  // Between the second block and the last but one, 5 blocks are fixed, and 2 more are drawn.
  for (arma::uword b = 2; b < 7; ++b)
    BOOST_TEST(bigbird_keys(18, 2, random)[2 * b].n_elem == 14U);
}

BOOST_AUTO_TEST_CASE(random_blocks_are_none_of_the_fixed_ones_and_all_others_are_drawn_alike)
{
  arma::arma_rng::set_seed(4);
  arma::vec times(9);
  for (int draw = 0; draw < 4000; ++draw) {
    const arma::uvec drawn = bigbird_random_blocks(9, 1, 9)[4];
    BOOST_REQUIRE(drawn.n_elem == 1U);
    ++times(drawn(0));
  }
  for (const arma::uword fixed : {0, 3, 4, 5, 8})
    BOOST_TEST(times(fixed) == 0);
  for (const arma::uword other : {1, 2, 6, 7}) // 1000 each, standard deviation 27.4
    BOOST_TEST(std::abs(times(other) - 1000) < 5 * 27.4);
}

BOOST_AUTO_TEST_CASE(random_blocks_may_be_restricted_to_the_first_ones)
{
  for (const arma::uvec& drawn : bigbird_random_blocks(64, 3, 16))
    BOOST_TEST((drawn.is_empty() || drawn.max() < 16));
  // Of the first three blocks, block 3 sees 0 and 2 anyway.
  const RandomBlocks few = bigbird_random_blocks(10, 3, 3);
  BOOST_TEST(few[3].n_elem == 1U);
  BOOST_TEST(few[3](0) == 1U);
}

BOOST_AUTO_TEST_CASE(lists_that_do_not_fit_are_refused)
{
  const Drawn of(2, 2, 3);
  const auto attempt = [&](const KeyLists& keys) {
    return sparse_attention(of.Q, of.K, of.V, keys);
  };
  BOOST_CHECK_EXCEPTION(attempt({{0}, {1}}), Error, says("expected 3 lists, got 2"));
  BOOST_CHECK_EXCEPTION(attempt({{0}, {}, {1}}), Error, says("query 1 sees no key"));
  BOOST_CHECK_EXCEPTION(attempt({{0}, {1}, {3}}), Error, says("query 2 sees key 3"));
  BOOST_CHECK_EXCEPTION(attempt({{0}, {1, 1}, {2}}), Error, says("each once"));
  BOOST_CHECK_EXCEPTION(attempt({{0}, {1}, {2, 0}}), Error, says("ascending"));
  BOOST_CHECK_EXCEPTION(causal_keys({{1}, {0}}), Error, says("query 0"));
  BOOST_CHECK_EXCEPTION(longformer_keys(3, 1, {3}), Error, says("token 3 cannot be global"));
  BOOST_CHECK_EXCEPTION(longformer_keys(3, 1, {}, 0), Error, says("dilation"));
  BOOST_CHECK_EXCEPTION(bigbird_keys(10, 4, {}), Error, says("blocks of 4"));
  BOOST_CHECK_EXCEPTION(bigbird_keys(8, 4, {{}}), Error, says("got 1 lists"));
  BOOST_CHECK_EXCEPTION(bigbird_keys(8, 4, {{}, {2}}), Error, says("sees block 2"));
  BOOST_CHECK_EXCEPTION(bigbird_random_blocks(8, 2, 9), Error, says("got 9"));
}
