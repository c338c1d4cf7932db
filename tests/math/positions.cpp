#include "epreuve/math/positions/positions.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/mpl/list.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

using namespace epreuve;
using namespace epreuve::math;
using epreuve::tests::says;

using Reals = boost::mpl::list<float, double>;

/// Boost's, since frequencies are computed with the library's.
using Exact = boost::multiprecision::cpp_bin_float_50;

namespace {

Exact exact_frequency(arma::uword i, arma::uword n, double base)
{
  return pow(Exact(base), Exact(-2) * Exact(i) / Exact(n));
}

/// The promise of position_vector's comment.
template <typename Real>
const Exact position_bound = std::is_same_v<Real, float> ? 0x1p-24 : 0x1p-51;

template <typename Real>
void check_position_vector(std::int64_t k, arma::uword n, double base)
{
  const arma::Col<Real> w = position_vector<Real>(k, n, base);
  BOOST_TEST_REQUIRE(w.n_elem == n);
  for (arma::uword i = 0; i < n / 2; ++i) {
    const Exact angle = Exact(k) * exact_frequency(i, n, base);
    BOOST_TEST(abs(cos(angle) - Exact(w(2 * i))) <= position_bound<Real>);
    BOOST_TEST(abs(sin(angle) - Exact(w(2 * i + 1))) <= position_bound<Real>);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(frequencies_are_the_rounded_powers_of_the_base, Real, Reals)
{
  for (const double base : {2.0, 100.0, 10'000.0, 0.25, 1.0})
    for (const arma::uword n : {2U, 6U, 64U, 768U}) {
      const arma::Col<Real> omega = frequencies<Real>(n, base);
      BOOST_TEST_REQUIRE(omega.n_elem == n / 2);
      for (arma::uword i = 0; i < n / 2; ++i) {
        const Exact exact = exact_frequency(i, n, base);
        const Real above = std::nextafter(omega(i), std::numeric_limits<Real>::infinity());
        const Exact ulp = Exact(above) - Exact(omega(i));
        BOOST_TEST(abs(exact - Exact(omega(i))) <= Exact(0.5001) * ulp);
      }
    }
}

BOOST_AUTO_TEST_CASE(the_first_frequency_is_one_and_the_base_defaults_to_ten_thousand)
{
  const arma::vec omega = frequencies(4);
  BOOST_TEST(omega(0) == 1.0);
  BOOST_TEST(omega(1) == 0.01);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(entries_match_fifty_digits_at_small_and_large_positions, Real, Reals)
{
  for (const std::int64_t k : {0LL, 1LL, 3LL, 1023LL, 50'000LL, 1'000'003LL, -17LL,
                               123'456'789'012LL, 9'007'199'254'740'991LL})
    BOOST_TEST_CONTEXT("k = " << k)
    {
      check_position_vector<Real>(k, 6, 100);
      check_position_vector<Real>(k, 64, 10'000);
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(position_zero_is_ones_and_zeros, Real, Reals)
{
  const arma::Col<Real> cosine_first = position_vector<Real>(0, 6, 100);
  const arma::Col<Real> sine_first = position_vector<Real>(0, 6, 100, Ordering::sine_first);
  for (arma::uword i = 0; i < 3; ++i) {
    BOOST_TEST(cosine_first(2 * i) == Real(1));
    BOOST_TEST(cosine_first(2 * i + 1) == Real(0));
    BOOST_TEST(sine_first(2 * i) == Real(0));
    BOOST_TEST(sine_first(2 * i + 1) == Real(1));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sine_first_swaps_each_pair_of_cosine_first, Real, Reals)
{
  const arma::Mat<Real> cosine_first = position_matrix<Real>(5, 8, 50);
  const arma::Mat<Real> sine_first = position_matrix<Real>(5, 8, 50, Ordering::sine_first);
  const arma::uvec swapped{1, 0, 3, 2, 5, 4, 7, 6};
  BOOST_TEST(arma::approx_equal(sine_first, arma::Mat<Real>(cosine_first.rows(swapped)), "absdiff",
                                Real(0)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(column_k_of_the_position_matrix_is_position_vector_k, Real, Reals)
{
  const arma::Mat<Real> W = position_matrix<Real>(7, 10, 100);
  BOOST_TEST_REQUIRE(W.n_rows == 10);
  BOOST_TEST_REQUIRE(W.n_cols == 7);
  for (arma::uword k = 0; k < 7; ++k) {
    const arma::Col<Real> w = position_vector<Real>(static_cast<std::int64_t>(k), 10, 100);
    BOOST_TEST(arma::approx_equal(arma::Col<Real>(W.col(k)), w, "absdiff", Real(0)));
  }
}

BOOST_AUTO_TEST_CASE(arguments_outside_their_domain_are_refused)
{
  for (const arma::uword n : {0U, 7U}) {
    const std::string got = "n must be even and positive (a cosine and a sine for each "
                            "frequency), got " +
                            std::to_string(n);
    BOOST_CHECK_EXCEPTION(frequencies(n), Error, says("frequencies", got));
    BOOST_CHECK_EXCEPTION(position_vector(1, n), Error, says("position_vector", got));
    BOOST_CHECK_EXCEPTION(position_matrix(1, n), Error, says("position_matrix", got));
  }
  for (const double base : {0.0, -2.0, HUGE_VAL, std::nan("")}) {
    const auto words = "base must be finite and positive, got";
    BOOST_CHECK_EXCEPTION(frequencies(2, base), Error, says("frequencies", words));
    BOOST_CHECK_EXCEPTION(position_vector(1, 2, base), Error, says("position_vector", words));
    BOOST_CHECK_EXCEPTION(position_matrix(1, 2, base), Error, says("position_matrix", words));
  }
  BOOST_CHECK_EXCEPTION(position_matrix(0, 4), Error,
                        says("position_matrix", "K must be positive"));
}

BOOST_AUTO_TEST_CASE(positions_whose_angle_double_cannot_hold_are_refused)
{
  const std::int64_t last = std::int64_t{1} << 53;
  BOOST_CHECK_NO_THROW(position_vector(last, 2));
  BOOST_CHECK_EXCEPTION(position_vector(2 * last, 2), Error,
                        says("position_vector", "got k = 18014398509481984"));
  BOOST_CHECK_EXCEPTION(position_vector(std::numeric_limits<std::int64_t>::min(), 2), Error,
                        says("position_vector", "|k| must be at most 2^53"));
  // Below 1 the base makes the last frequency the fastest: 0.01^{-1/2} = 10.
  BOOST_CHECK_EXCEPTION(position_vector(last / 5, 4, 0.01), Error,
                        says("position_vector", "omega is up to 10 here"));
}

BOOST_AUTO_TEST_CASE(more_positions_than_can_be_counted_are_refused)
{
  for (const arma::uword K :
       {(arma::uword{1} << 53) + 2, (arma::uword{1} << 63) + 1, ~arma::uword{0}})
    BOOST_CHECK_EXCEPTION(position_matrix(K, 2), Error,
                          says("position_matrix", "|k| must be at most 2^53"));
}

BOOST_AUTO_TEST_CASE(a_base_whose_frequencies_overflow_is_refused)
{
  const double tiny = std::numeric_limits<double>::denorm_min(); // 2^-1074
  BOOST_TEST(frequencies(4, tiny)(1) == 0x1p537);                // tiny^{-2/4}
  BOOST_TEST(position_vector(0, 4, tiny)(2) == 1);
  // tiny^{-62/64} is 2^1040, and no double.
  BOOST_CHECK_EXCEPTION(frequencies(64, tiny), Error, says("frequencies", "too near 0"));
  BOOST_CHECK_EXCEPTION(position_vector(0, 64, tiny), Error, says("position_vector", "overflows"));
  const double huge = std::numeric_limits<double>::max();
  BOOST_TEST(frequencies(64, huge)(31) > 0);
}
