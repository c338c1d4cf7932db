#include "chapters/19-recurrent/lstm_terms.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_terms_of_one_unit_are_those_on_paper)
{
  const networks::Cell<double> cell{arma::mat(4, 1, arma::fill::zeros), arma::vec{0.5, -1, 2, 0.3},
                                    arma::vec{1, 0.2, -0.4, 0}};
  const double c = 0.8, o = 0.6, h = o * std::tanh(c);
  const auto sigma = [](double a) { return 1 / (1 + std::exp(-a)); };
  const double f = sigma(0.5 * h + 1), i = sigma(-h + 0.2), candidate = std::tanh(2 * h - 0.4);
  const double slope = o / std::pow(std::cosh(c), 2);
  const LstmTerms terms = lstm_terms(cell, arma::vec{0}, arma::vec{c}, arma::vec{o});
  BOOST_TEST(std::abs(terms.held(0) - f) < 1e-15);
  BOOST_TEST(std::abs(terms.by_forget(0) - c * f * (1 - f) * 0.5 * slope) < 1e-15);
  BOOST_TEST(std::abs(terms.by_input(0) + candidate * i * (1 - i) * slope) < 1e-15);
  BOOST_TEST(std::abs(terms.by_candidate(0) - i * (1 - candidate * candidate) * 2 * slope) < 1e-15);
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_refused)
{
  const networks::Cell<double> cell{arma::mat(4, 1), arma::mat(4, 1), arma::vec(4)};
  BOOST_CHECK_EXCEPTION(lstm_terms(cell, arma::vec{0}, arma::vec{1, 2}, arma::vec{1, 2}), Error,
                        says("U must be 8 x 2"));
}
