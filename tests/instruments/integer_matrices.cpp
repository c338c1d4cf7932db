#include "epreuve/instruments/integer_matrices.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace epreuve::evidence;
using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(sides_of_one_name_fit_together_and_others_differ)
{
  bool differed = false;
  const auto product = over_integer_matrices({"A m x k", "B k x n"}, [&](auto& A, auto& B) {
    differed = differed || A.n_rows != B.n_cols;
    return difference((A * B).t(), B.t() * A.t());
  });
  BOOST_TEST(check_property(product, exactly(), 100, 1).passed);
  BOOST_TEST(differed);
}

BOOST_AUTO_TEST_CASE(a_false_identity_is_refuted_by_a_small_example)
{
  const auto commutes = over_integer_matrices(
      {"A n x n", "B n x n"}, [](auto& A, auto& B) { return difference(A * B, B * A); });
  const PropertyResult result = check_property(commutes, exactly(), 100, 1);
  BOOST_TEST(!result.passed);
  BOOST_TEST(!result.threw);
  BOOST_TEST(result.counterexample.starts_with("n = 2, A = ("), result.counterexample);
}

BOOST_AUTO_TEST_CASE(entries_and_sides_stay_in_their_ranges_and_reach_their_ends)
{
  double smallest = 0, largest = 0;
  arma::uword longest = 0;
  const auto look = over_integer_matrices({"A n x 2"},
                                          [&](auto& A) {
                                            smallest = std::min(smallest, A.min());
                                            largest = std::max(largest, A.max());
                                            longest = std::max(longest, A.n_rows);
                                            return A.n_cols == 2;
                                          },
                                          {.largest_side = 3, .low = -1, .high = 2});
  BOOST_TEST(check_property(look, 200, 1).passed);
  BOOST_TEST(smallest == -1);
  BOOST_TEST(largest == 2);
  BOOST_TEST(longest == 3);
}

BOOST_AUTO_TEST_CASE(a_shape_that_cannot_be_read_is_quoted)
{
  for (const char* wrong : {"M n p", "M n x", "n x p", "M n x p q", ""})
    BOOST_CHECK_EXCEPTION(named_shapes({wrong}), epreuve::Error, says("is no shape"));
  BOOST_CHECK_EXCEPTION(named_shapes({"A n x n", "A p x p"}), epreuve::Error,
                        says("two matrices are called A"));
}
