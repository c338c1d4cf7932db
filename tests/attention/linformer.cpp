#include "epreuve/attention/linformer.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/instruments/differences.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

namespace {

double largest(const arma::mat& left, const arma::mat& right)
{
  BOOST_REQUIRE(arma::size(left) == arma::size(right));
  return arma::abs(left - right).max();
}

struct Drawn
{
  Drawn() { arma::arma_rng::set_seed(1); }
  arma::mat Q = arma::mat(3, 4, arma::fill::randn), K = arma::mat(3, 6, arma::fill::randn),
            V = arma::mat(2, 6, arma::fill::randn);
};

const arma::mat permutation = arma::mat(6, 6, arma::fill::eye).cols(arma::uvec{2, 0, 5, 1, 4, 3});

} // namespace

BOOST_AUTO_TEST_CASE(a_permutation_and_a_common_shift_leave_attention_as_it_is)
{
  const Drawn of;
  const arma::mat E =
      permutation + arma::vec(6, arma::fill::ones) * arma::rowvec{3, -1, 0, 2, 5, -4};
  BOOST_TEST(largest(linformer_attention(of.Q, of.K, of.V, E, permutation),
                     attend(of.Q, of.K, of.V)) < 1e-13);
}

BOOST_AUTO_TEST_CASE(another_square_projection_is_not_attention)
{
  const Drawn of;
  const arma::mat exact = attend(of.Q, of.K, of.V), twice = 2 * permutation,
                  other = permutation.t();
  BOOST_TEST(largest(linformer_attention(of.Q, of.K, of.V, permutation, other), exact) > 0.1);
  BOOST_TEST(largest(linformer_attention(of.Q, of.K, of.V, twice, permutation), exact) > 0.1);
}

BOOST_AUTO_TEST_CASE(every_query_hears_the_last_token_so_there_is_no_causal_form)
{
  Drawn of;
  const arma::mat E(2, 6, arma::fill::ones), F = E;
  const arma::mat before = linformer_attention(of.Q, of.K, of.V, E, F);
  of.V.col(5) += 1;
  BOOST_TEST(arma::abs(linformer_attention(of.Q, of.K, of.V, E, F) - before).min() > 0.5);
}

BOOST_AUTO_TEST_CASE(the_way_back_through_mixtures_is_the_slope_of_the_loss)
{
  const Drawn of;
  const std::array<arma::mat, 5> arguments{of.Q, of.K, of.V, arma::mat(2, 6, arma::fill::randn),
                                           arma::mat(2, 6, arma::fill::randn)};
  const auto& [Q, K, V, E, F] = arguments;
  const arma::mat U(2, 4, arma::fill::randn);
  const auto to = linformer_attention_backward(Q, K, V, E, F, U);
  const std::array<arma::mat, 5> gradients{to.Q, to.K, to.V, to.E, to.F};
  for (std::size_t which = 0; which < 5; ++which) {
    const arma::mat slopes = epreuve::instruments::gradient_by_differences(
        [&](const arma::mat& changed) {
          std::array<arma::mat, 5> at = arguments;
          at[which] = changed;
          return arma::accu(U % linformer_attention(at[0], at[1], at[2], at[3], at[4]));
        },
        arguments[which], 1e-6);
    BOOST_TEST(largest(gradients[which], slopes) < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(mixtures_of_another_number_of_tokens_are_refused)
{
  const Drawn of;
  const arma::mat E(2, 5), F(2, 6);
  BOOST_CHECK_EXCEPTION(linformer_attention(of.Q, of.K, of.V, E, F), Error, says("k x 6"));
  BOOST_CHECK_EXCEPTION(linformer_attention(of.Q, of.K, of.V, F, E), Error, says("F 2 x 5"));
}
