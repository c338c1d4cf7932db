#include "epreuve/instruments/layers/normed_stack.hpp"

#include "epreuve/instruments/quadrature.hpp"
#include "epreuve/math/gelu.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_stack_of_no_layers_or_of_blocks_that_write_nothing_changes_nothing)
{
  for (const Normed normed : {Normed::nowhere, Normed::before, Normed::behind}) {
    const NormedPass none = random_pass({8, 0, 1, normed});
    BOOST_TEST(none.gradients.n_elem == 1u);
    BOOST_TEST(std::abs(none.gradients(0) - 1) < 1e-14);
    BOOST_TEST(std::abs(none.squares(0) - 1) < 1e-14);
  }
  const NormedPass silent = random_pass({8, 5, 0, Normed::before});
  BOOST_TEST(arma::abs(silent.gradients - 1).max() < 1e-14);
  BOOST_TEST(arma::abs(silent.squares - 1).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_gradient_is_orthogonal_to_what_a_norm_forgets)
{
  // In R^3 what is orthogonal to (1, 1, 1) and to x is a line: blocks that write nothing, with the norm
  // behind, leave the gradient's part along it, and a projection is one however often it is done.
  const NormedPass pass = random_pass({3, 4, 0, Normed::behind});
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
    square = random_pass({64, 1, 0.5, Normed::before, true}).squares(1) - 1;
  BOOST_TEST(std::abs(arma::mean(written) - 0.5) < 0.1);
}

BOOST_AUTO_TEST_CASE(the_gain_of_the_bend_is_that_of_the_integrals)
{
  const auto mean_square = [](double (*f)(double)) {
    return integral_by_gauss_kronrod(
        [f](double z) { return f(z) * f(z) * math::normal_density(z); }, -40, 40);
  };
  BOOST_TEST(std::abs(gain_of_bend() - mean_square(math::gelu_derivative<double>) /
                                           mean_square(math::gelu<double>)) < 1e-13);
}

BOOST_AUTO_TEST_CASE(sizes_that_cannot_be_are_refused)
{
  BOOST_CHECK_EXCEPTION(random_pass({2, 1, 1, Normed::before}), Error,
                        says("normed stack", "got n = 2 and 1"));
  BOOST_CHECK_EXCEPTION(random_pass({8, 1, -1, Normed::before}), Error,
                        says("normed stack", "got n = 8 and -1"));
}
