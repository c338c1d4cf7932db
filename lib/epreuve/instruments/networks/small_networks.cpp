#include "epreuve/instruments/networks/small_networks.hpp"

#include "epreuve/attention/visibility.hpp"
#include "epreuve/error.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/layers.hpp"
#include "epreuve/text.hpp"
#include "epreuve/training/optimisers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace epreuve::instruments {

namespace {

using arma::mat, arma::vec, arma::uword;

bool has_head(const SmallNetwork& network)
{
  return !network.head.W_Q.is_empty();
}

bool is_lstm(const SmallNetwork& network)
{
  return network.cell.U.n_rows != network.cell.U.n_cols;
}

/// The same shapes, full of zeros.
SmallNetwork zeros_like(SmallNetwork network)
{
  for (const std::span<double> part : parts(network))
    std::ranges::fill(part, 0.);
  return network;
}

mat text_of(const Words& x, uword b)
{
  mat text(x.front().n_rows, x.size());
  for (uword t = 0; t < x.size(); ++t)
    text.col(t) = x[t].col(b);
  return text;
}

/// For the places from `first` on.
arma::umat seen_from(uword first, uword K)
{
  return attention::causal_visibility(K).tail_rows(K - first);
}

SmallGradient back_through_head(const SmallNetwork& network, const Words& x,
                                const std::vector<mat>& G)
{
  const uword K = x.size(), B = x.front().n_cols, asked = G.size(), first = K - asked;
  const std::vector<attention::Head<double>> heads{network.head};
  const arma::umat seen = seen_from(first, K);
  SmallGradient to{zeros_like(network), Words(K, mat(arma::size(x.front()), arma::fill::zeros))};
  for (uword b = 0; b < B; ++b) {
    const mat text = text_of(x, b), queries = text.cols(first, K - 1);
    mat from_logits(network.c.n_elem, asked);
    for (uword t = 0; t < asked; ++t)
      from_logits.col(t) = G[t].col(b);
    to.weights.c += arma::sum(from_logits, 1);
    mat by_stream = from_logits;
    if (!network.C.is_empty()) {
      const mat stream = queries + networks::multi_head(heads, queries, text, seen);
      to.weights.C += from_logits * stream.t();
      by_stream = network.C.t() * from_logits;
    }
    const auto one = networks::multi_head_backward(heads, queries, text, seen, by_stream);
    to.weights.head.W_Q += one.heads[0].W_Q;
    to.weights.head.W_K += one.heads[0].W_K;
    to.weights.head.W_V += one.heads[0].W_V;
    to.weights.head.W_O += one.heads[0].W_O;
    for (uword t = 0; t < K; ++t)
      to.x[t].col(b) = one.y.col(t);
    for (uword t = 0; t < asked; ++t) {
      to.x[first + t].col(b) += one.x.col(t);
      if (!network.C.is_empty())
        to.x[first + t].col(b) += by_stream.col(t);
    }
  }
  return to;
}

void add(networks::Cell<double>& sum, const networks::Cell<double>& term)
{
  sum.W += term.W;
  sum.U += term.U;
  sum.b += term.b;
}

// In the order of all_readers
constexpr std::array<std::string_view, all_readers.size()> reader_names{"rnn", "lstm", "lstm_open",
                                                                        "attention"};

} // namespace

std::string name_of(Reader reader)
{
  return std::string(reader_names.at(static_cast<std::size_t>(reader)));
}

Reader reader_named(std::string_view name)
{
  const auto found = std::ranges::find(reader_names, name);
  if (found == reader_names.end())
    throw Error("there is no network {}; there are {}", in_quotes(name),
                fmt::join(reader_names, ", "));
  return all_readers.at(static_cast<std::size_t>(found - reader_names.begin()));
}

std::vector<std::span<double>> parts(SmallNetwork& w)
{
  std::vector<std::span<double>> all;
  for (mat* M : {&w.cell.W, &w.cell.U, static_cast<mat*>(&w.cell.b), &w.head.W_Q, &w.head.W_K,
                 &w.head.W_V, &w.head.W_O, &w.C, static_cast<mat*>(&w.c)})
    all.emplace_back(M->memptr(), M->n_elem);
  return all;
}

