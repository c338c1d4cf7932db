#include "epreuve/instruments/counted.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <utility>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_product_of_matrices_takes_two_operations_a_term)
{
  const CountedMatrix A(3, 4), B(4, 5);
  BOOST_TEST(operations_of([&] { A* B; }) == 2 * 3 * 4 * 5);
}

BOOST_AUTO_TEST_CASE(what_is_counted_is_the_product)
{
  const arma::mat A{{1, 2, 0}, {-3, 4, 5}}, B{{2, -1}, {1, 0}, {7, 3}};
  const arma::mat product = (CountedMatrix(A) * CountedMatrix(B)).values();
  BOOST_TEST(arma::approx_equal(product, arma::mat(A * B), "absdiff", 0.0));
}

BOOST_AUTO_TEST_CASE(a_count_begins_at_nothing_and_may_stand_in_another)
{
  Counted x = 2;
  const auto one = [&] { x += 1; };
  double inner = 0;
  const double outer = operations_of([&] {
    one();
    inner = operations_of([&] { x = x * x; });
  });
  BOOST_TEST(inner == 1);
  BOOST_TEST(outer == 2);
  BOOST_TEST(x.value() == 9);
}

BOOST_AUTO_TEST_CASE(the_depth_is_that_of_the_deepest_operand_and_one_more)
{
  const Counted a = 2, b = 3;
  BOOST_TEST(a.depth() == 0);
  BOOST_TEST(((a * b) + (a - b)).depth() == 2);
  BOOST_TEST((((a + a) + a) + a).depth() == 3); // one after the other
  BOOST_TEST(((a + a) + (a + a)).depth() == 2); // by halves
  BOOST_TEST(tanh(exp(a / b)).depth() == 3);
  BOOST_TEST(larger(a, exp(b)).depth() == 2);
  const CountedMatrix A(arma::mat{{1, 2}, {3, 4}});
  BOOST_TEST(A.depth() == 0);
  BOOST_TEST((A * A).depth() == 3); // a product, and two sums from 0 on
}

BOOST_AUTO_TEST_CASE(each_operation_counts_once_and_has_its_value)
{
  const Counted a = 2, b = 3;
  Counted sum = 0;
  BOOST_TEST(operations_of([&] { sum = larger(a, b) - a / b; }) == 3);
  BOOST_TEST(sum.value() == 3 - 2. / 3);
  BOOST_TEST(operations_of([&] { sum = exp(a) + tanh(b); }) == 3);
  BOOST_TEST(sum.value() == std::exp(2.) + std::tanh(3.));
}

BOOST_AUTO_TEST_CASE(entries_are_held_while_their_matrix_lives)
{
  const CountedMatrix there_before(10, 10);
  const double most = held_by([&] {
    CountedMatrix A(2, 3);
    {
      const CountedMatrix copy = there_before; // 106 together
    }
    const double inner = held_by([] { const CountedMatrix B(5, 1); });
    BOOST_TEST(inner == 5);
    CountedMatrix moved = std::move(A); // 6 still
    A = CountedMatrix(100, 1);          // 106 again
    A = moved;                          // 12
    const CountedMatrix more(90, 1);    // 102
  });
  BOOST_TEST(most == 112); // 100 and 6, and the assigned 6 before the old 100 are gone
  BOOST_TEST(held_by([] {}) == 0);
}

BOOST_AUTO_TEST_CASE(shapes_and_indices_that_do_not_fit_are_refused)
{
  const CountedMatrix A(2, 3);
  BOOST_CHECK_EXCEPTION(A * A, epreuve::Error, says("2 x 3"));
  BOOST_CHECK_EXCEPTION(A(2, 0), epreuve::Error, says("entry (2, 0)"));
}
