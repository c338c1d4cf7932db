#include "chapters/13-multi-head/layer_of_heads.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

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

BOOST_AUTO_TEST_CASE(three_ways_through_a_layer_by_hand)
{
  // Two words that any head weighs by 2/3 and 1/3, or the other way round; contents 9 and 0.
  const RationalMatrix content{{1}, {0}, {0}}, any{{0}, {1}, {1}}, W_O{{1, 0, 0}, {0, 1, 10}};
  const std::vector<HeadByRows> heads{{any, {{0}, {1}, {0}}, content},
                                      {any, {{0}, {0}, {1}}, content}};
  const RationalMatrix words{{9, 1, 0}, {0, 0, 1}}, answer{{6, 3, 30}, {6, 3, 30}};
  BOOST_TEST((side_by_side(heads, words) * W_O == answer));
  BOOST_TEST((written_one_by_one(heads, words, W_O) == answer));
  BOOST_TEST((all_at_once(heads, words, W_O) == answer));
}

BOOST_AUTO_TEST_CASE(heads_of_two_numbers_take_their_columns_of_the_large_products)
{
  const HeadByRows one{
      {{1, 0}, {0, 1}, {-1, 1}}, {{1, 0}, {1, 1}, {0, -1}}, {{2, 0}, {0, 1}, {1, 5}}};
  const HeadByRows other{
      {{0, 1}, {1, 1}, {0, 0}}, {{1, 1}, {-1, 0}, {0, 2}}, {{3, 0}, {1, -1}, {0, 7}}};
  const RationalMatrix answers = join_rows(head_by_rows(one, X), head_by_rows(other, X));
  BOOST_TEST((all_at_once({one, other}, X, RationalMatrix::identity(4)) == answers));
}

BOOST_AUTO_TEST_CASE(heads_of_different_sizes_are_not_computed_at_once)
{
  BOOST_CHECK_THROW(all_at_once({first, second}, X, {{1}, {1}, {1}}), epreuve::Error);
  BOOST_CHECK_THROW(all_at_once({}, X, {{1}}), epreuve::Error);
}

BOOST_AUTO_TEST_CASE(drawn_square_layers_have_an_output_matrix_of_determinant_1)
{
  const auto square = [](epreuve::evidence::Draw& draw) {
    const RowLayer layer = draw_square_row_layer(draw, 2);
    return layer.W_O.rows() == layer.X.cols() && layer.W_O.cols() == layer.X.cols() &&
           std::abs(arma::det(layer.W_O.to_double()) - 1) < 1e-9 && layer.heads.size() == 2;
  };
  BOOST_TEST(epreuve::evidence::check_property(square, 100, 1).passed);
}
