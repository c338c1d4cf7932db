#include "chapters/22-complexity/shared_bucket.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>

using namespace epreuve;
using epreuve::instruments::shared_bucket;

BOOST_AUTO_TEST_CASE(two_buckets_are_shared_by_the_angle_and_four_by_its_square)
{
  const Ball half = Ball(1) / Ball(2), root = sqrt(half);
  for (const auto& [cosine, turn] : {std::pair(Ball(0), half), std::pair(half, Ball(1) / Ball(3)),
                                     std::pair(root, Ball(1) / Ball(4))}) {
    const Ball p = Ball(1) - turn; // of the angle, turn is the share of pi
    for (const unsigned degree : {0U, 1U, 2U, 9U, 12U}) {
      BOOST_TEST(contains(shared_bucket(1, cosine, degree), p));
      BOOST_TEST(contains(shared_bucket(2, cosine, degree), power(p, 2)));
    }
  }
  BOOST_TEST(rounds_to(shared_bucket(2, half, 14), "0.4444"));
}

BOOST_AUTO_TEST_CASE(at_a_right_angle_each_bucket_is_as_likely_as_another)
{
  for (const unsigned half : {1U, 2U, 3U})
    BOOST_TEST(overlap(shared_bucket(half, Ball(0), 3), Ball(1) / Ball(2 * int(half))));
}

BOOST_AUTO_TEST_CASE(more_degrees_stay_within_the_enclosure_of_fewer)
{
  const Ball cosine = Ball(4) / Ball(5);
  Ball wide = shared_bucket(3, cosine, 0);
  for (const unsigned degree : {2U, 5U, 8U, 11U}) {
    const Ball narrow = shared_bucket(3, cosine, degree);
    BOOST_TEST(contains(wide, narrow));
    wide = narrow;
  }
}

BOOST_AUTO_TEST_CASE(more_directions_than_three_are_refused)
{
  BOOST_CHECK_EXCEPTION(shared_bucket(4, Ball(0), 2), Error,
                        epreuve::tests::says("expected 1 to 3 directions, got 4"));
}
