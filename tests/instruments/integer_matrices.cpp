#include "epreuve/instruments/exact/integer_matrices.hpp"

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
  const Integers integers{.largest_side = 3, .low = -1, .high = 2};
  const auto look = over_integer_matrices({"A n x 2"}, integers, [&](auto& A) {
    smallest = std::min(smallest, A.min());
    largest = std::max(largest, A.max());
    longest = std::max(longest, A.n_rows);
    return A.n_cols == 2;
  });
  BOOST_TEST(check_property(look, 200, 1).passed);
  BOOST_TEST(smallest == -1);
  BOOST_TEST(largest == 2);
  BOOST_TEST(longest == 3);
}

BOOST_AUTO_TEST_CASE(a_shape_that_cannot_be_read_is_quoted)
{
  for (const char* wrong : {"M n p", "M n x", "n x p", "M n x p q", "M 0 x n", ""})
    BOOST_CHECK_EXCEPTION(named_shapes({wrong}), epreuve::Error, says("is no shape"));
  BOOST_CHECK_EXCEPTION(named_shapes({"A n x n", "A p x p"}), epreuve::Error,
                        says("two matrices are called A"));
}

BOOST_AUTO_TEST_CASE(a_statement_may_draw_more_than_the_matrices)
{
  const auto entry = over_integer_matrices({"A m x n"}, [](Draw& draw, auto& A) {
    const arma::uword i = draw.size("i", 0, A.n_rows - 1), j = draw.size("j", 0, A.n_cols - 1);
    return difference(arma::mat(A.t()).eval()(j, i), A(i, j));
  });
  BOOST_TEST(check_property(entry, exactly(), 100, 1).passed);
}

BOOST_AUTO_TEST_CASE(the_smallest_counterexample_has_the_fewest_entries_and_then_the_fewest_ones)
{
  // Sides 1 commute. Of zeros and ones with side 2, E_11 E_12 = E_12 and E_12 E_11 = 0.
  const auto commutes = [](auto& A, auto& B) { return difference(A * B, B * A); };
  const Matrices found = smallest_counterexample(
      {"A n x n", "B n x n"}, {.largest_side = 3, .low = 0, .high = 1}, commutes);
  BOOST_TEST(found.at(0).n_rows == 2);
  BOOST_TEST(arma::accu(found.at(0)) + arma::accu(found.at(1)) == 2);
  BOOST_TEST(!arma::approx_equal(arma::mat(found.at(0) * found.at(1)),
                                 arma::mat(found.at(1) * found.at(0)), "absdiff", 0.0));
}

BOOST_AUTO_TEST_CASE(a_search_that_finds_nothing_or_would_not_end_says_so)
{
  const auto holds = [](auto& A) { return difference(A, A); };
  BOOST_CHECK_EXCEPTION(
      smallest_counterexample({"A m x n"}, {.largest_side = 2, .low = 0, .high = 1}, holds),
      epreuve::Error, says("no counterexample with sides up to 2 and entries from 0 to 1"));
  BOOST_CHECK_EXCEPTION(smallest_counterexample({"A m x n"}, {}, holds), epreuve::Error,
                        says("more than 1e+07 cases"));
}

BOOST_AUTO_TEST_CASE(unit_matrices_are_all_tried_and_refute_what_is_false)
{
  const auto associative = [](auto& A, auto& B, auto& C) {
    return difference((A * B) * C, A * arma::mat(B * C));
  };
  // sum m * sum n^2 * sum k^2 * sum l over sides 1 and 2
  const Cases all{3 * 5 * 5 * 3, 0};
  BOOST_TEST((on_unit_matrices({"A m x n", "B n x k", "C k x l"}, associative, 2) == all));

  const auto commutes = [](auto& A, auto& B) { return difference(A * B, B * A); };
  // Sixteen pairs of 2 x 2: E_ij E_kl = E_kl E_ij only for i = j = k = l or j != k and l != i.
  const Cases some{1 + 16, 10};
  BOOST_TEST((on_unit_matrices({"A n x n", "B n x n"}, commutes, 2) == some));
}
