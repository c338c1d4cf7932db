#include "epreuve/networks/layers.hpp"

#include "epreuve/math/gelu.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/recurrent.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

using namespace epreuve::networks;
using arma::fmat, arma::mat, arma::vec;
using epreuve::Error;
using epreuve::attention::Head;
using epreuve::tests::says;

namespace {

bool equal(const mat& a, const mat& b)
{
  return arma::approx_equal(a, b, "absdiff", 0);
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

// The derivatives themselves are in gradients.cpp; here are corners, extremes, errors and floats.

BOOST_AUTO_TEST_CASE(a_dense_layer_adds_its_bias_to_every_token)
{
  const mat y = dense<double>({{1, 2}, {0, -1}}, {10, 20}, {{1, 0}, {0, 1}});
  BOOST_TEST(equal(y, {{11, 12}, {20, 19}}));
}

BOOST_AUTO_TEST_CASE(a_repeated_token_gets_the_sum_of_its_gradients_and_an_absent_one_0)
{
  const mat to = embed_backward<double>({2, 0, 2}, 4, {{1, 10, 100}, {2, 20, 200}});
  BOOST_TEST(equal(to, {{10, 0, 101, 0}, {20, 0, 202, 0}}));
}

BOOST_AUTO_TEST_CASE(at_its_corner_the_slope_of_relu_is_taken_to_be_0)
{
  const mat x{{-1, -0.0, 0.0, 0x1p-1074, 2}}, G{{1, 1, 1, 3, 5}};
  BOOST_TEST(equal(relu_backward(x, G), {{0, 0, 0, 3, 5}}));
}

BOOST_AUTO_TEST_CASE(nan_comes_back_as_nan)
{
  const mat x{not_a_number}, one{1};
  for (auto* backward : {relu_backward<double>, tanh_backward<double>, sigmoid_backward<double>,
                         gelu_backward<double>, gelu_tanh_backward<double>}) {
    BOOST_TEST(std::isnan(backward(x, one)(0)));
    BOOST_TEST(std::isnan(backward(one, x)(0)));
  }
}

BOOST_AUTO_TEST_CASE(slopes_keep_their_digits_where_an_activation_is_nearly_constant)
{
  // e^-50 and 4 e^-60, up to terms of their squares; 1 - sigma and 1 - tanh^2 would be 0.
  const double s = sigmoid_backward<double>(mat{50}, mat{1})(0);
  BOOST_TEST(std::abs(s / std::exp(-50.) - 1) < 1e-14);
  const double t = tanh_backward<double>(mat{30}, mat{1})(0);
  BOOST_TEST(std::abs(t / (4 * std::exp(-60.)) - 1) < 1e-14);
  BOOST_TEST(tanh_backward<double>(mat{-1000}, mat{1})(0) == 0);
}

BOOST_AUTO_TEST_CASE(the_gradient_of_a_nearly_certain_target_keeps_its_digits)
{
  // Two others with e^-50 each.
  const mat to = cross_entropy_backward<double>(vec{50, 0, 0}, {0});
  BOOST_TEST(std::abs(to(0) / (-2 * std::exp(-50.)) - 1) < 1e-14);
  BOOST_TEST(to(0) + to(1) + to(2) == 0);
}

BOOST_AUTO_TEST_CASE(cross_entropy_is_the_mean_surprise_in_nats)
{
  const mat equal_logits(8, 3, arma::fill::zeros);
  BOOST_TEST(std::abs(cross_entropy(equal_logits, {0, 7, 7}) - std::log(8.)) < 1e-15);
  BOOST_TEST(std::isinf(cross_entropy<double>(vec{0, -arma::datum::inf}, {1})));
  // One place: softmax less 1 at the target.
  const mat to = cross_entropy_backward<double>(vec(4, arma::fill::zeros), {2});
  BOOST_TEST(equal(to, vec{0.25, 0.25, -0.75, 0.25}));
}

BOOST_AUTO_TEST_CASE(layer_norm_passes_nothing_back_that_it_does_not_see)
{
  // A shift of a token changes nothing, nor, without epsilon, its scale.
  const mat x{{1, 1e200}, {-2, 3e200}, {4, -2e200}}, G{{1, 0.5}, {0.25, -1}, {2, 1}};
  const auto to = layer_norm_backward<double>(x, {1, 2, 3}, 0, G);
  BOOST_TEST(std::abs(arma::accu(to.x.col(0))) < 1e-15);
  BOOST_TEST(std::abs(arma::dot(to.x.col(0), x.col(0))) < 1e-14);
  // Of a token 1e200 times as large it is 1e-200 times as large, though the squares overflow.
  const auto small = layer_norm_backward<double>(mat(x.col(1) / 1e200), {1, 2, 3}, 0, G.col(1));
  BOOST_TEST(arma::abs(to.x.col(1) * 1e200 - small.x).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_gradient_comes_back_unchanged_beside_a_block_that_stops_it)
{
  const mat G{{1, 2}, {3, 4}};
  BOOST_TEST(equal(residual_backward<double>(G, 0 * G), G));
  BOOST_TEST(equal(residual<double>(G, G), 2 * G));
}

BOOST_AUTO_TEST_CASE(what_a_query_does_not_see_gets_nothing_back_from_it)
{
  const mat x{{1, -1, 2}, {0.5, 1, -1}};
  const Head<double> head{
      .W_Q = mat{1, 2}, .W_K = mat{-1, 1}, .W_V = mat{1, 0.5}, .W_O = vec{2, 1}};
  const arma::umat seen{{1, 0, 0}, {1, 1, 0}, {1, 0, 0}};
  const mat G(2, 3, arma::fill::ones);
  const auto to = multi_head_backward<double>({head, head}, x, x, seen, G);
  BOOST_TEST(equal(to.y.col(2), vec(2, arma::fill::zeros)));
  BOOST_TEST(arma::abs(to.y.col(1)).max() > 0.1);
  // A query that sees one key always gives it the weight 1.
  BOOST_TEST(equal(to.x.col(0), vec(2, arma::fill::zeros)));
}

BOOST_AUTO_TEST_CASE(a_gate_that_is_shut_lets_nothing_back)
{
  // Forget gate and input gate at e^-1000: 0.
  const Cell<double> cell{.W = vec{0, 0, 1, 0}, .U = vec{0, 0, 1, 0}, .b = {-1000, -1000, 0, 0}};
  const auto to = lstm_cell_backward<double>(cell, mat{1}, {mat{0.5}, mat{2}}, {mat{1}, mat{1}});
  BOOST_TEST(to.before.c(0) == 0);
  BOOST_TEST(to.before.h(0) == 0);
  BOOST_TEST(to.x(0) == 0);
  const LstmState<double> after = lstm_cell<double>(cell, mat{1}, {mat{0.5}, mat{2}});
  BOOST_TEST(after.c(0) == 0);
}

BOOST_AUTO_TEST_CASE(in_float_every_way_back_is_near_that_in_double)
{
  arma::arma_rng::set_seed(33);
  const auto near = [](const fmat& a, const mat& b) {
    return arma::size(a) == arma::size(b) &&
           arma::abs(arma::conv_to<mat>::from(a) - b).max() < 1e-5 * (1 + arma::abs(b).max());
  };
  const auto in_double = [](const auto& M) { return arma::conv_to<mat>::from(M); };
  const auto some = [](arma::uword rows, arma::uword cols) {
    return fmat(2 * arma::randu<fmat>(rows, cols) - 1);
  };
  const fmat W = some(3, 5), x = some(5, 4), G = some(3, 4), H = some(5, 4);
  const auto dense_f = dense_backward(W, x, G);
  const auto dense_d = dense_backward<double>(in_double(W), in_double(x), in_double(G));
  BOOST_TEST(near(dense_f.W, dense_d.W));
  BOOST_TEST(near(dense_f.b, dense_d.b));
  BOOST_TEST(near(dense_f.x, dense_d.x));
  BOOST_TEST(near(tanh_backward(x, H), tanh_backward(in_double(x), in_double(H))));
  BOOST_TEST(near(sigmoid_backward(x, H), sigmoid_backward(in_double(x), in_double(H))));
  BOOST_TEST(near(gelu_backward(x, H), gelu_backward(in_double(x), in_double(H))));
  BOOST_TEST(near(gelu_tanh_backward(x, H), gelu_tanh_backward(in_double(x), in_double(H))));
  BOOST_TEST(near(relu_backward(x, H), relu_backward(in_double(x), in_double(H))));
  const arma::fvec gain = some(5, 1);
  const auto norm_f = layer_norm_backward(x, gain, 1e-5, H);
  const auto norm_d =
      layer_norm_backward<double>(in_double(x), arma::conv_to<vec>::from(gain), 1e-5, in_double(H));
  BOOST_TEST(near(norm_f.x, norm_d.x));
  BOOST_TEST(near(norm_f.gain, norm_d.gain));
  BOOST_TEST(near(norm_f.bias, norm_d.bias));
  BOOST_TEST(near(cross_entropy_backward(x, {0, 4, 4, 2}),
                  cross_entropy_backward(in_double(x), {0, 4, 4, 2})));
  const Head<float> head{.W_Q = W, .W_K = some(3, 5), .W_V = some(2, 5), .W_O = some(5, 2)};
  const arma::umat seen(4, 4, arma::fill::ones);
  const auto heads_f = multi_head_backward<float>({head}, x, x, seen, H);
  const auto heads_d = multi_head_backward<double>(
      {{in_double(head.W_Q), in_double(head.W_K), in_double(head.W_V), in_double(head.W_O)}},
      in_double(x), in_double(x), seen, in_double(H));
  BOOST_TEST(near(heads_f.x, heads_d.x));
  BOOST_TEST(near(heads_f.y, heads_d.y));
  BOOST_TEST(near(heads_f.heads[0].W_Q, heads_d.heads[0].W_Q));
  const Cell<float> cell{.W = some(12, 5), .U = some(12, 3), .b = some(12, 1)};
  const auto lstm_f = lstm_cell_backward<float>(cell, x, {G, 2 * G}, {G, G});
  const auto lstm_d = lstm_cell_backward<double>(
      {in_double(cell.W), in_double(cell.U), arma::conv_to<vec>::from(cell.b)}, in_double(x),
      {in_double(G), 2 * in_double(G)}, {in_double(G), in_double(G)});
  BOOST_TEST(near(lstm_f.cell.U, lstm_d.cell.U));
  BOOST_TEST(near(lstm_f.before.c, lstm_d.before.c));
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_refused_in_words)
{
  const mat W(2, 3, arma::fill::ones), x(3, 4, arma::fill::ones), G(2, 4, arma::fill::ones);
  const vec b(2, arma::fill::ones);
  const auto refused = [](const auto& attempt, const char* function, const char* words) {
    BOOST_CHECK_EXCEPTION(attempt(), Error, says(function, words));
  };
  refused([&] { dense<double>(W, vec{1, 2, 3}, x); }, "dense", "W 2 x 3, b 3 and x 3 x 4");
  refused([&] { dense_backward<double>(W, x, x); }, "dense_backward", "G 3 x 4");
  refused([&] { embed_backward<double>({0, 1}, 2, x); }, "embed_backward", "3 x 4 and 2 tokens");
  refused([&] { embed_backward<double>({0, 1, 2, 0}, 2, x); }, "embed_backward",
          "below N = 2, got 2 at place 2");
  refused([&] { embed_backward<double>({}, 2, mat(3, 0)); }, "embed_backward", "at least one");
  refused([&] { residual<double>(x, G); }, "residual", "3 x 4 and 2 x 4");
  refused([&] { residual_backward<double>(x, G); }, "residual_backward", "3 x 4 and 2 x 4");
  refused([&] { relu_backward<double>(x, G); }, "relu_backward", "3 x 4 and 2 x 4");
  refused([&] { tanh_backward<double>(x, G); }, "tanh_backward", "3 x 4 and 2 x 4");
  refused([&] { sigmoid_backward<double>(x, G); }, "sigmoid_backward", "3 x 4 and 2 x 4");
  refused([&] { gelu_backward<double>(x, G); }, "gelu_backward", "3 x 4 and 2 x 4");
  refused([&] { gelu_tanh_backward<double>(x, G); }, "gelu_tanh_backward", "3 x 4 and 2 x 4");
  refused([&] { layer_norm_backward<double>(x, {1, 1, 1}, 1, G); }, "layer_norm_backward",
          "3 x 4 and 2 x 4");
  refused([&] { layer_norm_backward<double>(x, b, 1, x); }, "layer_norm", "gain and bias");
  refused([&] { layer_norm_backward<double>(x, {1, 1, 1}, 0, x); }, "layer_norm", "equal entries");
  refused([&] { cross_entropy<double>(x, {0, 1, 2}); }, "cross_entropy", "3 x 4, got 3");
  refused([&] { cross_entropy_backward<double>(x, {0, 1, 3, 2}); }, "cross_entropy_backward",
          "got 3 in column 2");

  const Head<double> head{.W_Q = W, .W_K = W, .W_V = W, .W_O = W.t()};
  const arma::umat seen(4, 4, arma::fill::ones);
  BOOST_CHECK_NO_THROW(multi_head_backward<double>({head}, x, x, seen, x));
  refused([&] { multi_head<double>({}, x, x, seen); }, "multi_head", "at least one head");
  refused([&] { multi_head<double>({head}, x, G, seen); }, "multi_head", "3 x 4 and 2 x 4");
  refused([&] { multi_head<double>({head, {W, W, W, W}}, x, x, seen); }, "multi_head",
          "head 1 has 2 x 3, 2 x 3, 2 x 3 and 2 x 3");
  refused([&] { multi_head<double>({head}, x, x, arma::umat(4, 4, arma::fill::zeros)); }, "masked",
          "query 0 sees no key");
  refused([&] { multi_head_backward<double>({head}, x, x, seen, G); }, "multi_head_backward",
          "the shape of x, 3 x 4, got 2 x 4");
  refused([&] { head_output_backward<double>(x, seen.n_rows * mat(4, 4), G); },
          "head_output_backward", "V 3 x 4, A 4 x 4 and G 2 x 4");

  const Cell<double> cell{.W = mat(2, 3), .U = mat(2, 2), .b = vec(2)};
  BOOST_CHECK_NO_THROW(rnn_cell_backward<double>(cell, x, G, G));
  refused([&] { rnn_cell<double>(cell, G, G); }, "rnn_cell", "with m = 2 and x 2 x 4");
  refused([&] { rnn_cell<double>(cell, x, x); }, "rnn_cell", "a state must be 2 x 4");
  refused([&] { rnn_cell_backward<double>(cell, x, G, x); }, "rnn_cell_backward",
          "a state must be 2 x 4");
  refused([&] { rnn_cell<double>({}, x, G); }, "rnn_cell", "at least one entry");
  refused([&] { lstm_cell<double>(cell, x, {G, G}); }, "lstm_cell", "U must be 8 x 2");
  const Cell<double> gates{.W = mat(8, 3), .U = mat(8, 2), .b = vec(8)};
  BOOST_CHECK_NO_THROW(lstm_cell_backward<double>(gates, x, {G, G}, {G, G}));
  refused([&] { lstm_cell<double>(gates, x, {G, x}); }, "lstm_cell", "a state must be 2 x 4");
  refused([&] { lstm_cell_backward<double>(gates, x, {G, G}, {G, x}); }, "lstm_cell_backward",
          "a state must be 2 x 4");
}
