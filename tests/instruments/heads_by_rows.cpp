#include "epreuve/instruments/heads_by_rows.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

static const RationalMatrix X{{1, 0, 1}, {0, 1, 1}, {1, 1, 0}, {0, -1, 0}};
static const HeadByRows first{
    {{1, 0}, {0, 1}, {-1, 1}}, {{1, 0}, {1, 1}, {0, -1}}, {{2}, {0}, {1}}};
static const HeadByRows second{{{0}, {1}, {1}}, {{1}, {-1}, {0}}, {{0, 1}, {1, 1}, {0, -1}}};

BOOST_AUTO_TEST_CASE(a_head_by_rows_is_the_usual_one_with_scores_times_ln_2)
{
  const double c = std::sqrt(2) * std::log(2); // the division by sqrt(2), and base 2
  const arma::mat x = X.to_double();
  const arma::mat usual = epreuve::attention::attend_rows(
      c * x * first.W_Q.to_double(), x * first.W_K.to_double(), x * first.W_V.to_double());
  BOOST_TEST(arma::abs(head_by_rows(first, X).to_double() - usual).max() < 1e-13);
}

BOOST_AUTO_TEST_CASE(heads_side_by_side_keep_their_order)
{
  const RationalMatrix all = side_by_side({first, second}, X);
  BOOST_TEST((all == join_rows(head_by_rows(first, X), head_by_rows(second, X))));
  BOOST_TEST(all.cols() == 3U);
}

BOOST_AUTO_TEST_CASE(no_heads_have_nothing_to_put_side_by_side)
{
  BOOST_CHECK_THROW(side_by_side({}, X), epreuve::Error);
}

BOOST_AUTO_TEST_CASE(each_head_writes_with_its_own_rows_of_the_output_matrix)
{
  const RationalMatrix W_O{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const std::vector<ExactHead> heads = with_their_rows({first, second}, W_O);
  BOOST_TEST((heads.at(0).W_O == RationalMatrix{{1}, {2}, {3}}));
  BOOST_TEST((heads.at(1).W_O == RationalMatrix{{4, 7}, {5, 8}, {6, 9}}));
  BOOST_TEST((heads.at(1).W_K == RationalMatrix{{1, -1, 0}}));
}

BOOST_AUTO_TEST_CASE(an_output_matrix_with_too_few_rows_is_refused)
{
  BOOST_CHECK_THROW(with_their_rows({first, second}, {{1, 2, 3}, {4, 5, 6}}), epreuve::Error);
}
