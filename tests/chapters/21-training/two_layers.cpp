#include "chapters/21-training/two_layers.hpp"

#include "epreuve/math/softmax.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_gradient_is_that_of_central_differences)
{
  const arma::mat P = pairs_of_six_words(0.75);
  const TwoLayers net = untrained(6, 3, 1), slope = gradient(net, P);
  const double h = 1e-5;
  const auto compare = [&](arma::mat TwoLayers::* part) {
    for (arma::uword i = 0; i < (net.*part).n_elem; ++i) {
      TwoLayers ahead = net, back = net;
      (ahead.*part)(i) += h;
      (back.*part)(i) -= h;
      const double quotient =
          (mean_cross_entropy(ahead, P) - mean_cross_entropy(back, P)) / (2 * h);
      BOOST_TEST(std::abs((slope.*part)(i)-quotient) < 1e-9);
    }
  };
  compare(&TwoLayers::A);
  compare(&TwoLayers::B);
}

BOOST_AUTO_TEST_CASE(the_pairs_are_those_of_the_two_sentences)
{
  const arma::mat P = pairs_of_six_words(0.75);
  BOOST_TEST(std::abs(arma::accu(P) - 1) < 1e-15);
  // What goes into a word comes out of it.
  BOOST_TEST(arma::abs(arma::sum(P, 0).t() - arma::sum(P, 1)).max() < 1e-15);
  BOOST_TEST(std::abs(P(2, 5) / P(3, 5) - 3) < 1e-14);
  BOOST_TEST(least_cross_entropy(pairs_of_six_words(1)) == 0.0);
  BOOST_TEST(std::abs(least_cross_entropy(P) -
                      arma::accu(P.col(5)) * (std::log(4) - 0.75 * std::log(3))) < 1e-14);
}
