#include "chapters/15-layer-norm/normed_stack.hpp"

#include "epreuve/instruments/quadrature.hpp"
#include "epreuve/math/gelu.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_stack_of_no_layers_or_of_blocks_that_write_nothing_changes_nothing)
{
  for (const Normed normed : {Normed::nowhere, Normed::pre, Normed::post}) {
    const NormedPass none = random_pass({8, 0, 1, normed});
    BOOST_TEST(none.gradients.n_elem == 1u);
    BOOST_TEST(std::abs(none.gradients(0) - 1) < 1e-14);
    BOOST_TEST(std::abs(none.squares(0) - 1) < 1e-14);
  }
  const NormedPass silent = random_pass({8, 5, 0, Normed::pre});
  BOOST_TEST(arma::abs(silent.gradients - 1).max() < 1e-14);
  BOOST_TEST(arma::abs(silent.squares - 1).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_gradient_is_orthogonal_to_what_a_norm_forgets)
{
  // In R^3 what is orthogonal to (1, 1, 1) and to x is a line: blocks that write nothing, with post-norm,
  // leave the gradient's part along it, and a projection is one however often it is done.
  const NormedPass pass = random_pass({3, 4, 0, Normed::post});
  BOOST_TEST(pass.gradients(3) < 1.0);
  for (const arma::uword l : {0, 1, 2})
    BOOST_TEST(std::abs(pass.gradients(l) / pass.gradients(3) - 1) < 1e-12);
}

BOOST_AUTO_TEST_CASE(without_a_norm_squares_grow_as_they_must)
{
  // E = 2^3 for both, of 3 layers with sigma^2 = 1. The mean of 2000 has a relative error of 3% or less.
  arma::vec squares(2000), gradients(2000);
  for (arma::uword i = 0; i < squares.n_elem; ++i) {
    const NormedPass pass = random_pass({12, 3, 1, Normed::nowhere});
    squares(i) = pass.squares(3), gradients(i) = pass.gradients(0);
  }
  BOOST_TEST(std::abs(arma::mean(squares) - 8) < 1.2);
  BOOST_TEST(std::abs(arma::mean(gradients) - 8) < 1.2);
}

BOOST_AUTO_TEST_CASE(a_block_with_the_bend_writes_as_much_as_it_says)
{
  arma::vec written(400);
  for (double& square : written)
    square = random_pass({64, 1, 0.5, Normed::pre, true}).squares(1) - 1;
  BOOST_TEST(std::abs(arma::mean(written) - 0.5) < 0.1);
}

BOOST_AUTO_TEST_CASE(mean_squares_of_gelu_are_those_of_the_integrals)
{
  for (const double s : {0.01, 0.5, 1., 3., 40.}) {
    const auto mean_square = [s](double (*f)(double)) {
      return integral_by_gauss_kronrod(
          [=](double z) {
            return f(std::sqrt(s) * z) * f(std::sqrt(s) * z) * math::normal_density(z);
          },
          -40, 40);
    };
    BOOST_TEST(mean_square_of_gelu(s) == mean_square(math::gelu<double>),
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(mean_square_of_gelu_slope(s) == mean_square(math::gelu_derivative<double>),
               boost::test_tools::tolerance(1e-12));
  }
  BOOST_TEST(mean_square_of_gelu(0) == 0);
  BOOST_TEST(mean_square_of_gelu_slope(0) == 0.25); // gelu'(0) = 1/2
}

BOOST_AUTO_TEST_CASE(the_leading_order_of_linear_blocks_is_a_power_a_line_and_1)
{
  const auto first = [](Normed normed) {
    return gradients_to_leading_order({8, 6, 0.5, normed})(0);
  };
  BOOST_TEST(std::abs(first(Normed::nowhere) - std::pow(1.5, 6)) < 1e-12);
  BOOST_TEST(std::abs(first(Normed::pre) - (1 + 6 * 0.5)) < 1e-12);
  BOOST_TEST(std::abs(first(Normed::post) - 1) < 1e-12);
}

BOOST_AUTO_TEST_CASE(without_a_norm_gelu_becomes_a_relu_and_leaves_half)
{
  const arma::vec gradients = gradients_to_leading_order({8, 60, 1, Normed::nowhere, true});
  BOOST_TEST(std::abs(gradients(59) - (1 + 0.5 / 0.42522)) < 1e-4); // the last block is met first
  BOOST_TEST(gradients(0) / gradients(1) < 2.08);                   // the first one reads size 1
}

BOOST_AUTO_TEST_CASE(wide_stacks_have_gradients_of_leading_order)
{
  for (const Normed normed : {Normed::nowhere, Normed::pre, Normed::post}) {
    const NormedStack stack{200, 6, 1, normed, true};
    arma::vec sum(7);
    for (int i = 0; i < 60; ++i)
      sum += random_pass(stack).gradients / 60;
    // A deviation of 0.35 for six blocks, 60 stacks: 0.045; and 6 blocks are off by 1.2/200 each.
    BOOST_TEST(std::abs(sum(0) / gradients_to_leading_order(stack)(0) - 1) < 0.25);
  }
}

BOOST_AUTO_TEST_CASE(what_a_block_writes_has_the_gradient_of_the_sum)
{
  // x + f: without a norm after it the sum is x_{l+1} itself; post-norm has a norm between.
  const NormedPass pre = random_pass({8, 3, 1, Normed::pre});
  BOOST_TEST(arma::abs(pre.written - pre.gradients.tail(3)).max() == 0);
  const NormedPass post = random_pass({3, 1, 0, Normed::post}); // writes nothing: x_0 is the sum
  BOOST_TEST(std::abs(post.written(0) / post.gradients(0) - 1) < 1e-12);
  BOOST_TEST(post.written(0) < post.gradients(1));
}

BOOST_AUTO_TEST_CASE(sizes_that_cannot_be_are_refused)
{
  BOOST_CHECK_EXCEPTION(random_pass({2, 1, 1, Normed::pre}), Error,
                        says("normed stack", "got n = 2 and 1"));
  BOOST_CHECK_EXCEPTION(random_pass({8, 1, -1, Normed::pre}), Error,
                        says("normed stack", "got n = 8 and -1"));
}
