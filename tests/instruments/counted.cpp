#include "epreuve/instruments/counted.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_CASE(shapes_and_indices_that_do_not_fit_are_refused)
{
  const CountedMatrix A(2, 3);
  BOOST_CHECK_EXCEPTION(A * A, epreuve::Error, says("2 x 3"));
  BOOST_CHECK_EXCEPTION(A(2, 0), epreuve::Error, says("entry (2, 0)"));
}
