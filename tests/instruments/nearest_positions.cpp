#include "epreuve/instruments/positions/nearest_positions.hpp"

#include "epreuve/math/positions/positions.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
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
