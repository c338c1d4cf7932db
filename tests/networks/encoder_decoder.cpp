#include "epreuve/networks/encoder_decoder.hpp"

#include "epreuve/instruments/complex_step.hpp"
#include "epreuve/instruments/networks/encoder_decoder_written_out.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/layers.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace epreuve::networks;
using namespace epreuve::instruments;
using arma::mat, arma::uword;
using epreuve::tests::says;

namespace {

constexpr EncoderDecoderSizes small{
    .n = 4, .heads = 2, .hidden = 5, .blocks = 2, .source_tokens = 6, .target_tokens = 5};

/// Gains and biases are not 1 and 0, so that their derivatives tell.
EncoderDecoder<double> some_network(EncoderDecoderSizes sizes = small)
{
  EncoderDecoder<double> network = initial_encoder_decoder<double>(sizes, 3);
  std::mt19937_64 random(4);
  for (const std::span<double> stretch : parameters(network))
    for (double& weight : stretch)
      weight += 0x1p-54 * double(random() >> 11) - 0.25;
  return network;
}

const std::vector<TextPair> two_pairs{{{1, 2, 3, 1, 0}, {4, 2, 0}}, {{5, 0}, {3, 1, 4, 0}}};

using C = Complex<double>;

struct InComplexNumbers
{
  static C weight(const C& s) { return exp(s); }
  static C deviation(const C& v) { return sqrt(v + C{norm_epsilon}); }
  static C relu(const C& x) { return x.re > 0 ? x : C{}; }
  static C root(std::size_t k) { return C{std::sqrt(double(k))}; }
};

C loss_written_out(const EncoderDecoder<double>& network, const std::vector<C>& weights,
                   const Pairs<double>& pairs)
{
  const WrittenOut<C, InComplexNumbers> written(network, weights, {});
  const auto logits = written.logits(pairs);
  C loss{};
  for (std::size_t k = 0; k < logits.size(); ++k) {
    C all{};
    for (const C& logit : logits[k])
      all += exp(logit);
    loss += log(all) - logits[k][pairs.next[k]];
  }
  return loss / C{double(logits.size())};
}

} // namespace

BOOST_AUTO_TEST_CASE(the_pass_is_the_formulas_written_token_by_token)
{
  const EncoderDecoder<double> network = some_network();
  const Pairs<double> pairs = side_by_side(two_pairs, 0, small.n);
  const mat fast = logits(network, pairs);
  const WrittenOut<C, InComplexNumbers> written(network, weights_of<C>(network), {});
  const auto plain = written.logits(pairs);
  BOOST_TEST(arma::size(fast) == arma::size(5, 7));
  for (uword k = 0; k < fast.n_cols; ++k)
    for (uword t = 0; t < fast.n_rows; ++t)
      BOOST_TEST(std::abs(fast(t, k) - plain[k][t].re) < 1e-13);
}

BOOST_AUTO_TEST_CASE(every_derivative_of_the_loss_is_that_of_a_complex_step)
{
  for (const bool cross : {true, false}) {
    EncoderDecoderSizes sizes = small;
    sizes.cross = cross;
    const EncoderDecoder<double> network = some_network(sizes);
    const Pairs<double> pairs = side_by_side(two_pairs, 0, small.n);
    auto [loss, gradient] = loss_and_gradient(network, pairs);
    const auto of = [&](const std::vector<C>& weights) {
      return loss_written_out(network, weights, pairs);
    };
    const std::vector<double> at = weights_of<double>(network);
    BOOST_TEST(std::abs(loss - of({at.begin(), at.end()}).re) < 1e-14);
    const std::vector<double> right = complex_step<double>(of, at, 1e-30);
    const std::vector<double> ours = weights_of<double>(gradient);
    BOOST_TEST_REQUIRE(ours.size() == right.size());
    double largest = 0, worst = 0;
    for (std::size_t k = 0; k < ours.size(); ++k) {
      largest = std::max(largest, std::abs(right[k]));
      worst = std::max(worst, std::abs(ours[k] - right[k]));
    }
    BOOST_TEST(largest > 0.1);
    BOOST_TEST(worst < 1e-13 * largest);
  }
}

