#include "chapters/14-residual-stream/composition.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace epreuve::instruments;

static std::vector<AttentionLayer> two_layers()
{
  const auto run = small_run(3);
  return {attention_layer(run.weights().blocks[0], 3), attention_layer(run.weights().blocks[1], 3)};
}

static double by_definition(const arma::mat& A, const arma::mat& B)
{
  return std::sqrt(double(A.n_cols)) * arma::norm(A * B, "fro") /
         (arma::norm(A, "fro") * arma::norm(B, "fro"));
}

BOOST_AUTO_TEST_CASE(scores_are_those_of_the_large_products)
{
  std::vector<AttentionLayer> layers = two_layers();
  layers[1].gain = arma::linspace(0.5, 2, 24);
  const arma::mat centre = arma::mat(24, 24, arma::fill::eye) - 1. / 24;
  const CompositionScores scores = composition_scores(layers);
  for (arma::uword r = 0; r < 3; ++r)
    for (arma::uword w = 0; w < 3; ++w) {
      const arma::mat in_1 = arma::diagmat(layers[0].gain) * centre;
      const arma::mat in_2 = arma::diagmat(layers[1].gain) * centre;
      const arma::mat B = layers[0].W_O(w) * layers[0].W_V(w) * in_1;
      const arma::mat QK = in_2.t() * layers[1].W_Q(r).t() * layers[1].W_K(r) * in_2;
      const arma::mat V = layers[1].W_O(r) * layers[1].W_V(r) * in_2;
      BOOST_TEST(std::abs(scores.queries(3 + r, w) - by_definition(QK.t(), B)) < 1e-5);
      BOOST_TEST(std::abs(scores.keys(3 + r, w) - by_definition(QK, B)) < 1e-5);
      BOOST_TEST(std::abs(scores.values(3 + r, w) - by_definition(V, B)) < 1e-5);
    }
}

BOOST_AUTO_TEST_CASE(only_later_layers_read_what_a_head_writes)
{
  const CompositionScores scores = composition_scores(two_layers());
  BOOST_TEST(arma::size(scores.keys) == arma::size(6, 6));
  for (arma::uword r = 0; r < 6; ++r)
    for (arma::uword w = 0; w < 6; ++w)
      BOOST_TEST(std::isfinite(scores.keys(r, w)) == (r >= 3 && w < 3));
}

BOOST_AUTO_TEST_CASE(a_rotated_writer_is_read_by_chance)
{
  std::vector<AttentionLayer> layers = two_layers();
  layers[1].gain.ones();
  const arma::mat centre = arma::mat(24, 24, arma::fill::eye) - 1. / 24;
  layers[0].output = centre * layers[0].output; // or the reader would miss the part along the mean
  const arma::mat O = layers[0].output;
  double sum = 0;
  arma::arma_rng::set_seed(5);
  // Rotations of the 23 directions of mean 0.
  const arma::mat basis = arma::null(arma::mat(1, 24, arma::fill::ones));
  for (int draw = 0; draw < 400; ++draw) {
    arma::mat R, triangle;
    arma::qr(R, triangle, arma::mat(23, 23, arma::fill::randn));
    R *= arma::diagmat(arma::sign(triangle.diag()));
    layers[0].output = basis * R * basis.t() * O;
    sum += std::pow(composition_scores(layers).keys(3, 0), 2);
  }
  // In 23 dimensions, and scaled by 24; the standard error is about 0.01.
  BOOST_TEST(std::abs(sum / 400 - 24. / 23) < 0.05);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  BOOST_CHECK_THROW(composition_scores({}), epreuve::Error);
  std::vector<AttentionLayer> layers = two_layers();
  layers[1].heads = 2;
  BOOST_CHECK_THROW(composition_scores(layers), epreuve::Error);
  layers = two_layers();
  layers[0].qkv.zeros();
  BOOST_CHECK_THROW(composition_scores(layers), epreuve::Error);
}
