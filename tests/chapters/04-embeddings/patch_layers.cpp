#include "chapters/04-embeddings/patch_layers.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::tests::says;

namespace {

arma::cube small_image()
{
  arma::cube image(2, 4, 1);
  image.slice(0) = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  return image;
}

} // namespace

// The kernel of the row (1, 10, 100, 1000) is (1, 100; 10, 1000): columns on top of each other.
BOOST_AUTO_TEST_CASE(both_convolutions_are_the_sums_that_one_computes_by_hand)
{
  const arma::mat W{{1, 10, 100, 1000}};
  const arma::mat by_hand{{1 + 50 + 200 + 6000, 3 + 70 + 400 + 8000}};
  BOOST_TEST(arma::approx_equal(convolved_with_stride(W, small_image(), 2), by_hand, "absdiff", 0));
  BOOST_TEST(arma::approx_equal(convolved_everywhere(W, small_image(), 2), by_hand, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(a_layer_that_does_not_fit_the_patches_is_refused)
{
  BOOST_CHECK_EXCEPTION(convolved_with_stride(arma::mat(1, 3), small_image(), 2), epreuve::Error,
                        says("got W 1 x 3"));
  BOOST_CHECK_EXCEPTION(convolved_everywhere(arma::mat(1, 9), small_image(), 3), epreuve::Error,
                        says("2 x 4"));
}
