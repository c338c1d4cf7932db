#include "epreuve/math/linear_algebra/jacobian_norm.hpp"

#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::math::jacobian_norm;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(it_is_the_norm_of_the_matrix)
{
  for (const arma::vec& x : {arma::vec{0, 0}, arma::vec{1, -2, 0.5, 3}, arma::vec{-30, 30, 29}}) {
    const double norm = arma::norm(epreuve::math::softmax_jacobian(x), "fro");
    BOOST_TEST(std::abs(jacobian_norm(epreuve::math::softmax(x)) / norm - 1) < 64 * 0x1p-53);
  }
}

BOOST_AUTO_TEST_CASE(it_keeps_its_digits_where_one_probability_is_all_but_1)
{
  // p = (1, e): the entries of J are e (1 - e) in size, all four, so the norm is 2e to 16 digits
  BOOST_TEST(jacobian_norm({1, 1e-200}) == 2e-200, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(jacobian_norm({1, 1e-30}) == 2e-30, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(a_certain_key_passes_nothing_on_and_none_at_all_is_refused)
{
  BOOST_TEST(jacobian_norm({1}) == 0);
  BOOST_CHECK_EXCEPTION(jacobian_norm(arma::vec()), epreuve::Error, says("jacobian_norm", "none"));
}
