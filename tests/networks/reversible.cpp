#include "epreuve/networks/reversible.hpp"

#include "epreuve/instruments/differences.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace epreuve::networks;
using epreuve::Error;
using epreuve::tests::says;

namespace {

using Matrices = Halves<double>;

/// x -> A tanh(x): not invertible if A is not.
struct Layer
{
  arma::mat A;
  arma::mat operator()(const arma::mat& x) const { return A * arma::tanh(x); }
};

BranchBackward<double> back(const Layer& layer)
{
  return [layer](const arma::mat& x, const arma::mat& D) -> arma::mat {
    return layer.A.t() * D / arma::square(arma::cosh(x));
  };
}

double largest(const arma::mat& left, const arma::mat& right)
{
  return arma::abs(left - right).max();
}

struct Drawn
{
  Drawn() { arma::arma_rng::set_seed(1); }
  Layer F{arma::mat(3, 3, arma::fill::randn)}, G{{{1, 2, 3}, {2, 4, 6}, {0, 0, 0}}};
  Matrices x{arma::mat(3, 4, arma::fill::randn), arma::mat(3, 4, arma::fill::randn)};
};

} // namespace

BOOST_AUTO_TEST_CASE(the_input_comes_back_exactly_where_nothing_is_rounded)
{
  // Integers and branches that are not invertible: squares, and a constant.
  const Branch<double> F = [](const arma::mat& x) -> arma::mat { return arma::square(x); };
  const Branch<double> G = [](const arma::mat& x) -> arma::mat { return 0 * x + 7; };
  const Matrices x{{{1, -2}, {3, 4}}, {{5, 6}, {-7, 8}}};
  const Matrices again = reversible_input(F, G, reversible(F, G, x));
  BOOST_TEST(largest(again.first, x.first) == 0);
  BOOST_TEST(largest(again.second, x.second) == 0);
}

BOOST_AUTO_TEST_CASE(the_input_comes_back_through_twelve_layers_up_to_rounding)
{
  const Drawn of;
  Matrices y = of.x;
  for (int layer = 0; layer < 12; ++layer)
    y = reversible<double>(of.F, of.G, y);
  BOOST_TEST(largest(y.first, of.x.first) > 1);
  for (int layer = 0; layer < 12; ++layer)
    y = reversible_input<double>(of.F, of.G, y);
  BOOST_TEST(largest(y.first, of.x.first) < 1e-9);
  BOOST_TEST(largest(y.second, of.x.second) < 1e-9);
}

BOOST_AUTO_TEST_CASE(the_way_back_needs_the_output_alone_and_is_the_slope_of_the_loss)
{
  const Drawn of;
  const Matrices D{arma::mat(3, 4, arma::fill::randn), arma::mat(3, 4, arma::fill::randn)};
  const auto loss = [&](const Matrices& x) {
    const Matrices y = reversible<double>(of.F, of.G, x);
    return arma::accu(D.first % y.first) + arma::accu(D.second % y.second);
  };
  const auto to = reversible_backward<double>(of.F, of.G, back(of.F), back(of.G),
                                              reversible<double>(of.F, of.G, of.x), D);
  using epreuve::instruments::gradient_by_differences;
  BOOST_TEST(largest(to.to_x.first,
                     gradient_by_differences([&](auto& x) { return loss({x, of.x.second}); },
                                             of.x.first, 1e-6)) < 1e-7);
  BOOST_TEST(largest(to.to_x.second,
                     gradient_by_differences([&](auto& x) { return loss({of.x.first, x}); },
                                             of.x.second, 1e-6)) < 1e-7);
  BOOST_TEST(largest(to.x.first, of.x.first) < 1e-14);
}

BOOST_AUTO_TEST_CASE(halves_and_branches_that_do_not_fit_are_refused)
{
  const Drawn of;
  const Branch<double> narrower = [](const arma::mat& x) -> arma::mat { return x.head_rows(1); };
  BOOST_CHECK_EXCEPTION(
      reversible<double>(of.F, of.G, {.first = of.x.first, .second = of.x.first.t()}), Error,
      says("3 x 4 and 4 x 3"));
  BOOST_CHECK_EXCEPTION(reversible<double>(of.F, narrower, of.x), Error, says("it returned 1 x 4"));
}
