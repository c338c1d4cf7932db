#include "epreuve/math/positions/position_similarity.hpp"

#include "epreuve/math/positions/positions.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace epreuve::math;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(similarity_is_the_dot_product_of_two_position_vectors)
{
  const arma::vec similar = position_similarity({0, 7, -7}, 64);
  const double dot = arma::dot(position_vector(5, 64), position_vector(12, 64));
  BOOST_TEST(similar(0) == 32);
  BOOST_TEST(similar(1) == dot, boost::test_tools::tolerance(1e-13));
  BOOST_TEST(similar(2) == similar(1));
}

BOOST_AUTO_TEST_CASE(the_smooth_form_keeps_its_bound_and_comes_near_it)
{
  const arma::vec l{1, 30, 200};
  const arma::vec error = position_similarity(l, 768) - smooth_position_similarity(l, 768);
  double share = 0;
  for (arma::uword i = 0; i < l.n_elem; ++i) {
    const double theta = 2 * l(i) * std::log(1e4) / 768;
    share = std::max(share, std::abs(error(i)) / (2 / theta - 1 / std::tan(theta / 2)));
  }
  BOOST_TEST(share < 1);
  BOOST_TEST(share > 0.3);
}

BOOST_AUTO_TEST_CASE(what_has_no_frequencies_or_no_cosine_integral_is_refused)
{
  using epreuve::Error;
  BOOST_CHECK_EXCEPTION(position_similarity({1}, 3), Error, says("even"));
  BOOST_CHECK_EXCEPTION(smooth_position_similarity({1}, 3), Error, says("even"));
  BOOST_CHECK_EXCEPTION(smooth_position_similarity({1}, 4, 1), Error, says("above 1"));
  BOOST_CHECK_EXCEPTION(smooth_position_similarity({0}, 4), Error, says("cosine_integral"));
}
