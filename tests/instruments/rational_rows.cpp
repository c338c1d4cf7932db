#include "epreuve/instruments/exact/rational_rows.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::Error;
using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(sums_of_rows_go_along_the_columns)
{
  BOOST_TEST((row_sums({{1, 2, 3}, {4, 5, 7}}) == RationalMatrix{{6}, {16}}));
}

BOOST_AUTO_TEST_CASE(rows_divided_by_their_sums_keep_their_proportions)
{
  BOOST_TEST((divided_by_row_sums({{1, 3}, {2, -1}}) == RationalMatrix{{{1, 4}, {3, 4}}, {2, -1}}));
}

BOOST_AUTO_TEST_CASE(a_row_of_sum_0_is_refused_by_its_index)
{
  BOOST_CHECK_EXCEPTION(divided_by_row_sums({{1, 3}, {1, -1}}), Error, says("row 1 has the sum 0"));
}

BOOST_AUTO_TEST_CASE(the_lower_triangle_keeps_the_diagonal_of_any_shape)
{
  BOOST_TEST((lower_triangle({{1, 2, 3}, {4, 5, 6}}) == RationalMatrix{{1, 0, 0}, {4, 5, 0}}));
  BOOST_TEST((lower_triangle({{1, 2}, {3, 4}, {5, 6}}) == RationalMatrix{{1, 0}, {3, 4}, {5, 6}}));
}
