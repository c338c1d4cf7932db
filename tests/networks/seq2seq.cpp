#include "epreuve/networks/seq2seq.hpp"

#include "epreuve/instruments/complex_step.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

using namespace epreuve::networks;
using arma::mat, arma::uword;
using epreuve::instruments::Complex, epreuve::instruments::complex_step;
using epreuve::tests::says;

namespace {

constexpr uword m = 3, N = 4;
using C = Complex<double>;
using Numbers = std::vector<C>;

Seq2Seq some_network(bool attends)
{
  Seq2Seq network;
  for (Cell<double>* cell : {&network.encoder, &network.decoder})
    *cell = {mat(4 * m, N), mat(4 * m, m), arma::vec(4 * m)};
  network.C = mat(N, attends ? 2 * m : m);
  network.c = arma::vec(N);
  std::mt19937_64 random(5);
  for (const std::span<double> stretch : parameters(network))
    for (double& weight : stretch)
      weight = 0x1p-52 * double(random() >> 11) - 1;
  return network;
}

/// Two texts, of three words in the source and two in the target.
struct Texts
{
  std::vector<std::vector<uword>> source{{1, 3}, {0, 2}, {2, 2}}, given{{3, 3}, {1, 0}},
      next{{1, 0}, {2, 3}};

  static Places places(const std::vector<std::vector<uword>>& words)
  {
    Places all;
    for (const std::vector<uword>& at : words) {
      all.emplace_back(N, at.size());
      for (uword b = 0; b < at.size(); ++b)
        all.back()(at[b], b) = 1;
    }
    return all;
  }
};

C sigmoid(const C& x)
{
  return C{1} / (C{1} + exp(-x));
}

/// The network number by number, from its weights in a row.
struct WrittenOut
{
  const Numbers& w;
  std::size_t at = 0;

  Numbers stretch(uword rows, uword columns)
  {
    const auto from = w.begin() + std::ptrdiff_t(at);
    at += rows * columns;
    return {from, from + std::ptrdiff_t(rows * columns)};
  }

  /// All h of an LSTM that reads words, from (h, 0) on.
  std::vector<Numbers> states(const std::vector<uword>& words, Numbers h)
  {
    const Numbers W = stretch(4 * m, N), U = stretch(4 * m, m), b = stretch(4 * m, 1);
    Numbers c(m);
    std::vector<Numbers> all;
    for (const uword word : words) {
      const auto before = [&](uword row) {
        C sum = W[row + 4 * m * word] + b[row];
        for (uword j = 0; j < m; ++j)
          sum += U[row + 4 * m * j] * h[j];
        return sum;
      };
      Numbers next_h(m);
      for (uword i = 0; i < m; ++i) {
        c[i] = sigmoid(before(i)) * c[i] + sigmoid(before(m + i)) * tanh(before(2 * m + i));
        next_h[i] = sigmoid(before(3 * m + i)) * tanh(c[i]);
      }
      h = next_h;
      all.push_back(h);
    }
    return all;
  }
};

C loss_written_out(const Numbers& weights, bool attends)
{
  const Texts texts;
  C loss{};
  for (uword b = 0; b < 2; ++b) {
    const auto of_text = [&](const std::vector<std::vector<uword>>& words) {
      std::vector<uword> text;
      for (const auto& at : words)
        text.push_back(at[b]);
      return text;
    };
    WrittenOut written{weights};
    const auto s = written.states(of_text(texts.source), Numbers(m));
    const auto h = written.states(of_text(texts.given), s.back());
    const Numbers last = written.stretch(N, attends ? 2 * m : m), bias = written.stretch(N, 1);
    for (uword t = 0; t < h.size(); ++t) {
      Numbers x = h[t];
      if (attends) {
        C all{};
        Numbers mean(m);
        for (const Numbers& state : s) {
          C score{};
          for (uword j = 0; j < m; ++j)
            score += state[j] * h[t][j];
          all += exp(score);
          for (uword j = 0; j < m; ++j)
            mean[j] += exp(score) * state[j];
        }
        for (uword j = 0; j < m; ++j)
          x.push_back(mean[j] / all);
      }
      C sum{}, right{};
      for (uword i = 0; i < N; ++i) {
        C logit = bias[i];
        for (uword j = 0; j < x.size(); ++j)
          logit += last[i + N * j] * x[j];
        sum += exp(logit);
        if (i == texts.next[t][b])
          right = logit;
      }
      loss += (log(sum) - right) / C{4};
    }
  }
  return loss;
}

} // namespace

BOOST_AUTO_TEST_CASE(every_derivative_is_that_of_a_complex_step_with_and_without_attention)
{
  const Texts texts;
  for (const bool attends : {false, true}) {
    Seq2Seq network = some_network(attends);
    auto [loss, gradient] = loss_and_gradient(network, Texts::places(texts.source),
                                              Texts::places(texts.given), texts.next);
    std::vector<double> at, ours;
    for (const std::span<double> stretch : parameters(network))
      at.insert(at.end(), stretch.begin(), stretch.end());
    for (const std::span<double> stretch : parameters(gradient))
      ours.insert(ours.end(), stretch.begin(), stretch.end());
    const auto of = [&](const Numbers& weights) { return loss_written_out(weights, attends); };
    BOOST_TEST(std::abs(loss - of({at.begin(), at.end()}).re) < 1e-14);
    const std::vector<double> right = complex_step<double>(of, at, 1e-30);
    BOOST_TEST_REQUIRE(ours.size() == right.size());
    for (std::size_t k = 0; k < ours.size(); ++k)
      BOOST_TEST(std::abs(ours[k] - right[k]) < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(without_attention_the_last_state_is_all_that_the_decoder_reads)
{
  const Texts texts;
  for (const bool attends : {false, true}) {
    const Seq2Seq network = some_network(attends);
    Places states = encoder_states(network, Texts::places(texts.source));
    const Places given = Texts::places(texts.given);
    const mat before = decoder_logits(network, states, given)[1];
    states[0] += 1;
    const bool same =
        arma::approx_equal(before, decoder_logits(network, states, given)[1], "absdiff", 1e-9);
    BOOST_TEST(same == !attends);
  }
}

BOOST_AUTO_TEST_CASE(a_text_without_words_is_refused)
{
  BOOST_CHECK_EXCEPTION(encoder_states(some_network(true), {}), epreuve::Error,
                        says("at least one word"));
}
