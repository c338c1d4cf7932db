#include "chapters/05-position-vectors/distances.hpp"

#include "epreuve/math/positions/positions.hpp"
#include "support/errors.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

static std::vector<std::int64_t> differences(const std::vector<NearPositions>& records)
{
  std::vector<std::int64_t> result;
  for (const NearPositions& r : records)
    result.push_back(r.difference);
  return result;
}

BOOST_AUTO_TEST_CASE(records_are_those_of_the_distances_one_by_one)
{
  for (const arma::uword n : {6, 10}) {
    const arma::mat W = epreuve::math::position_matrix(2500, n, 100);
    double least = 99;
    std::vector<std::int64_t> expected;
    for (arma::uword d = 1; d < W.n_cols; ++d)
      if (const double distance = arma::norm(W.col(d) - W.col(0)); distance < least) {
        least = distance;
        expected.push_back(std::int64_t(d));
      }
    const auto records = records_of_nearness(2500, n, 100);
    BOOST_TEST(differences(records) == expected, boost::test_tools::per_element());
    BOOST_TEST(std::abs(records.back().distance - least) < 0x1p-47);
  }
}

BOOST_AUTO_TEST_CASE(on_one_circle_positions_are_near_where_they_differ_by_nearly_whole_turns)
{
  // 2 pi = [6; 3, 1, 1, 7, 2, 146, ...]
  const std::vector<std::int64_t> expected{1, 6, 19, 25, 44, 333, 710};
  BOOST_TEST(differences(records_of_nearness(100'000, 2)) == expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_position_has_no_neighbour)
{
  BOOST_CHECK_EXCEPTION(records_of_nearness(1, 2), epreuve::Error,
                        says("records_of_nearness", "at least 2"));
  BOOST_CHECK_EXCEPTION(records_of_nearness(9, 3), epreuve::Error,
                        says("records_of_nearness", "even"));
}

BOOST_AUTO_TEST_CASE(convergents_of_pi_are_the_classical_ones)
{
  const auto found = convergents(epreuve::pi_50(), 104'000);
  const std::vector<std::pair<long, long>> expected{
      {3, 1}, {22, 7}, {333, 106}, {355, 113}, {103993, 33102}};
  BOOST_REQUIRE(found.size() == expected.size());
  for (std::size_t j = 0; j < found.size(); ++j)
    BOOST_TEST(
        (found[j].numerator == expected[j].first && found[j].denominator == expected[j].second));
}

BOOST_AUTO_TEST_CASE(convergents_of_the_square_root_of_two_solve_pells_equation)
{
  const auto found = convergents(sqrt(Reference(2)), 100'000'000);
  BOOST_TEST(found.size() > 20);
  long sign = -1;
  for (const auto& [p, q] : found) {
    BOOST_TEST(p * p - 2 * q * q == sign);
    sign = -sign;
  }
}

BOOST_AUTO_TEST_CASE(rational_numbers_and_numerators_past_the_digits_are_refused)
{
  BOOST_CHECK_EXCEPTION(convergents(Reference(3) / 8, 100), epreuve::Error,
                        says("convergents", "3/8"));
  BOOST_CHECK_EXCEPTION(convergents(Reference(-1), 100), epreuve::Error,
                        says("convergents", "positive"));
  BOOST_CHECK_EXCEPTION(convergents(sqrt(Reference(2)), 1'000'000'000'000), epreuve::Error,
                        says("convergents", "10^12"));
}

/// Two points of a circle, opposite each other.
static const arma::mat opposite = {{1, -1}, {0, 0}};

BOOST_AUTO_TEST_CASE(the_nearest_column_is_read)
{
  BOOST_TEST(
      arma::all(nearest_columns(opposite, {{0.1, -3, -0.1}, {5, 0, 5}}) == arma::urowvec{0, 1, 1}));
  BOOST_CHECK_EXCEPTION(nearest_columns(opposite, arma::ones(3, 1)), epreuve::Error,
                        says("nearest_columns", "3 x 1"));
}

BOOST_AUTO_TEST_CASE(of_two_positions_the_bounds_are_one_number_and_the_share_is_that)
{
  const auto [lower, upper] = bounds_of_reading(opposite, 1);
  BOOST_TEST(std::abs(lower - upper) < 1e-15);
  BOOST_TEST(std::abs(upper - 0.84134474606854293) < 1e-14); // Phi(1)
  arma::arma_rng::set_seed(1);
  BOOST_TEST(std::abs(share_read_right(opposite, 1, 20'000) - upper) <
             0.013); // five standard errors
  BOOST_TEST(share_read_right(opposite, 0.01, 100) == 1);
}

BOOST_AUTO_TEST_CASE(much_noise_leaves_no_lower_bound_and_no_noise_is_refused)
{
  arma::mat circle(2, 8);
  for (arma::uword k = 0; k < 8; ++k)
    circle.col(k) = arma::vec{std::cos(0.7 * double(k)), std::sin(0.7 * double(k))};
  BOOST_TEST(bounds_of_reading(circle, 9).lower == 0);
  BOOST_TEST(bounds_of_reading(circle, 9).upper > 0.5);
  BOOST_CHECK_EXCEPTION(bounds_of_reading(circle, 0), epreuve::Error,
                        says("bounds_of_reading", "sigma"));
}

BOOST_AUTO_TEST_CASE(points_on_a_circle_at_equal_angles_depend_on_distance_alone)
{
  const arma::rowvec angle = 0.3 * arma::regspace<arma::rowvec>(0, 9);
  const ByDistance seen = by_distance(2 * arma::join_cols(arma::cos(angle), arma::sin(angle)));
  BOOST_TEST(seen.share == 1, boost::test_tools::tolerance(1e-13));
  BOOST_TEST(seen.mean(4) == std::cos(1.2), boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(what_distance_does_not_tell_is_not_counted)
{
  const ByDistance seen = by_distance(arma::mat{{1, 0, 2}}); // products 1 0 2; 0 0 0; 2 0 4
  // mean 1; by distance 5/3, 0, 2, so 3 (2/3)^2 + 4 + 2 of 16
  BOOST_TEST(seen.share == (4. / 3 + 6) / 16, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(seen.mean(2) == 2 / (5. / 3), boost::test_tools::tolerance(1e-14));
}

BOOST_AUTO_TEST_CASE(vectors_that_say_nothing_are_refused)
{
  BOOST_CHECK_EXCEPTION(by_distance(arma::mat(3, 1)), Error, says("at least two"));
  BOOST_CHECK_EXCEPTION(by_distance(arma::mat(3, 4, arma::fill::ones)), Error, says("the same"));
}
