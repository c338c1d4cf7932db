#include "epreuve/instruments/exact/softmax_to_base.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(to_the_base_2_whole_numbers_give_dyadic_weights)
{
  const RationalMatrix expected{{{8, 13}}, {{1, 13}}, {{4, 13}}};
  BOOST_TEST((softmax_to_base(2, {1, -2, 0}) == expected));
  BOOST_TEST((softmax_to_base({1, 2}, {-1, 2, 0}) == expected));
}

BOOST_AUTO_TEST_CASE(the_base_is_a_temperature)
{
  const arma::vec x{3, -1, 0, 2};
  const arma::vec fractions = softmax_to_base({5, 3}, x).to_double().col(0);
  const arma::vec softmax = epreuve::math::softmax(x, 1 / std::log(5.0 / 3));
  BOOST_TEST(arma::abs(fractions / softmax - 1).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(softmax_to_a_base_refuses_what_is_no_whole_number)
{
  BOOST_CHECK_EXCEPTION(softmax_to_base(2, {1, 0.5}), Error, says("entry 1"));
  BOOST_CHECK_EXCEPTION(softmax_to_base(2, {1001}), Error, says("got 1001"));
  BOOST_CHECK_EXCEPTION(softmax_to_base(0, {1}), Error, says("got 0"));
  BOOST_CHECK_EXCEPTION(softmax_to_base(2, arma::vec{}), Error, says("none"));
}
