#include "epreuve/attention/head_gradient.hpp"

#include "epreuve/instruments/differences.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

namespace {

/// A head on three tokens of two entries, and a direction to ask about: nothing special.
struct Example
{
  arma::mat W_Q{{0.5, -1}, {1, 0.25}}, W_K{{1, 0.5}, {-0.5, 1}}, W_V{{1, -1}, {0.5, 2}, {0, 1}},
      W_O{{1, 0.5, -1}, {-0.5, 1, 0.75}}, x{{1, 0, -1}, {0.5, 1, 2}}, G{{1, -2, 0.5}, {0, 1, 1}};

  double loss() const
  {
    const arma::mat scores = (W_Q * x).t() * (W_K * x) / std::sqrt(2);
    return arma::accu(G % (W_O * (W_V * x) * epreuve::math::softmax_rows(scores).t()));
  }

  /// By central differences of 10^-6: right to some 10^-9.
  arma::mat slopes(arma::mat Example::* which) const
  {
    return epreuve::instruments::gradient_by_differences(
        [&](const arma::mat& M) {
          Example moved = *this;
          moved.*which = M;
          return moved.loss();
        },
        this->*which, 1e-6);
  }
};

} // namespace

BOOST_AUTO_TEST_CASE(each_part_of_the_gradient_is_the_slope_of_the_loss)
{
  const Example e;
  const HeadGradient<double> g = head_gradient<double>({e.W_Q, e.W_K, e.W_V, e.W_O}, e.x, e.G);
  const auto close = [](const arma::mat& a, const arma::mat& b) {
    return arma::size(a) == arma::size(b) && arma::abs(a - b).max() < 1e-8;
  };
  BOOST_TEST(close(g.W_Q, e.slopes(&Example::W_Q)));
  BOOST_TEST(close(g.W_K, e.slopes(&Example::W_K)));
  BOOST_TEST(close(g.W_V, e.slopes(&Example::W_V)));
  BOOST_TEST(close(g.W_O, e.slopes(&Example::W_O)));
  BOOST_TEST(close(g.x, e.slopes(&Example::x)));
}

BOOST_AUTO_TEST_CASE(one_token_hears_itself_alone_so_its_scores_do_not_matter)
{
  const arma::mat W(2, 2, arma::fill::eye), x(2, 1, arma::fill::ones);
  const HeadGradient<double> g = head_gradient<double>({W, W, W, W}, x, x);
  BOOST_TEST(arma::abs(g.W_Q).max() == 0);
  BOOST_TEST(arma::abs(g.W_K).max() == 0);
  BOOST_TEST(arma::abs(g.W_V - x * x.t()).max() == 0);
  BOOST_TEST(arma::abs(g.x - x).max() == 0);
}

BOOST_AUTO_TEST_CASE(half_and_half_the_scores_gradient_is_a_quarter_of_the_difference)
{
  const arma::mat D = scores_gradient<double>({{0.5, 0.5}, {1, 0}}, {{3, 1}, {5, 7}});
  BOOST_TEST(arma::abs(D - arma::mat{{0.5, -0.5}, {0, 0}}).max() == 0);
}

BOOST_AUTO_TEST_CASE(a_gradient_of_shapes_that_do_not_fit_is_refused)
{
  const arma::mat W(2, 3, arma::fill::ones), O(3, 2, arma::fill::ones), x(3, 4, arma::fill::ones);
  BOOST_CHECK_NO_THROW(head_gradient<double>({W, W, W, O}, x, x));
  BOOST_CHECK_EXCEPTION(head_gradient<double>({W, O, W, O}, x, x), Error,
                        says("W_Q and W_K must be r x 3"));
  BOOST_CHECK_EXCEPTION(head_gradient<double>({W, W, O, O}, x, x), Error,
                        says("W_V must be m x 3"));
  BOOST_CHECK_EXCEPTION(head_gradient<double>({W, W, W, W}, x, x), Error,
                        says("got 2 x 3 and 2 x 3"));
  BOOST_CHECK_EXCEPTION(head_gradient<double>({W, W, W, O}, x, W), Error,
                        says("the shape of x and y"));
  BOOST_CHECK_EXCEPTION(head_gradient<double>({W, W, W, O}, arma::mat(3, 0), W), Error,
                        says("no size"));
  BOOST_CHECK_EXCEPTION(scores_gradient<double>(W, O), Error, says("2 x 3 and 3 x 2"));
}
