#include "epreuve/math/dense_layer.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/differences.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using namespace epreuve::math;

BOOST_AUTO_TEST_CASE(the_gradient_is_that_of_the_loss_by_differences)
{
  const arma::mat W{{0.5, -1, 2}, {1.5, 0.25, -0.75}};
  const arma::vec b{0.3, -0.2}, x{1, 2, -0.5}, t{0.1, 0.9};
  for (const Activation& a :
       {gelu_activation(), relu_activation(),
        Activation{[](double z) { return std::sin(z); }, [](double z) { return std::cos(z); }}}) {
    const auto loss = [&](const arma::mat& weights) {
      arma::vec h = weights * x + b;
      h.transform(a.value);
      return arma::dot(h - t, h - t) / 2;
    };
    const arma::mat expected = epreuve::instruments::gradient_by_differences(loss, W, 0x1p-17);
    BOOST_TEST(arma::approx_equal(weight_gradient(a, W, b, x, t), expected, "absdiff", 1e-8));
  }
}

BOOST_AUTO_TEST_CASE(a_neuron_on_the_flat_side_of_relu_has_a_row_of_zeros)
{
  const arma::mat gradient =
      weight_gradient(relu_activation(), {{1, 1}, {-1, -1}}, {0, 0}, {1, 2}, {5, 5});
  BOOST_TEST(arma::approx_equal(gradient, arma::mat{{-2, -4}, {0, 0}}, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_named)
{
  BOOST_CHECK_EXCEPTION(weight_gradient(gelu_activation(), {{1, 2}}, {1}, {1}, {1}), epreuve::Error,
                        epreuve::tests::says("x 2; got 1, 1 and 1"));
}
