#include "identities.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <cstddef>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_true_identity_holds_and_says_how_much_was_compared)
{
  const Matrix A = symbols("a", 2, 3), B = symbols("b", 3, 1);
  Identities transposition;
  transposition.add("A 2 x 3", transpose(A * B), transpose(B) * transpose(A));
  BOOST_TEST(transposition.hold());
  BOOST_TEST(!transposition.fail());
  BOOST_TEST(transposition.seen() == "equal at A 2 x 3: 1 x 2 in 9 symbols, 6 terms");
}

BOOST_AUTO_TEST_CASE(several_sizes_are_counted_together_and_the_largest_is_named)
{
  Identities sums;
  for (std::size_t n : {1, 3, 2}) {
    const Matrix A = symbols("a", n, n), B = symbols("b", n, n);
    sums.add(size(A), A + B, B + A);
  }
  BOOST_TEST(sums.seen() == "equal in all 3 cases, 14 entries, 28 terms; "
                            "the largest at 3 x 3: 3 x 3 in 18 symbols, 18 terms");
}

BOOST_AUTO_TEST_CASE(a_false_identity_does_not_hold_and_shows_the_first_difference)
{
  const Matrix A = symbols("a", 2, 2), B{{1, 1}, {0, 1}};
  Identities commute;
  commute.add("B = I", A * identity(2), identity(2) * A);
  commute.add("B a shear", A * B, B * A);
  BOOST_TEST(!commute.hold());
  BOOST_TEST(!commute.fail());
  BOOST_TEST(commute.seen() ==
             "1 of 2 differ, the first at B a shear: entry (1, 1): left - right = -a_21");
}

BOOST_AUTO_TEST_CASE(a_formula_fails_only_if_it_is_wrong_in_every_case)
{
  const Polynomial a = symbol("a"), b = symbol("b");
  Identities squares;
  squares.add("a + b", (a + b) * (a + b), a * a + b * b);
  squares.add("a - b", (a - b) * (a - b), a * a + b * b);
  BOOST_TEST(squares.fail());
  BOOST_TEST(!squares.hold());
  BOOST_TEST(squares.seen() ==
             "2 of 2 differ, the first at a + b: entry (1, 1): left - right = 2 a b");
}

BOOST_AUTO_TEST_CASE(nothing_and_zeros_show_nothing)
{
  Identities none, zeros;
  zeros.add("A = 0", Matrix(2, 2), Matrix(2, 2));
  for (const Identities* identities : {&none, &zeros}) {
    BOOST_TEST(!identities->hold());
    BOOST_TEST(!identities->fail());
    BOOST_TEST(identities->seen() == "nothing was compared, or nothing but zeros");
  }
}

BOOST_AUTO_TEST_CASE(sides_of_different_sizes_are_no_identity_at_all)
{
  Identities identities;
  BOOST_CHECK_EXCEPTION(identities.add("n = 2", Matrix(2, 1), Matrix(1, 2)), Error,
                        says("at n = 2 the left side is 2 x 1, the right side 1 x 2"));
}
