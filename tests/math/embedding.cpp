#include "epreuve/math/embedding.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace epreuve::math;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(embedding_copies_the_columns_that_a_product_with_one_hot_vectors_selects)
{
  const arma::mat A{{1, 2, 3, 4}, {5, 6, 7, 8}};
  const std::vector<arma::uword> tokens{3, 0, 3};
  BOOST_TEST(arma::approx_equal(embed(A, tokens), A * one_hot(tokens, 4), "absdiff", 0));
  BOOST_TEST(arma::approx_equal(embed(A, tokens), arma::mat{{4, 1, 4}, {8, 5, 8}}, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(a_not_a_number_in_another_column_does_not_touch_an_embedding)
{
  const arma::mat A{{1, arma::datum::nan}};
  BOOST_TEST(embed(A, {0})(0, 0) == 1);
}

BOOST_AUTO_TEST_CASE(a_token_beyond_the_vocabulary_is_named_with_its_place)
{
  const arma::mat A(2, 4, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(embed(A, {0, 4}), epreuve::Error,
                        says("tokens are numbered from 0 to 3, got 4 at place 1"));
  BOOST_CHECK_EXCEPTION(one_hot({9}, 4), epreuve::Error, says("got 9 at place 0"));
  BOOST_CHECK_EXCEPTION(one_hot({}, 4), epreuve::Error, says("at least one token"));
  BOOST_CHECK_EXCEPTION(embed(arma::mat(), {0}), epreuve::Error, says("0 x 0"));
}
