#include "epreuve/instruments/exact/map_on_matrices.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(transposing_two_by_two_matrices_exchanges_the_second_and_the_third_entry)
{
  const RationalMatrix expected{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}};
  BOOST_TEST(matrix_of_map(2, 2, transpose) == expected);
}

BOOST_AUTO_TEST_CASE(a_map_between_shapes_has_a_row_for_each_entry_of_the_image)
{
  // The first column of a 2 x 3 matrix, twice: entry (i, 0) goes to row i and to row i + 2.
  const auto doubled = [](const RationalMatrix& M) {
    return M * RationalMatrix{{1, 1}, {0, 0}, {0, 0}};
  };
  const RationalMatrix expected{
      {1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}};
  BOOST_TEST(matrix_of_map(2, 3, doubled) == expected);
}

BOOST_AUTO_TEST_CASE(what_is_no_map_of_matrices_is_refused)
{
  const auto shrinking = [](const RationalMatrix& M) {
    return M(0, 0) == 1 ? M : RationalMatrix(1, 1);
  };
  BOOST_CHECK_EXCEPTION(matrix_of_map(0, 2, transpose), epreuve::Error, says("got 0 and 2"));
  BOOST_CHECK_EXCEPTION(matrix_of_map(2, 2, shrinking), epreuve::Error, says("2 x 2 and 1 x 1"));
}
