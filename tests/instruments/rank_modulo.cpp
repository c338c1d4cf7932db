#include "epreuve/instruments/exact/rank_modulo.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

using namespace epreuve;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(rank_modulo_a_prime_is_the_rank_of_fractions)
{
  BOOST_TEST(rc::check("of products of small matrices", [] {
    const auto size = [] { return arma::uword(*rc::gen::inRange(1, 6)); };
    const arma::uword rows = size(), inner = size(), cols = size();
    const auto drawn = [](arma::uword m, arma::uword n) {
      RationalMatrix A(m, n);
      for (arma::uword i = 0; i < m; ++i)
        for (arma::uword j = 0; j < n; ++j)
          A(i, j) = Rational(*rc::gen::inRange(-3, 4), *rc::gen::inRange(1, 4));
      return A;
    };
    const RationalMatrix A = drawn(rows, inner) * drawn(inner, cols);
    RC_ASSERT(rank_modulo_prime(A) == rank(A));
  }));
}

BOOST_AUTO_TEST_CASE(a_multiple_of_the_prime_counts_as_zero)
{
  const Rational p = 2147483647;
  BOOST_TEST(rank_modulo_prime({{1, 0}, {0, p}}) == 1U);
  BOOST_TEST(rank_modulo_prime({{1, 0}, {0, p + 1}}) == 2U);
  BOOST_TEST(rank_modulo_prime({{-1, 1}, {p - 1, 1}}) == 1U);
}

BOOST_AUTO_TEST_CASE(a_denominator_that_the_prime_divides_is_refused)
{
  BOOST_CHECK_THROW(rank_modulo_prime({{Rational(1, 2147483647)}}), Error);
}
