#include "epreuve/instruments/softmax.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace epreuve::instruments;

using epreuve::tests::says;
using Exact = std::vector<Reference>;

namespace {

/// Relatively.
bool near(const Reference& computed, const Reference& exact, double tolerance)
{
  return abs(computed - exact) <= tolerance * abs(exact);
}

} // namespace

BOOST_AUTO_TEST_CASE(exponentials_of_1_2_and_4_give_sevenths)
{
  const Exact x{0, log(Reference(2)), log(Reference(4))};
  const Exact s = softmax_50(x), logs = log_softmax_50(x);
  BOOST_TEST_REQUIRE(s.size() == 3U);
  BOOST_TEST_REQUIRE(logs.size() == 3U);
  for (const int i : {0, 1, 2}) {
    BOOST_TEST(near(s[i], Reference(1 << i) / 7, 1e-48));
    BOOST_TEST(near(logs[i], log(Reference(1 << i) / 7), 1e-47));
  }
}

BOOST_AUTO_TEST_CASE(at_half_the_temperature_odds_are_squared)
{
  const Exact x{0, log(Reference(3))};
  BOOST_TEST(near(softmax_50(x, Reference("0.5"))[1], Reference(9) / 10, 1e-48));
}

BOOST_AUTO_TEST_CASE(logits_beyond_the_range_of_doubles_are_no_trouble)
{
  const Exact x{-1000000, -1000001};
  BOOST_TEST(near(softmax_50(x)[0], 1 / (1 + exp(Reference(-1))), 1e-43));
}

BOOST_AUTO_TEST_CASE(
    the_logarithm_of_a_probability_that_50_digits_cannot_tell_from_1_has_its_digits)
{
  const Reference e = exp(Reference(-200)); // 10^-87, and e^2 / 2 is the next term of -ln(1 + e)
  BOOST_TEST(near(log_softmax_50(Exact{0, -200})[0], -e, 1e-45));
  BOOST_TEST(near(log_softmax_50(Exact{0, -200})[1], -200, 1e-48));
}

BOOST_AUTO_TEST_CASE(entropy_is_that_of_a_coin_beside_an_impossible_token)
{
  BOOST_TEST(near(entropy_50({Reference("0.5"), Reference("0.5"), 0}), log(Reference(2)), 1e-48));
  BOOST_TEST(entropy_50({1}) == 0);
}

BOOST_AUTO_TEST_CASE(doubles_give_the_nearest_doubles)
{
  const arma::vec x{0, 1, -800};
  const Exact exact = in_50_digits(x);
  BOOST_TEST(arma::all(softmax_50(x) == rounded(softmax_50(exact))));
  BOOST_TEST(arma::all(log_softmax_50(x) == rounded(log_softmax_50(exact))));
  BOOST_TEST(softmax_50(x)(2) == 0);
  BOOST_TEST(std::abs(log_softmax_50(x)(2) + 801.3132616875182228) <= 0x1p-44); // half an ulp
}

BOOST_AUTO_TEST_CASE(no_logits_and_temperatures_below_0_are_refused)
{
  using epreuve::Error;
  BOOST_CHECK_EXCEPTION(softmax_50(Exact{}), Error, says("softmax_50: there must be an entry"));
  BOOST_CHECK_EXCEPTION(log_softmax_50(Exact{}), Error,
                        says("log_softmax_50: there must be an entry"));
  BOOST_CHECK_EXCEPTION(softmax_50(Exact{1, 2}, 0), Error,
                        says("temperature must be positive, got 0"));
}
