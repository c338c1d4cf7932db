#include "chapters/05-position-vectors/enclosed_positions.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <utility>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

namespace {

/// Boost's own functions to 100 digits: a second method, far more precise than the enclosures are wide.
using Fine = boost::multiprecision::cpp_bin_float_100;

Fine fine(const Rational& q)
{
  return Fine(numerator(q).str()) / Fine(denominator(q).str());
}

void check_encloses(const ComputedNumber& enclosure, const Fine& truth, const Fine& most_radius)
{
  BOOST_TEST(enclosure.finite);
  BOOST_TEST(abs(truth - fine(enclosure.value)) <= fine(enclosure.radius));
  BOOST_TEST(fine(enclosure.radius) <= most_radius);
}

} // namespace

BOOST_AUTO_TEST_CASE(frequencies_are_enclosed)
{
  for (const Rational& base : {Rational(100), Rational(10'000), Rational(7, 3), Rational(1, 50)})
    for (const auto& [i, n] : {std::pair{0U, 2U}, {1U, 6U}, {2U, 6U}, {5U, 12U}, {31U, 64U}}) {
      const Fine truth = pow(fine(base), -Fine(2 * i) / Fine(n));
      check_encloses(enclosed_frequency(i, n, base), truth, truth * Fine("1e-40"));
    }
}

BOOST_AUTO_TEST_CASE(cosines_and_sines_are_enclosed)
{
  for (const Rational& angle : {Rational(0), Rational(1), Rational(-2), Rational(22, 7),
                                Rational(1, 1'000'000), Rational(16), Rational(-47, 3)})
    for (const Rational& radius : {Rational(0), Rational(1, 1000)}) {
      const Fine width = fine(radius) + Fine("1e-40");
      // The middle and both ends of the angle.
      for (const Rational& at : {angle, Rational(angle - radius), Rational(angle + radius)}) {
        check_encloses(enclosed_cosine({angle, radius}), cos(fine(at)), width);
        check_encloses(enclosed_sine({angle, radius}), sin(fine(at)), width);
      }
    }
}

BOOST_AUTO_TEST_CASE(position_vectors_are_enclosed)
{
  for (const std::int64_t k : {0, 1, 3, -5, 16}) {
    const evidence::Values w = enclosed_position_vector(k, 6, 100);
    BOOST_TEST_REQUIRE(w.n_rows == 1);
    BOOST_TEST_REQUIRE(w.n_cols == 6);
    for (unsigned i = 0; i < 3; ++i) {
      const Fine angle = k * pow(Fine(100), Fine(-2) * i / 6);
      const Fine most = (1 + abs(angle)) * Fine("1e-40");
      check_encloses(w.numbers[2 * i], cos(angle), most);
      check_encloses(w.numbers[2 * i + 1], sin(angle), most);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_enclosed_is_refused)
{
  BOOST_CHECK_EXCEPTION(enclosed_frequency(1, 0, 100), Error, says("n must be positive"));
  BOOST_CHECK_EXCEPTION(enclosed_frequency(1, 6, 0), Error, says("base must be positive, got 0"));
  BOOST_CHECK_EXCEPTION(enclosed_cosine({17, 0}), Error, says("enclosed_cosine", "got 17"));
  BOOST_CHECK_EXCEPTION(enclosed_sine({0, 0, false}), Error, says("enclosed_sine", "finite"));
  BOOST_CHECK_EXCEPTION(enclosed_position_vector(1, 7, 100), Error,
                        says("enclosed_position_vector", "got 7"));
  BOOST_CHECK_EXCEPTION(enclosed_position_vector(17, 6, 100), Error, says("within 16"));
}
