#include "chapters/22-complexity/counted_layers.hpp"

#include "epreuve/attention/head_gradient.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/linformer.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/performer.hpp"
#include "epreuve/attention/tiles.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/layers.hpp"
#include "epreuve/networks/recurrent.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace epreuve::instruments;
namespace attention = epreuve::attention;
namespace networks = epreuve::networks;
using epreuve::tests::says;

namespace {

bool close(const CountedMatrix& counted, const arma::mat& library)
{
  const arma::mat values = counted.values();
  return arma::size(values) == arma::size(library) && arma::abs(values - library).max() < 1e-13;
}

/// Tokens as rows.
struct Drawn
{
  Drawn() { arma::arma_rng::set_seed(1); }
  arma::mat Q = arma::mat(7, 4, arma::fill::randn), K = arma::mat(7, 4, arma::fill::randn),
            V = arma::mat(7, 4, arma::fill::randn);
};

arma::mat drawn(arma::uword n_rows, arma::uword n_cols)
{
  return {n_rows, n_cols, arma::fill::randn};
}

} // namespace

BOOST_AUTO_TEST_CASE(what_is_counted_is_what_the_library_computes)
{
  const Drawn of;
  const CountedMatrix Q(of.Q), K(of.K), V(of.V);
  BOOST_TEST(close(counted_attention(Q, K, V).Z, attention::attend_rows(of.Q, of.K, of.V)));
  const attention::KeyLists keys = attention::longformer_keys(7, 1, {3});
  BOOST_TEST(close(counted_sparse_attention(Q, K, V, keys),
                   attention::sparse_attention<double>(of.Q.t(), of.K.t(), of.V.t(), keys).t()));
  for (const arma::uword tile : {1, 3, 7})
    BOOST_TEST(close(counted_tiled_attention(Q, K, V, tile),
                     attention::tiled_attention<double>(of.Q.t(), of.K.t(), of.V.t(), tile).Z.t()));
  const arma::mat E = drawn(3, 7), F = drawn(3, 7), Omega = drawn(5, 4);
  BOOST_TEST(close(counted_linformer(Q, K, V, CountedMatrix(E), CountedMatrix(F)),
                   attention::linformer_attention<double>(of.Q.t(), of.K.t(), of.V.t(), E, F).t()));
  BOOST_TEST(
      close(counted_performer(Q, K, V, CountedMatrix(Omega)),
            attention::performer_attention<double>(of.Q.t(), of.K.t(), of.V.t(), Omega).t()));
}

BOOST_AUTO_TEST_CASE(a_counted_layer_is_multi_head_attention)
{
  arma::arma_rng::set_seed(2);
  const arma::mat x = drawn(5, 4), W_Q = drawn(4, 4), W_K = drawn(4, 4), W_V = drawn(4, 4),
                  W_O = drawn(4, 4);
  const CountedLayer layer = counted_layer(
      CountedMatrix(x),
      {CountedMatrix(W_Q), CountedMatrix(W_K), CountedMatrix(W_V), CountedMatrix(W_O)}, 2);
  std::vector<attention::Head<double>> heads;
  for (const arma::uword first : {0, 2})
    heads.push_back({.W_Q = W_Q.cols(first, first + 1).t(),
                     .W_K = W_K.cols(first, first + 1).t(),
                     .W_V = W_V.cols(first, first + 1).t(),
                     .W_O = W_O.rows(first, first + 1).t()});
  const arma::mat tokens = x.t();
  BOOST_TEST(
      close(layer.output,
            networks::multi_head(heads, tokens, tokens, arma::umat(5, 5, arma::fill::ones)).t()));
}

BOOST_AUTO_TEST_CASE(counted_ways_back_are_those_of_the_library)
{
  const Drawn of;
  const CountedMatrix Q(of.Q), K(of.K), V(of.V);
  const arma::mat G = drawn(7, 4);
  const CountedHeadGradient head =
      counted_attention_backward(Q, K, V, counted_attention(Q, K, V).A, CountedMatrix(G));
  const arma::mat q = of.Q.t(), k = of.K.t(), v = of.V.t(), g = G.t();
  const auto expected =
      attention::attend_backward<double>(q, k, v, attention::attention_pattern(q, k), g);
  BOOST_TEST(close(head.Q, expected.Q.t()));
  BOOST_TEST(close(head.K, expected.K.t()));
  BOOST_TEST(close(head.V, expected.V.t()));

  const arma::mat x = drawn(7, 3), W = drawn(3, 4), b = drawn(1, 4);
  BOOST_TEST(close(counted_dense(CountedMatrix(x), CountedMatrix(W), CountedMatrix(b)),
                   networks::dense<double>(W.t(), b.t(), x.t()).t()));
  const CountedDenseGradient dense =
      counted_dense_backward(CountedMatrix(x), CountedMatrix(W), CountedMatrix(G));
  const auto of_dense = networks::dense_backward<double>(W.t(), x.t(), g);
  BOOST_TEST(close(dense.x, of_dense.x.t()));
  BOOST_TEST(close(dense.W, of_dense.W.t()));
  BOOST_TEST(close(dense.b, of_dense.b.t()));
}

BOOST_AUTO_TEST_CASE(counted_cells_are_those_of_the_library)
{
  arma::arma_rng::set_seed(3);
  const arma::mat x = drawn(4, 3), W = drawn(3, 3), U = drawn(3, 3), b = drawn(1, 3);
  const networks::Cell<double> cell{.W = W.t(), .U = U.t(), .b = b.t()};
  const CountedMatrix states =
      counted_rnn(CountedMatrix(x), CountedMatrix(W), CountedMatrix(U), CountedMatrix(b));
  arma::mat h(3, 1);
  for (arma::uword t = 0; t < 4; ++t) {
    h = networks::rnn_cell<double>(cell, x.row(t).t(), h);
    BOOST_TEST(arma::abs(states.values().row(t) - h.t()).max() < 1e-13);
  }
  const arma::mat W4 = drawn(3, 12), U4 = drawn(3, 12), b4 = drawn(1, 12);
  const networks::Cell<double> lstm{.W = W4.t(), .U = U4.t(), .b = b4.t()};
  const CountedLstm made =
      counted_lstm(CountedMatrix(x), CountedMatrix(W4), CountedMatrix(U4), CountedMatrix(b4));
  networks::LstmState<double> state{.h = arma::mat(3, 1), .c = arma::mat(3, 1)};
  for (arma::uword t = 0; t < 4; ++t) {
    state = networks::lstm_cell<double>(lstm, x.row(t).t(), state);
    BOOST_TEST(arma::abs(made.h.values().row(t) - state.h.t()).max() < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(a_sum_by_halves_takes_one_addition_less_than_terms_and_is_shallow)
{
  const CountedMatrix row(1, 8), column(8, 1);
  BOOST_TEST(operations_of([&] { product(row, column); }) == 15);
  BOOST_TEST(product(row, column).depth() == 4);
  BOOST_TEST(operations_of([&] { softmax_of_rows(row); }) == 38);
}

BOOST_AUTO_TEST_CASE(layers_that_do_not_fit_are_refused)
{
  const CountedMatrix A(2, 3), x(2, 4), W(4, 4);
  BOOST_CHECK_EXCEPTION(product(A, A), epreuve::Error, says("2 x 3"));
  BOOST_CHECK_EXCEPTION(counted_layer(x, {W, W, W, W}, 3), epreuve::Error, says("multiple"));
  BOOST_CHECK_EXCEPTION(counted_sparse_attention(x, x, x, {{0}}), epreuve::Error,
                        says("expected 2 lists"));
}