BOOST_AUTO_TEST_CASE(columns_may_stand_in_the_place_of_tokens)
{
  const EncoderDecoder<double> network = some_network();
  Pairs<double> pairs = side_by_side(two_pairs, 0, small.n);
  auto [loss, gradient] = loss_and_gradient(network, pairs);
  pairs.columns = epreuve::math::one_hot(pairs.source, small.source_tokens);
  pairs.source.clear();
  auto [same_loss, same_gradient] = loss_and_gradient(network, pairs);
  BOOST_TEST(std::abs(loss - same_loss) < 1e-14);
  const std::vector<double> tokens = weights_of<double>(gradient),
                            columns = weights_of<double>(same_gradient);
  for (std::size_t k = 0; k < tokens.size(); ++k)
    BOOST_TEST(std::abs(tokens[k] - columns[k]) < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_embedding_of_columns_has_the_derivatives_that_small_steps_show)
{
  EncoderDecoder<double> network = some_network();
  Pairs<double> pairs = side_by_side(two_pairs, 0, small.n);
  pairs.columns = mat(small.source_tokens, pairs.source.size());
  std::mt19937_64 random(6);
  for (double& number : pairs.columns)
    number = 0x1p-53 * double(random() >> 11);
  const mat gradient = loss_and_gradient(network, pairs).gradient.source;
  const double h = 1e-5;
  for (uword k = 0; k < network.source.n_elem; ++k) {
    const double at = network.source(k);
    network.source(k) = at + h;
    const double above = cross_entropy(logits(network, pairs), pairs.next);
    network.source(k) = at - h;
    const double below = cross_entropy(logits(network, pairs), pairs.next);
    network.source(k) = at;
    BOOST_TEST(std::abs(gradient(k) - (above - below) / (2 * h)) < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(columns_that_do_not_fit_the_embedding_are_refused)
{
  const EncoderDecoder<double> network = some_network();
  Pairs<double> pairs = side_by_side(two_pairs, 0, small.n);
  pairs.columns = mat(small.source_tokens + 1, pairs.source.size());
  BOOST_CHECK_EXCEPTION(logits(network, pairs), epreuve::Error,
                        says("source_input", "got columns"));
}

BOOST_AUTO_TEST_CASE(pairs_side_by_side_do_not_see_one_another)
{
  const EncoderDecoder<double> network = some_network();
  const mat together = logits(network, side_by_side(two_pairs, 0, small.n)),
            first = logits(network, side_by_side({two_pairs[0]}, 0, small.n)),
            second = logits(network, side_by_side({two_pairs[1]}, 0, small.n));
  BOOST_TEST(arma::abs(together - arma::join_rows(first, second)).max() < 1e-13);
}

BOOST_AUTO_TEST_CASE(padding_that_is_masked_changes_nothing)
{
  const EncoderDecoder<double> network = some_network();
  const Pairs<double> pairs = side_by_side({two_pairs[0]}, 0, small.n);
  Pairs<double> padded = side_by_side({{{1, 2, 3, 1, 0, 5, 5}, {4, 2, 0, 3, 3}}}, 0, small.n);
  padded.source_seen.cols(5, 6).zeros();
  padded.cross_seen.cols(5, 6).zeros();
  BOOST_TEST(arma::abs(logits(network, padded).head_cols(3) - logits(network, pairs)).max() <
             1e-13);
  // Without the masks it does.
  const Pairs<double> seen = side_by_side({{{1, 2, 3, 1, 0, 5, 5}, {4, 2, 0}}}, 0, small.n);
  BOOST_TEST(arma::abs(logits(network, seen) - logits(network, pairs)).max() > 1e-3);
}

BOOST_AUTO_TEST_CASE(the_weights_are_those_that_the_article_counts)
{
  // A head layer 4 n^2, a norm 2n, a network 2 n f + f + n.
  const uword n = 4, f = 5, head_layer = 4 * n * n, norm = 2 * n, mlp = 2 * n * f + f + n;
  const uword encoder = head_layer + mlp + 2 * norm, decoder = 2 * head_layer + mlp + 3 * norm;
  BOOST_TEST(weights_of<double>(some_network()).size() == 2 * (encoder + decoder) + n * (6 + 5));
}

BOOST_AUTO_TEST_CASE(in_floats_the_loss_and_its_gradient_are_the_same_to_their_digits)
{
  const Pairs<double> pairs = side_by_side(two_pairs, 0, small.n);
  auto [loss, gradient] = loss_and_gradient(initial_encoder_decoder<double>(small, 3), pairs);
  auto [float_loss, float_gradient] =
      loss_and_gradient(initial_encoder_decoder<float>(small, 3), in_floats(pairs));
  BOOST_TEST(std::abs(loss - double(float_loss)) < 1e-6);
  const auto exact = parameters(gradient);
  const auto rounded = parameters(float_gradient);
  BOOST_TEST_REQUIRE(exact.size() == rounded.size());
  for (std::size_t s = 0; s < exact.size(); ++s)
    for (std::size_t k = 0; k < exact[s].size(); ++k)
      BOOST_TEST(std::abs(exact[s][k] - double(rounded[s][k])) < 1e-5);
}

BOOST_AUTO_TEST_CASE(sizes_and_texts_that_make_no_network_are_refused)
{
  EncoderDecoderSizes odd = small;
  odd.heads = 3;
  BOOST_CHECK_EXCEPTION(initial_encoder_decoder<double>(odd, 1), epreuve::Error,
                        says("initial_encoder_decoder", "got n = 4, 3 heads"));
  BOOST_CHECK_EXCEPTION(side_by_side({}, 0, 4), epreuve::Error,
                        says("side_by_side", "must be a pair"));
  BOOST_CHECK_EXCEPTION(side_by_side({{{1, 2}, {}}}, 0, 4), epreuve::Error,
                        says("side_by_side", "one of 0 for one of 2"));
  const EncoderDecoder<double> network = some_network();
  Pairs<double> pairs = side_by_side(two_pairs, 0, small.n);
  pairs.target_positions.shed_col(0);
  BOOST_CHECK_EXCEPTION(logits(network, pairs), epreuve::Error,
                        says("embed_with_positions", "4 x 7, got 4 x 6"));
  pairs = side_by_side(two_pairs, 0, small.n);
  pairs.cross_seen.row(1).zeros();
  BOOST_CHECK_THROW(logits(network, pairs), epreuve::Error);
}

BOOST_AUTO_TEST_CASE(patterns_are_those_with_which_each_block_mixes)
{
  // The decoder written out with its patterns has the network's logits.
  const EncoderDecoder<double> network = some_network();
  const Pairs<double> pairs = side_by_side(two_pairs, 0, 4);
  const auto normed = [](const Norm<double>& norm, const mat& x) {
    return epreuve::math::layer_norm(x, norm.gain, norm.bias, norm_epsilon);
  };
  const mat z =
      encode(network, embed_with_positions(network.source, pairs.source, pairs.source_positions),
             pairs.source_seen);
  mat y = embed_with_positions(network.target, pairs.target, pairs.target_positions);
  const std::vector<arma::cube> patterns = cross_patterns(network, pairs);
  BOOST_REQUIRE_EQUAL(patterns.size(), network.decoder.size());
  for (std::size_t b = 0; b < patterns.size(); ++b) {
    const Block<double>& of = network.decoder[b];
    const mat u = normed(of.after_self, y + multi_head(of.self, y, y, pairs.target_seen));
    mat v = u;
    for (uword h = 0; h < of.cross.size(); ++h)
      v += of.cross[h].W_O * of.cross[h].W_V * z * patterns[b].slice(h).t();
    v = normed(of.after_cross, v);
    const mat hidden = dense(of.mlp.W_1, of.mlp.b_1, v);
    y = normed(of.after_mlp,
               v + dense(of.mlp.W_2, of.mlp.b_2, mat(arma::clamp(hidden, 0, arma::datum::inf))));
  }
  BOOST_TEST(arma::abs(network.target.t() * y - logits(network, pairs)).max() < 1e-13);
}

BOOST_AUTO_TEST_CASE(each_parameter_has_a_name_of_its_own_and_its_shape)
{
  EncoderDecoder<double> network = some_network();
  std::map<std::string, NamedParameter<double>> named;
  for (const NamedParameter<double>& parameter : named_parameters(network)) {
    BOOST_TEST(named.emplace(parameter.name, parameter).second, parameter.name);
    BOOST_TEST(parameter.rows * parameter.columns == parameter.values.size());
  }
  BOOST_TEST(named.size() == parameters(network).size());
  const auto is = [&](const std::string& name, const mat& matrix) {
    const NamedParameter<double>& parameter = named.at(name);
    return parameter.values.data() == matrix.memptr() && parameter.rows == matrix.n_rows &&
           parameter.columns == matrix.n_cols;
  };
  BOOST_TEST(is("source", network.source));
  BOOST_TEST(is("encoder.1.self.1.W_O", network.encoder[1].self[1].W_O));
  BOOST_TEST(is("decoder.0.cross.1.W_Q", network.decoder[0].cross[1].W_Q));
  BOOST_TEST(is("decoder.1.mlp.W_1", network.decoder[1].mlp.W_1));
  BOOST_TEST(is("encoder.0.after_mlp.bias", network.encoder[0].after_mlp.bias));
}
