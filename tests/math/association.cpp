#include "epreuve/math/association.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::math;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(what_knows_nothing_of_each_other_has_no_information)
{
  const arma::vec c{1, 2, 3};
  const arma::rowvec w{4, 1};
  for (const double kappa : {0.0, 0.1, 3.0})
    BOOST_TEST(arma::abs(mutual_information(c * w, kappa)).max() < 1e-15);
}

// P = (3, 1; 1, 3) / 8: all margins are 1/2, so the ratios are 3/2 and 1/2.
BOOST_AUTO_TEST_CASE(
    information_is_the_logarithm_of_the_ratio_to_chance_and_smoothing_draws_it_to_0)
{
  const arma::mat plain = mutual_information({{3, 1}, {1, 3}}, 0);
  BOOST_TEST(std::abs(plain(0, 0) - std::log(1.5)) < 1e-15);
  BOOST_TEST(std::abs(plain(1, 0) - std::log(0.5)) < 1e-15);
  const arma::mat smoothed = mutual_information({{3, 1}, {1, 3}}, 1);
  BOOST_TEST(std::abs(smoothed(0, 0) - std::log(1.25)) < 1e-15);
  BOOST_TEST(std::abs(smoothed(0, 1) - std::log(0.75)) < 1e-15);
}

BOOST_AUTO_TEST_CASE(what_never_meets_has_minus_infinity_unless_it_is_smoothed)
{
  BOOST_TEST(mutual_information({{1, 0}, {1, 1}}, 0)(0, 1) == -arma::datum::inf);
  BOOST_TEST(std::isfinite(mutual_information({{1, 0}, {1, 1}}, 0.1)(0, 1)));
}

BOOST_AUTO_TEST_CASE(tables_without_meaning_are_refused)
{
  BOOST_CHECK_EXCEPTION(mutual_information(arma::mat(), 1), Error, says("got 0 x 0"));
  BOOST_CHECK_EXCEPTION(mutual_information({{1, -1}}, 1), Error, says("not negative"));
  BOOST_CHECK_EXCEPTION(mutual_information({{0, 0}, {1, 1}}, 1), Error, says("context 0"));
  BOOST_CHECK_EXCEPTION(mutual_information({{1, 0}, {1, 0}}, 1), Error, says("word 1"));
  BOOST_CHECK_EXCEPTION(mutual_information({{1, 1}}, -1), Error, says("got -1"));
}

BOOST_AUTO_TEST_CASE(word_vectors_of_full_length_have_the_columns_inner_products)
{
  const arma::mat M{{1, 2, 0}, {0, 1, 5}, {3, 1, 1}, {2, 2, 2}};
  const arma::mat v = word_vectors(M, 3);
  BOOST_TEST(arma::abs(v.t() * v - M.t() * M).max() < 1e-13);
}

BOOST_AUTO_TEST_CASE(the_first_coordinates_are_those_that_vary_most)
{
  const arma::mat v = word_vectors(arma::mat{{0, 3, 0}, {-2, 0, 0}, {0, 0, 1}}, 2);
  BOOST_TEST(arma::abs(v - arma::mat{{0, 3, 0}, {2, 0, 0}}).max() < 1e-15);
}

BOOST_AUTO_TEST_CASE(lengths_that_there_are_not_are_refused)
{
  BOOST_CHECK_EXCEPTION(word_vectors(arma::mat(3, 2), 3), Error, says("got 3"));
  BOOST_CHECK_EXCEPTION(word_vectors(arma::mat(3, 2), 0), Error, says("got 0"));
  BOOST_CHECK_EXCEPTION(word_vectors({{1, arma::datum::inf}}, 1), Error, says("finite"));
}

BOOST_AUTO_TEST_CASE(a_cosine_has_a_sign_and_no_unit)
{
  BOOST_TEST(cosine(arma::vec{3, 4}, arma::vec{-6, -8}) == -1);
  BOOST_TEST(cosine(arma::vec{2, 0}, arma::vec{0, 7}) == 0);
  BOOST_CHECK_EXCEPTION(cosine(arma::vec{1}, arma::vec{1, 2}), Error, says("got 1 and 2"));
  BOOST_CHECK_EXCEPTION(cosine(arma::vec{0, 0}, arma::vec{1, 2}), Error, says("no direction"));
}
