#include "epreuve/instruments/positions/turns.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <complex>
#include <limits>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_turn_by_a_sixth_of_pi_three_times_is_i)
{
  const Reference pi("3.14159265358979323846264338327950288419716939937510582097");
  const Turn sixth = turn(pi / 6);
  BOOST_TEST(abs(sixth.im - Reference(1) / 2) < 1e-49);
  BOOST_TEST(abs(sixth * sixth * sixth - Turn(0, 1)) < 1e-49);
}

BOOST_AUTO_TEST_CASE(a_turn_is_a_matrix_and_a_stored_one_is_taken_as_it_is)
{
  const arma::mat M = rotation(turn(2)); // cos 2 = -0.416..., sin 2 = 0.909...
  BOOST_TEST(M(0, 0) == -0.41614683654714239, boost::test_tools::tolerance(1e-16));
  BOOST_TEST(M(0, 1) == -0.90929742682568170, boost::test_tools::tolerance(1e-16));
  BOOST_TEST(M(1, 0) == -M(0, 1));
  BOOST_TEST(M(1, 1) == M(0, 0));
  BOOST_TEST(in_50_digits(std::complex<float>(0.1F, 2)).re == Reference(0.1F));
  BOOST_TEST(in_50_digits(std::complex<double>(0.1, 2)).im == 2);
}

BOOST_AUTO_TEST_CASE(frequencies_fall_from_one_by_the_same_factor)
{
  BOOST_TEST(frequency(0, 6, 100) == 1);
  BOOST_TEST(abs(frequency(16, 64) - Reference("0.01")) < 1e-49); // 10 000^(-1/2)
  const Reference root = frequency(1, 6, 100);                    // 100^(-1/3)
  BOOST_TEST(abs(root * root * root - Reference("0.01")) < 1e-49);
}

BOOST_AUTO_TEST_CASE(what_has_no_angle_is_refused)
{
  using epreuve::Error;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  BOOST_CHECK_EXCEPTION(turn(Reference(infinity)), Error, says("must be finite"));
  BOOST_CHECK_EXCEPTION(frequency(0, 3), Error, says("n must be even"));
  BOOST_CHECK_EXCEPTION(frequency(3, 6), Error, says("below n/2 = 3"));
  BOOST_CHECK_EXCEPTION(frequency(0, 6, -1), Error, says("base must be finite and positive"));
}
