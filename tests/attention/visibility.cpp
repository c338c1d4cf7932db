#include "epreuve/attention/visibility.hpp"

#include "epreuve/attention/masks.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

namespace {

bool same(const arma::umat& left, const arma::umat& right)
{
  return arma::size(left) == arma::size(right) && arma::all(arma::vectorise(left == right));
}

} // namespace

BOOST_AUTO_TEST_CASE(causal_visibility_is_what_the_causal_mask_leaves)
{
  const arma::mat S(6, 6, arma::fill::ones);
  BOOST_TEST(arma::all(
      arma::vectorise(masked(S, causal_visibility(6)) == epreuve::attention::causal_mask(S))));
}

BOOST_AUTO_TEST_CASE(a_prefix_sees_itself_both_ways_and_nobody_sees_the_rest_early)
{
  BOOST_TEST(
      same(prefix_visibility(4, 2), {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}));
  BOOST_TEST(same(prefix_visibility(3, 0), causal_visibility(3)));
}

BOOST_AUTO_TEST_CASE(a_window_counts_the_token_itself)
{
  BOOST_TEST(
      same(window_visibility(4, 2), {{1, 0, 0, 0}, {1, 1, 0, 0}, {0, 1, 1, 0}, {0, 0, 1, 1}}));
  BOOST_TEST(same(window_visibility(3, 9), causal_visibility(3)));
}

BOOST_AUTO_TEST_CASE(a_shift_makes_the_first_block_shorter)
{
  BOOST_TEST(
      same(block_visibility(4, 3), {{1, 1, 1, 0}, {1, 1, 1, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}}));
  BOOST_TEST(
      same(block_visibility(4, 3, 1), {{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 1}}));
}

BOOST_AUTO_TEST_CASE(a_stride_is_counted_back_from_the_query)
{
  BOOST_TEST(
      same(strided_visibility(4, 2), {{1, 0, 0, 0}, {0, 1, 0, 0}, {1, 0, 1, 0}, {0, 1, 0, 1}}));
}

BOOST_AUTO_TEST_CASE(a_dilated_window_has_its_width_in_keys)
{
  BOOST_TEST(
      same(dilated_visibility(4, 2, 2), {{1, 0, 0, 0}, {0, 1, 0, 0}, {1, 0, 1, 0}, {0, 1, 0, 1}}));
  BOOST_TEST(same(dilated_visibility(5, 3, 1), window_visibility(5, 3)));
}

BOOST_AUTO_TEST_CASE(halving_reads_the_middle_and_through_it)
{
  const auto masks = halving_visibility(4);
  BOOST_TEST_REQUIRE(masks.size() == 2U);
  BOOST_TEST(same(masks[0], {{1, 0, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}));
  BOOST_TEST(same(masks[1], {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 1, 0}, {0, 1, 1, 1}}));
}

BOOST_AUTO_TEST_CASE(the_first_layer_is_the_first_to_be_seen_through)
{
  // 2 reads 1 in one layer, and 1 reads 0 in the other: 0 has come to 1 only if that was before.
  const arma::umat two_reads_one{{1, 0, 0}, {0, 1, 0}, {0, 1, 1}};
  const arma::umat one_reads_zero{{1, 0, 0}, {1, 1, 0}, {0, 0, 1}};
  BOOST_TEST(
      same(seen_through({one_reads_zero, two_reads_one}), {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
  BOOST_TEST(
      same(seen_through({two_reads_one, one_reads_zero}), {{1, 0, 0}, {1, 1, 0}, {0, 1, 1}}));
}

BOOST_AUTO_TEST_CASE(the_stream_passes_a_token_that_its_mask_hides_from_itself)
{
  BOOST_TEST(same(seen_through({arma::umat{{0, 7}, {0, 0}}}), {{1, 1}, {0, 1}}));
}

BOOST_AUTO_TEST_CASE(visibilities_outside_of_their_domain_are_refused)
{
  BOOST_CHECK_EXCEPTION(prefix_visibility(3, 4), Error,
                        says("prefix_visibility", "at most 3 tokens, got 4"));
  BOOST_CHECK_EXCEPTION(window_visibility(3, 0), Error, says("window_visibility", "got 0"));
  BOOST_CHECK_EXCEPTION(block_visibility(3, 0), Error, says("block_visibility", "got 0"));
  BOOST_CHECK_EXCEPTION(block_visibility(3, 2, 2), Error,
                        says("block_visibility", "below 2, got 2"));
  BOOST_CHECK_EXCEPTION(strided_visibility(3, 0), Error, says("strided_visibility", "got 0"));
  BOOST_CHECK_EXCEPTION(dilated_visibility(3, 0, 1), Error,
                        says("dilated_visibility", "got 0 and 1"));
  BOOST_CHECK_EXCEPTION(seen_through({}), Error, says("seen_through", "got none"));
  BOOST_CHECK_EXCEPTION(seen_through({arma::umat(3, 3), arma::umat(2, 2)}), Error,
                        says("seen_through", "masks 3 x 3, got 2 x 2"));
  BOOST_CHECK_EXCEPTION(seen_through({arma::umat(3, 2)}), Error, says("3 x 2"));
}
