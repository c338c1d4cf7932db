#include "epreuve/instruments/networks/small_networks.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <utility>
#include <vector>

using namespace epreuve::instruments;

namespace {

constexpr arma::uword n = 3, N = 4, K = 3, B = 2;

SmallNetwork network_of(Reader reader, bool with_C, std::mt19937_64& bits)
{
  if (reader != Reader::attention)
    return recurrent_network(reader, n, 2, N, bits);
  const arma::uword out = with_C ? n : N;
  // Without C the words are as long as the logits.
  const arma::uword in = with_C ? n : N;
  SmallNetwork network;
  network.head = {uniform_matrix(2, in, bits), uniform_matrix(2, in, bits),
                  uniform_matrix(2, in, bits), uniform_matrix(out, 2, bits)};
  if (with_C)
    network.C = uniform_matrix(N, n, bits);
  network.c.zeros(N);
  return network;
}

/// A sum of the logits of some places, each with a weight of its own.
double weighted(const SmallNetwork& network, const Words& x, arma::uword first,
                const std::vector<arma::mat>& G)
{
  const SmallPass pass = read(network, x, first);
  double sum = 0;
  for (std::size_t t = 0; t < G.size(); ++t)
    sum += arma::accu(G[t] % pass.logits[t]);
  return sum;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_way_back_is_the_slope_by_every_weight_and_every_word)
{
  const std::vector<std::pair<Reader, bool>> kinds{{Reader::rnn, true},
                                                   {Reader::lstm, true},
                                                   {Reader::attention, true},
                                                   {Reader::attention, false}};
  for (const auto& [reader, with_C] : kinds)
    for (const arma::uword first : {0U, 2U}) {
      std::mt19937_64 bits(7);
      SmallNetwork network = network_of(reader, with_C, bits);
      const arma::uword rows = with_C ? n : N;
      Words x;
      for (arma::uword t = 0; t < K; ++t)
        x.push_back(uniform_matrix(rows, B, bits));
      std::vector<arma::mat> G;
      for (arma::uword t = first; t < K; ++t)
        G.push_back(uniform_matrix(N, B, bits));
      SmallGradient gradient = back(network, x, read(network, x, first), G);
      const auto compare = [&](double& at, double slope) {
        const double here = at, h = 1e-5;
        at = here + h;
        const double more = weighted(network, x, first, G);
        at = here - h;
        const double less = weighted(network, x, first, G);
        at = here;
        BOOST_TEST(std::abs((more - less) / (2 * h) - slope) < 1e-8);
      };
      const auto weights = parts(network), slopes = parts(gradient.weights);
      for (std::size_t i = 0; i < weights.size(); ++i)
        for (std::size_t j = 0; j < weights[i].size(); ++j)
          compare(weights[i][j], slopes[i][j]);
      for (arma::uword t = 0; t < K; ++t)
        for (arma::uword i = 0; i < x[t].n_elem; ++i)
          compare(x[t](i), gradient.x[t](i));
    }
}

BOOST_AUTO_TEST_CASE(a_step_goes_against_the_gradient_by_the_rate)
{
  std::mt19937_64 bits(7);
  SmallTraining training{recurrent_network(Reader::rnn, n, 2, N, bits)};
  const SmallNetwork before = training.network;
  SmallNetwork gradient = before;
  for (const std::span<double> part : parts(gradient))
    for (double& g : part)
      g = -2;
  take_step(training, gradient, 0.25); // Adam's first step is the rate, whatever the length
  BOOST_TEST(arma::abs(training.network.C - before.C - 0.25).max() < 1e-6);
}

BOOST_AUTO_TEST_CASE(norms_are_of_each_texts_derivative)
{
  const arma::vec norms = norms_at_words({{{3, 0}, {4, 1}}, {{0, 0}, {0, 0}}});
  BOOST_TEST(norms(0) == 3); // of 5 and 1
  BOOST_TEST(norms(1) == 0);
}
