#include "epreuve/attention/reformer.hpp"

#include "epreuve/attention/masks.hpp"
#include "epreuve/instruments/differences.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

namespace {

double largest(const arma::mat& left, const arma::mat& right)
{
  BOOST_REQUIRE(arma::size(left) == arma::size(right));
  return arma::abs(left - right).max();
}

arma::mat shared_scores(const arma::mat& Q)
{
  const arma::mat S = Q.t() * arma::normalise(Q);
  return S / std::sqrt(double(Q.n_rows));
}

/// Round by round, as the article has it: the output of each, joined with the weights e^{o_r - o}, where a key that N
/// rounds show counts as 1/N in each.
arma::mat round_by_round(const arma::mat& Q, const arma::mat& V,
                         const std::vector<arma::uvec>& rounds, arma::uword chunk, bool causal)
{
  const arma::mat S = shared_scores(Q);
  std::vector<arma::umat> seen;
  arma::umat N(Q.n_cols, Q.n_cols);
  for (const arma::uvec& round : rounds) {
    seen.push_back(visibility_of(reformer_keys({round}, chunk, causal), Q.n_cols));
    N += seen.back();
  }
  arma::mat Z(arma::size(V));
  for (arma::uword i = 0; i < Q.n_cols; ++i) {
    arma::vec sums(rounds.size());
    arma::mat outputs(V.n_rows, rounds.size());
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      const arma::uvec j = arma::find(seen[r].row(i));
      arma::vec weights(j.n_elem);
      for (arma::uword at = 0; at < j.n_elem; ++at)
        weights(at) = std::exp(S(i, j(at))) / double(N(i, j(at)));
      sums(r) = arma::accu(weights);
      outputs.col(r) = V.cols(j) * weights / sums(r);
    }
    Z.col(i) = outputs * (sums / arma::accu(sums));
  }
  return Z;
}

} // namespace

