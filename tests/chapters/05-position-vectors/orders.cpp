#include "chapters/05-position-vectors/orders.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::tests::says;

static const arma::mat words = {{1, 2, 4, 8, 16}};

BOOST_AUTO_TEST_CASE(a_sum_tells_no_orders_and_a_number_with_digits_tells_all)
{
  BOOST_TEST(
      orders_told_apart(words, [](const arma::mat& X) { return arma::cumsum(X, 1).eval(); }) == 1U);
  const auto digits = [](const arma::mat& X) {
    return arma::mat(X * arma::vec{1, 100, 1e4, 1e6, 1e8});
  };
  BOOST_TEST(orders_told_apart(words, digits) == 24U);
}

BOOST_AUTO_TEST_CASE(the_last_token_stays_and_equal_tokens_have_fewer_orders)
{
  const auto last = [](const arma::mat& X) { return arma::mat(X.tail_cols(1)); };
  BOOST_TEST(orders_told_apart(words, last) == 1U);
  const auto first = [](const arma::mat& X) { return arma::mat(X.head_cols(1)); };
  BOOST_TEST(orders_told_apart(words, first) == 4U);
  BOOST_TEST(orders_told_apart({{1, 1, 2, 3}}, first) == 2U);
}

BOOST_AUTO_TEST_CASE(every_order_is_drawn_and_the_last_ones_stay)
{
  arma::uvec count(24, arma::fill::zeros);
  const auto all = [&](epreuve::evidence::Draw& draw) {
    const arma::uvec P = draw_order(draw, 5, 1);
    if (P(4) != 4)
      return false;
    ++count(P(0) * 6 + (P(1) - (P(1) > P(0))) * 2 + (P(2) > P(3)));
    return true;
  };
  BOOST_TEST(epreuve::evidence::check_property(all, 2400, 1).passed);
  BOOST_TEST(count.min() > 50U); // 100 on average, deviation 10
}

BOOST_AUTO_TEST_CASE(one_token_has_no_orders_and_ten_too_many)
{
  const auto id = [](const arma::mat& X) { return X; };
  BOOST_CHECK_EXCEPTION(orders_told_apart(arma::ones(2, 1), id), epreuve::Error,
                        says("orders_told_apart", "got 1"));
  BOOST_CHECK_EXCEPTION(orders_told_apart(arma::ones(2, 10), id), epreuve::Error,
                        says("orders_told_apart", "got 10"));
}

BOOST_AUTO_TEST_CASE(a_masked_network_leaves_out_what_follows)
{
  const arma::mat X = {{1, -1, 2}, {0, 3, 1}};
  const ArbitraryLayers masked{.layers = 2, .masked = true};
  BOOST_TEST(arma::abs(masked(X).head_cols(2) - masked(X.head_cols(2))).max() < 1e-12);
  BOOST_TEST(arma::abs(ArbitraryLayers{.layers = 2}(X).head_cols(2) -
                       ArbitraryLayers{.layers = 2}(X.head_cols(2)))
                 .max() > 1e-3);
  BOOST_TEST(masked.pattern(X)(0, 0) == 1);
}

BOOST_AUTO_TEST_CASE(positions_make_equal_tokens_different)
{
  const arma::mat X = arma::ones(2, 3);
  const auto spread = [](const arma::mat& Z) { return arma::abs(Z.col(0) - Z.col(2)).max(); };
  BOOST_TEST(spread(ArbitraryLayers{}(X)) < 1e-14);
  BOOST_TEST(spread(ArbitraryLayers{.positions = true}(X)) > 0.1);
  BOOST_TEST(spread(ArbitraryLayers{.layers = 0, .positions = true}(X)) > 0.1);
}