mat uniform_matrix(uword rows, uword columns, std::mt19937_64& bits)
{
  mat M(rows, columns);
  for (double& x : M)
    x = (std::ldexp(static_cast<double>(bits() >> 11U), -52) - 1) *
        std::sqrt(3 / static_cast<double>(columns));
  return M;
}

SmallNetwork recurrent_network(Reader reader, uword n, uword m, uword N, std::mt19937_64& bits)
{
  const uword rows = reader == Reader::rnn ? m : 4 * m;
  SmallNetwork network;
  network.cell = {uniform_matrix(rows, n, bits), uniform_matrix(rows, m, bits),
                  vec(rows, arma::fill::zeros)};
  if (reader != Reader::rnn)
    network.cell.b.head(m).fill(reader == Reader::lstm_open ? 4 : 1);
  network.C = uniform_matrix(N, m, bits);
  network.c.zeros(N);
  return network;
}

SmallPass read(const SmallNetwork& network, const Words& x, uword first)
{
  const uword K = x.size(), B = x.front().n_cols;
  SmallPass pass{std::vector<mat>(K - first, mat(network.c.n_elem, B)), {}};
  if (has_head(network)) {
    const arma::umat seen = seen_from(first, K);
    for (uword b = 0; b < B; ++b) {
      const mat text = text_of(x, b), queries = text.cols(first, K - 1);
      mat logits = networks::multi_head({network.head}, queries, text, seen);
      if (!network.C.is_empty())
        logits = network.C * (queries + logits);
      for (uword t = 0; t < K - first; ++t)
        pass.logits[t].col(b) = logits.col(t) + network.c;
    }
    return pass;
  }
  const mat zero(network.cell.U.n_cols, B, arma::fill::zeros);
  pass.states.push_back({zero, zero});
  for (const mat& words : x)
    pass.states.push_back(
        is_lstm(network)
            ? networks::lstm_cell(network.cell, words, pass.states.back())
            : networks::LstmState<double>{
                  networks::rnn_cell(network.cell, words, pass.states.back().h), mat()});
  for (uword t = first; t < K; ++t)
    pass.logits[t - first] = networks::dense(network.C, network.c, pass.states[t + 1].h);
  return pass;
}

SmallGradient back(const SmallNetwork& network, const Words& x, const SmallPass& pass,
                   const std::vector<mat>& G)
{
  if (has_head(network))
    return back_through_head(network, x, G);
  const uword K = x.size(), first = K - G.size();
  const mat zero(network.cell.U.n_cols, x.front().n_cols, arma::fill::zeros);
  SmallGradient to{zeros_like(network), Words(K)};
  networks::LstmState<double> by_state{zero, zero};
  for (uword t = K; t-- > 0;) {
    if (t >= first) {
      const auto out = networks::dense_backward(network.C, pass.states[t + 1].h, G[t - first]);
      to.weights.C += out.W;
      to.weights.c += out.b;
      by_state.h += out.x;
    }
    if (is_lstm(network)) {
      const auto step = networks::lstm_cell_backward(network.cell, x[t], pass.states[t], by_state);
      add(to.weights.cell, step.cell);
      to.x[t] = step.x;
      by_state = step.before;
    } else {
      const auto step =
          networks::rnn_cell_backward(network.cell, x[t], pass.states[t].h, by_state.h);
      add(to.weights.cell, step.cell);
      to.x[t] = step.x;
      by_state.h = step.h;
    }
  }
  return to;
}

vec norms_at_words(const Words& derivatives)
{
  vec norms(derivatives.size());
  for (uword t = 0; t < norms.n_elem; ++t)
    norms(t) = arma::mean(arma::sqrt(arma::sum(arma::square(derivatives[t]))).t());
  return norms;
}

void take_step(SmallTraining& training, SmallNetwork& gradient, double rate)
{
  if (training.step == 0)
    training.m = training.v = zeros_like(training.network);
  ++training.step;
  training::clipped_step(parts(training.network), parts(training.m), parts(training.v),
                         parts(gradient), {}, rate, training.step, 1);
}

} // namespace epreuve::instruments
