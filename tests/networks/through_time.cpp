#include "epreuve/networks/through_time.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve;
using namespace epreuve::networks;
using epreuve::tests::says;

namespace {

arma::mat one(double x)
{
  return arma::mat(1, 1, arma::fill::value(x));
}

} // namespace

BOOST_AUTO_TEST_CASE(at_the_state_0_each_step_of_an_rnn_multiplies_by_its_matrix)
{
  const double angle = 0.4;
  const arma::mat R{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
  const arma::vec norms = rnn_gradients_back(
      {arma::mat(2, 1, arma::fill::zeros), 1.5 * R, arma::vec(2, arma::fill::zeros)},
      arma::mat(1, 20, arma::fill::ones), arma::vec{3, 4});
  for (arma::uword k = 0; k <= 20; ++k)
    BOOST_TEST(std::abs(norms(k) / (5 * std::pow(1.5, double(k))) - 1) < 1e-13);
}

BOOST_AUTO_TEST_CASE(the_gradients_are_the_derivatives_of_the_last_state_and_memory)
{
  // One unit: the derivative by the first state, as a difference quotient.
  const Cell<double> rnn{one(0.5), one(1.3), arma::vec{0.1}};
  const arma::mat x{{0.3, -1, 0.8, 0.2}};
  const auto last = [&](double moved) { // h_1 is moved
    double h = 0;
    for (arma::uword t = 0; t < 4; ++t) {
      h = std::tanh(0.5 * x(t) + 1.3 * h + 0.1);
      if (t == 0)
        h += moved;
    }
    return h;
  };
  const double by_h1 = (last(1e-6) - last(-1e-6)) / 2e-6;
  BOOST_TEST(std::abs(rnn_gradients_back(rnn, x, arma::vec{1})(3) - std::abs(by_h1)) < 1e-9);

  const Cell<double> lstm{arma::vec{0.5, -0.3, 0.9, 0.4}, arma::vec{0.7, 0.2, -1.1, 0.6},
                          arma::vec{1, 0, 0.1, -0.2}};
  const auto sigma = [](double a) { return 1 / (1 + std::exp(-a)); };
  const auto last_c = [&](double moved) { // c_1 is moved, and h_1 with it
    double h = 0, c = 0;
    for (arma::uword t = 0; t < 4; ++t) {
      const auto a = [&](arma::uword gate) {
        return lstm.W(gate) * x(t) + lstm.U(gate) * h + lstm.b(gate);
      };
      const double f = sigma(a(0)), i = sigma(a(1)), candidate = std::tanh(a(2)), o = sigma(a(3));
      c = f * c + i * candidate;
      if (t == 0)
        c += moved;
      h = o * std::tanh(c);
    }
    return c;
  };
  const double by_c1 = (last_c(1e-6) - last_c(-1e-6)) / 2e-6;
  BOOST_TEST(std::abs(lstm_gradients_back(lstm, x, arma::vec{1})(3) - std::abs(by_c1)) < 1e-9);
}

BOOST_AUTO_TEST_CASE(a_text_without_words_and_a_gradient_of_another_size_are_refused)
{
  const Cell<double> rnn{one(1), one(1), arma::vec{0}};
  BOOST_CHECK_EXCEPTION(rnn_gradients_back(rnn, arma::mat(1, 0), arma::vec{1}), Error,
                        says("at least one word"));
  BOOST_CHECK_EXCEPTION(lstm_gradients_back({arma::mat(4, 1), arma::mat(4, 1), arma::vec(4)},
                                            one(1), arma::vec{1, 2}),
                        Error, says("must have 1 entries"));
}
