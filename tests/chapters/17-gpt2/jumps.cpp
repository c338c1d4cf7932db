#include "chapters/17-gpt2/jumps.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::instruments::jumps;
using epreuve::tests::says;

/// One sequence 0, 0, 0, 0, 2, 2, 2, 2 and one 1, -1, 1, -1, 1, -1, 1, -1.
static const arma::mat step_and_waves =
    arma::join_rows(arma::vec{0, 0, 0, 0, 2, 2, 2, 2}, arma::vec{1, -1, 1, -1, 1, -1, 1, -1});

BOOST_AUTO_TEST_CASE(a_step_shows_where_it_is)
{
  const arma::vec J = jumps(step_and_waves, {2, 3, 4, 5, 6}, 2);
  BOOST_TEST(J.index_max() == 2);
  BOOST_TEST(J(2) == 2); // (2² + 0²) / 2: waves have no level to change
  BOOST_TEST(J(1) == 0.5);
  BOOST_TEST(J(0) == 0);
}

BOOST_AUTO_TEST_CASE(rows_next_to_each_other_are_compared_at_width_1)
{
  BOOST_TEST(jumps(step_and_waves, {1}, 1)(0) == 2); // (0² + 2²) / 2
}

BOOST_AUTO_TEST_CASE(a_place_without_room_on_both_sides_is_refused)
{
  BOOST_CHECK_EXCEPTION(jumps(step_and_waves, {2}, 3), epreuve::Error, says("place 2"));
  BOOST_CHECK_EXCEPTION(jumps(step_and_waves, {6}, 3), epreuve::Error, says("place 6"));
  BOOST_CHECK_EXCEPTION(jumps(step_and_waves, {4}, 0), epreuve::Error, says("at least 1"));
}
