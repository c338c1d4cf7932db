#include "epreuve/math/patches.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::math;
using epreuve::tests::says;

namespace {

arma::cube numbered(arma::uword H, arma::uword W, arma::uword C)
{
  arma::cube image(H, W, C);
  double next = 0;
  image.imbue([&] { return ++next; });
  return image;
}

bool same(const arma::mat& a, const arma::mat& b)
{
  return arma::approx_equal(a, b, "absdiff", 0);
}

} // namespace

BOOST_AUTO_TEST_CASE(patches_follow_the_rows_of_an_image_and_each_is_its_vec)
{
  arma::cube image(2, 4, 1);
  image.slice(0) = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  BOOST_TEST(same(patches(image, 2), {{1, 3}, {5, 7}, {2, 4}, {6, 8}}));
  arma::cube upright(4, 2, 1);
  upright.slice(0) = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  BOOST_TEST(same(patches(upright, 2), {{1, 5}, {3, 7}, {2, 6}, {4, 8}}));
}

BOOST_AUTO_TEST_CASE(channels_stand_below_each_other_in_a_patch)
{
  arma::cube image(1, 2, 2);
  image.slice(0) = {{1, 2}};
  image.slice(1) = {{3, 4}};
  BOOST_TEST(same(patches(image, 1), {{1, 2}, {3, 4}}));
}

BOOST_AUTO_TEST_CASE(an_image_comes_back_from_its_patches)
{
  const arma::cube image = numbered(6, 9, 3);
  BOOST_TEST(arma::approx_equal(image_of(patches(image, 3), 6, 9, 3), image, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(a_convolution_of_stride_1_is_that_of_armadillo_with_the_kernel_turned_round)
{
  const arma::cube image = numbered(5, 7, 1), kernel = numbered(2, 3, 1);
  const arma::mat turned = arma::flipud(arma::fliplr(kernel.slice(0)));
  const arma::mat all = arma::conv2(image.slice(0), turned);
  BOOST_TEST(same(strided_convolution(image, kernel, 1), all.submat(1, 2, arma::size(4, 5))));
}

BOOST_AUTO_TEST_CASE(a_stride_leaves_out_places_and_what_does_not_fit_at_the_end)
{
  const arma::cube image = numbered(5, 8, 2), kernel = numbered(2, 2, 2);
  const arma::mat every = strided_convolution(image, kernel, 1);
  BOOST_TEST(same(strided_convolution(image, kernel, 3),
                  every.submat(arma::uvec{0, 3}, arma::uvec{0, 3, 6})));
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_refused)
{
  const arma::cube image = numbered(6, 8, 2);
  BOOST_CHECK_EXCEPTION(patches(image, 4), epreuve::Error, says("P = 4 for an image of 6 x 8"));
  BOOST_CHECK_EXCEPTION(patches(image, 0), epreuve::Error, says("P = 0"));
  BOOST_CHECK_EXCEPTION(image_of(arma::mat(4, 5), 6, 8, 2), epreuve::Error, says("got 4 x 5"));
  BOOST_CHECK_EXCEPTION(strided_convolution(image, numbered(2, 2, 1), 2), epreuve::Error,
                        says("2 x 2 x 1 for 6 x 8 x 2"));
  BOOST_CHECK_EXCEPTION(strided_convolution(image, numbered(2, 2, 2), 0), epreuve::Error,
                        says("stride must be at least 1"));
}
