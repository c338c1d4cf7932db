#include "epreuve/attention/masks.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

static constexpr double hidden = -std::numeric_limits<double>::infinity();

BOOST_AUTO_TEST_CASE(what_is_not_seen_is_masked_and_the_rest_is_kept)
{
  const arma::mat M = masked(arma::mat{{1, 2}, {3, 4}}, arma::umat{{1, 0}, {7, 1}});
  BOOST_TEST(arma::all(arma::vectorise(M == arma::mat{{1, hidden}, {3, 4}})));
}

BOOST_AUTO_TEST_CASE(the_causal_mask_hides_what_comes_later_and_nothing_else)
{
  const arma::mat S(3, 5, arma::fill::ones);
  const arma::mat M = causal_mask(S);
  for (arma::uword i = 0; i < 3; ++i)
    for (arma::uword j = 0; j < 5; ++j)
      BOOST_TEST(M(i, j) == (j <= i + 2 ? 1 : hidden));
}

BOOST_AUTO_TEST_CASE(masks_that_do_not_fit_are_refused)
{
  BOOST_CHECK_EXCEPTION(masked(arma::mat(2, 3), arma::umat(3, 2)), Error,
                        says("masked", "S 2 x 3 and seen 3 x 2"));
  BOOST_CHECK_EXCEPTION(masked(arma::mat(2, 2), arma::umat{{0, 1}, {0, 0}}), Error,
                        says("masked", "query 1 sees no key"));
  BOOST_CHECK_EXCEPTION(causal_mask(arma::mat(3, 2)), Error, says("causal_mask", "3 x 2"));
}
