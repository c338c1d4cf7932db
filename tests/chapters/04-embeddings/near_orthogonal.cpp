#include "chapters/04-embeddings/near_orthogonal.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace epreuve::instruments;
using epreuve::tests::says;

// Famous sets of lines that are as large as can be: their number is what the bound must give, exactly.
BOOST_AUTO_TEST_CASE(the_bound_is_attained_by_the_known_optimal_sets_of_lines)
{
  const auto bound = [](arma::uword n, const Rational& epsilon, unsigned k, unsigned d) {
    const DirectionsCertificate certificate = directions_certificate(n, epsilon, k, d);
    BOOST_TEST(certificate.proves);
    return certificate.bound;
  };
  BOOST_TEST(bound(7, Rational(1, 3), 1, 0) == 28);     // equiangular lines
  BOOST_TEST(bound(23, Rational(1, 5), 1, 0) == 276);   // equiangular lines
  BOOST_TEST(bound(4, Rational(1, 2), 1, 1) == 12);     // the 24-cell
  BOOST_TEST(bound(8, Rational(1, 2), 1, 1) == 120);    // the roots of E8
  BOOST_TEST(bound(24, Rational(1, 2), 2, 1) == 98280); // the shortest vectors of Leech's lattice
}

BOOST_AUTO_TEST_CASE(a_polynomial_of_too_low_a_degree_is_no_certificate)
{
  BOOST_TEST(!directions_certificate(768, Rational(1, 20), 1, 0).proves);
  BOOST_TEST(!directions_certificate(768, Rational(1, 5), 5, 1).proves);
}

BOOST_AUTO_TEST_CASE(the_coefficients_of_a_certificate_add_up_to_its_value_at_1)
{
  const auto [f, c, bound, proves] = directions_certificate(16, Rational(1, 3), 2, 1);
  Rational of_f = 0, of_c = 0;
  for (const Rational& x : f)
    of_f += x;
  for (const Rational& x : c)
    of_c += x;
  BOOST_TEST(of_f == of_c);
}

BOOST_AUTO_TEST_CASE(in_50_digits_the_least_bound_is_the_exact_one)
{
  BOOST_TEST(std::abs(log10_at_most_directions(24, 0.5) - std::log10(98280)) < 1e-12);
  BOOST_TEST(std::abs(log10_at_most_directions(8, 0.5) - std::log10(120)) < 1e-12);
}

BOOST_AUTO_TEST_CASE(all_directions_of_a_small_construction_are_nearly_orthogonal)
{
  const PolynomialDirections set = polynomial_directions(26, Rational(1, 2));
  arma::mat all;
  for (arma::uword number = 0; number < std::pow(set.q, set.k); ++number) {
    std::vector<arma::uword> h;
    for (arma::uword rest = number; h.size() < set.k; rest /= set.q)
      h.push_back(rest % set.q);
    for (arma::uword pattern = 0; pattern < set.signs.n_cols; ++pattern)
      all = arma::join_rows(all, polynomial_direction(set, h, pattern));
  }
  arma::mat cosines = all.t() * all / static_cast<double>(set.r);
  BOOST_TEST(arma::all(cosines.diag() == 1));
  cosines.diag().zeros();
  BOOST_TEST(arma::abs(cosines).max() <= 0.5);
  BOOST_TEST(set.count == all.n_cols + 26 - set.q * set.r);
  BOOST_TEST(all.n_cols > 26);
}

BOOST_AUTO_TEST_CASE(patterns_of_full_length_are_orthogonal_and_else_off_by_what_is_cut_or_added)
{
  for (const arma::uword r : {10, 12, 13}) {
    const arma::mat H = sign_patterns(11, r);
    arma::mat products = H.t() * H;
    BOOST_TEST(arma::all(products.diag() == static_cast<double>(r)));
    products.diag().zeros();
    BOOST_TEST(arma::abs(products).max() <= std::abs(static_cast<double>(r) - 12));
  }
}

// Of the 8 sign vectors of length 3, two are parallel to a given one, and all the others have |v . w| = 1.
BOOST_AUTO_TEST_CASE(gilberts_bound_counts_the_sign_vectors_that_are_too_near)
{
  BOOST_TEST(gilbert_directions(3, Rational(1, 2)) == 4);
  BOOST_TEST(gilbert_directions(3, Rational(1, 4)) == 1);
}

BOOST_AUTO_TEST_CASE(arguments_without_meaning_are_refused)
{
  BOOST_CHECK_EXCEPTION(directions_certificate(768, 1, 1, 1), epreuve::Error, says("cosine"));
  BOOST_CHECK_EXCEPTION(directions_certificate(1, Rational(1, 2), 1, 1), epreuve::Error,
                        says("n = 1"));
  BOOST_CHECK_EXCEPTION(directions_certificate(9, Rational(1, 2), 0, 1), epreuve::Error,
                        says("k = 0"));
  BOOST_CHECK_EXCEPTION(sign_patterns(13, 4), epreuve::Error, says("got p = 13"));
  BOOST_CHECK_EXCEPTION(gilbert_directions(0, Rational(1, 2)), epreuve::Error, says("got 0"));
  BOOST_CHECK_EXCEPTION(log10_at_most_directions(768, 0), epreuve::Error, says("epsilon = 0"));
}

BOOST_AUTO_TEST_CASE(lines_vanish_once_and_parabolas_twice)
{
  BOOST_TEST(most_roots(7, 7, 1) == 0);
  BOOST_TEST(most_roots(7, 7, 2) == 1);
  BOOST_TEST(most_roots(7, 7, 3) == 2);
  BOOST_TEST(most_roots(4, 4, 2) == 2); // 4 is no prime: 2 x vanishes at 0 and 2
}