BOOST_AUTO_TEST_CASE(one_bucket_in_one_chunk_is_attention_to_all_others)
{
  arma::arma_rng::set_seed(1);
  const arma::mat Q(3, 8, arma::fill::randn), V(2, 8, arma::fill::randn);
  for (const bool causal : {false, true}) {
    arma::umat others(8, 8, arma::fill::ones);
    if (causal)
      others = arma::trimatl(others);
    others.diag().zeros();
    if (causal)
      others(0, 0) = 1; // the first token sees nothing else
    const arma::mat A = epreuve::math::softmax_rows(masked(shared_scores(Q), others));
    const KeyLists keys = reformer_keys({arma::uvec(8, arma::fill::zeros)}, 8, causal);
    BOOST_TEST(largest(reformer_attention(Q, V, keys), V * A.t()) < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(a_token_sees_its_bucket_in_its_chunk_and_the_one_before)
{
  // Sorted: 1 3 | 4 0 | 2 5; buckets 0 0 | 0 1 | 1 1.
  const KeyLists keys = reformer_keys({{1, 0, 1, 0, 0, 1}}, 2);
  const KeyLists expected{{0}, {3}, {0, 5}, {1}, {1, 3}, {0, 2}};
  for (arma::uword i = 0; i < 6; ++i)
    BOOST_TEST((keys[i].n_elem == expected[i].n_elem && arma::all(keys[i] == expected[i])));
}

BOOST_AUTO_TEST_CASE(several_rounds_joined_as_in_the_article_are_attention_to_their_union)
{
  arma::arma_rng::set_seed(2);
  const arma::mat Q(4, 20, arma::fill::randn), V(2, 20, arma::fill::randn);
  for (const bool causal : {false, true}) {
    std::vector<arma::uvec> rounds;
    for (int r = 0; r < 3; ++r)
      rounds.push_back(lsh_buckets<double>(Q, arma::mat(4, 1, arma::fill::randn)));
    const KeyLists keys = reformer_keys(rounds, 6, causal);
    const arma::mat joined = round_by_round(Q, V, rounds, 6, causal),
                    at_once = reformer_attention(Q, V, keys);
    // A token that one round leaves to itself and another does not is counted by the article alone.
    int compared = 0;
    for (arma::uword i = 0; i < 20; ++i) {
      bool alone = false;
      for (const arma::uvec& round : rounds)
        alone = alone || arma::any(reformer_keys({round}, 6, causal)[i] == i);
      if (alone)
        continue;
      ++compared;
      BOOST_TEST(largest(joined.col(i), at_once.col(i)) < 1e-14);
    }
    BOOST_TEST(compared >= 10);
  }
}

BOOST_AUTO_TEST_CASE(two_vectors_share_a_bucket_as_often_as_their_angle_says)
{
  arma::arma_rng::set_seed(3);
  const double theta = 0.7, p = 1 - theta / std::numbers::pi;
  const arma::mat X{{1, std::cos(theta)}, {0, std::sin(theta)}, {0, 0}};
  for (const arma::uword half : {1, 2}) {
    int together = 0;
    for (int draw = 0; draw < 10000; ++draw) {
      const arma::uvec h = lsh_buckets<double>(X, arma::mat(3, half, arma::fill::randn));
      together += h(0) == h(1);
    }
    const double expected = half == 1 ? p : p * p;
    BOOST_TEST(std::abs(together / 1e4 - expected) <
               5 * std::sqrt(expected * (1 - expected) / 1e4));
  }
}

BOOST_AUTO_TEST_CASE(a_bucket_is_the_closest_of_the_directions_and_their_opposites)
{
  const arma::mat R{{1, 0}, {0, 1}}, X{{2, 1, -3, 0.5}, {1, 3, 1, -1}};
  const arma::uvec h = lsh_buckets(X, R);
  BOOST_TEST(arma::all(h == arma::uvec{0, 1, 2, 3}));
}

BOOST_AUTO_TEST_CASE(the_way_back_through_several_rounds_is_the_slope_with_hashes_held_fixed)
{
  arma::arma_rng::set_seed(4);
  const arma::mat Q(3, 10, arma::fill::randn), V(2, 10, arma::fill::randn),
      U(2, 10, arma::fill::randn);
  for (const bool causal : {false, true}) {
    const std::vector<arma::uvec> rounds{
        lsh_buckets<double>(Q, arma::mat(3, 1, arma::fill::randn)),
        lsh_buckets<double>(Q, arma::mat(3, 2, arma::fill::randn))};
    const KeyLists keys = reformer_keys(rounds, 3, causal);
    const auto to = reformer_attention_backward(Q, V, keys, U);
    const auto slopes = [&](bool of_Q) {
      return epreuve::instruments::gradient_by_differences(
          [&](const arma::mat& changed) {
            return arma::accu(U % (of_Q ? reformer_attention(changed, V, keys)
                                        : reformer_attention(Q, changed, keys)));
          },
          of_Q ? Q : V, 1e-6);
    };
    BOOST_TEST(largest(to.Q, slopes(true)) < 1e-8);
    BOOST_TEST(largest(to.V, slopes(false)) < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(hashes_that_do_not_fit_are_refused)
{
  const arma::mat X(3, 2, arma::fill::ones), R(2, 2, arma::fill::ones), zero(3, 1);
  BOOST_CHECK_EXCEPTION(lsh_buckets(X, R), Error, says("3 x b/2"));
  BOOST_CHECK_EXCEPTION(reformer_keys({}, 4), Error, says("at least one round"));
  BOOST_CHECK_EXCEPTION(reformer_keys({{}}, 4), Error, says("at least one token"));
  BOOST_CHECK_EXCEPTION(reformer_keys({{0, 1}}, 0), Error, says("chunks of at least 1"));
  BOOST_CHECK_EXCEPTION(reformer_keys({{0, 1}, {0}}, 4), Error, says("got 2 and 1"));
  BOOST_CHECK_EXCEPTION(reformer_attention<double>(zero, arma::vec{1}, {{0}}), Error,
                        says("token 0 has the query 0"));
}
