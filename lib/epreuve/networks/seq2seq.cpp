#include "epreuve/networks/seq2seq.hpp"

#include "epreuve/attention/head_gradient.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"
#include "epreuve/networks/layers.hpp"

#include <cmath>

namespace epreuve::networks {

namespace {

using arma::mat, arma::uword;

/// The state before the first word, and that after each.
std::vector<LstmState<double>> states_of(const Cell<double>& cell, const Places& words,
                                         const mat& h)
{
  if (words.empty())
    throw Error("Seq2Seq: a text must have at least one word");
  std::vector<LstmState<double>> states{{h, mat(arma::size(h))}};
  for (const mat& x : words)
    states.push_back(lstm_cell(cell, x, states.back()));
  return states;
}

Places said(const std::vector<LstmState<double>>& states)
{
  Places h;
  for (std::size_t t = 1; t < states.size(); ++t)
    h.push_back(states[t].h);
  return h;
}

/// One text of B, its places side by side.
mat text_of(const Places& places, uword b)
{
  mat text(places[0].n_rows, places.size());
  for (uword t = 0; t < text.n_cols; ++t)
    text.col(t) = places[t].col(b);
  return text;
}

void add_text(Places& places, uword b, const mat& text)
{
  for (uword t = 0; t < text.n_cols; ++t)
    places[t].col(b) += text.col(t);
}

/// Queries for which attention's scores, divided by sqrt(m), are h . s.
mat as_queries(const mat& h)
{
  return std::sqrt(double(h.n_rows)) * h;
}

/// What the last layer is given: h, or h over a.
Places with_means(const Seq2Seq& network, const Places& states, Places h)
{
  if (!network.attends())
    return h;
  const uword m = network.m();
  for (mat& of_t : h)
    of_t.resize(2 * m, of_t.n_cols);
  for (uword b = 0; b < h[0].n_cols; ++b) {
    const mat s = text_of(states, b);
    add_text(h, b,
             arma::join_cols(mat(m, h.size()), attention::attend<double>(
                                                   as_queries(text_of(h, b).head_rows(m)), s, s)));
  }
  return h;
}

/// Back through all steps of a cell.
/// @param G   by each h after a word
/// @param to  gets the derivatives by the weights
/// @return    those by the first h
mat back_through_time(const Cell<double>& cell, const Places& words,
                      const std::vector<LstmState<double>>& states, const Places& G,
                      Cell<double>& to)
{
  to = {mat(arma::size(cell.W)), mat(arma::size(cell.U)), arma::vec(cell.b.n_elem)};
  LstmState<double> by{mat(arma::size(G[0])), mat(arma::size(G[0]))};
  for (std::size_t t = words.size(); t-- > 0;) {
    by.h += G[t];
    const LstmGradient<double> step = lstm_cell_backward(cell, words[t], states[t], by);
    to.W += step.cell.W;
    to.U += step.cell.U;
    to.b += step.cell.b;
    by = step.before;
  }
  return by.h;
}

} // namespace

std::vector<std::span<double>> parameters(Seq2Seq& network)
{
  std::vector<std::span<double>> all;
  const auto add = [&](auto&... matrices) {
    (all.emplace_back(matrices.memptr(), matrices.n_elem), ...);
  };
  add(network.encoder.W, network.encoder.U, network.encoder.b);
  add(network.decoder.W, network.decoder.U, network.decoder.b);
  add(network.C, network.c);
  return all;
}

Places encoder_states(const Seq2Seq& network, const Places& source)
{
  const uword B = source.empty() ? 1 : source[0].n_cols;
  return said(states_of(network.encoder, source, mat(network.m(), B)));
}

mat attention_to_states(const Seq2Seq& network, const Places& states, const Places& given,
                        uword text)
{
  const Places h = said(states_of(network.decoder, given, states.back()));
  return attention::attention_pattern(as_queries(text_of(h, text)), text_of(states, text));
}

Places decoder_logits(const Seq2Seq& network, const Places& states, const Places& given)
{
  Places logits;
  for (const mat& h :
       with_means(network, states, said(states_of(network.decoder, given, states.back()))))
    logits.push_back(dense(network.C, network.c, h));
  return logits;
}

Seq2SeqLoss loss_and_gradient(const Seq2Seq& network, const Places& source, const Places& given,
                              const std::vector<std::vector<uword>>& next)
{
  if (next.size() != given.size() || source.empty())
    throw Error("Seq2Seq: there must be a source, and words that follow for each of the {} places "
                "of the target, got {}",
                given.size(), next.size());
  const uword m = network.m(), B = source[0].n_cols;
  const auto encoder = states_of(network.encoder, source, mat(m, B));
  const Places s = said(encoder);
  const auto decoder = states_of(network.decoder, given, s.back());
  const Places h = said(decoder), x = with_means(network, s, h);

  Seq2SeqLoss to;
  to.gradient.C.zeros(arma::size(network.C));
  to.gradient.c.zeros(network.c.n_elem);
  Places G_x, G_h, G_s(s.size(), mat(m, B));
  for (std::size_t t = 0; t < given.size(); ++t) {
    const mat logits = dense(network.C, network.c, x[t]);
    to.loss += cross_entropy(logits, next[t]) / double(given.size());
    const DenseGradient<double> step = dense_backward<double>(
        network.C, x[t], cross_entropy_backward(logits, next[t]) / double(given.size()));
    to.gradient.C += step.W;
    to.gradient.c += step.b;
    G_x.push_back(step.x);
    G_h.push_back(step.x.head_rows(m));
  }
  if (network.attends())
    for (uword b = 0; b < B; ++b) {
      const mat states = text_of(s, b), Q = as_queries(text_of(h, b));
      const auto by = attention::attend_backward<double>(
          Q, states, states, attention::attention_pattern(Q, states), text_of(G_x, b).tail_rows(m));
      add_text(G_h, b, as_queries(by.Q));
      add_text(G_s, b, by.K + by.V);
    }
  G_s.back() += back_through_time(network.decoder, given, decoder, G_h, to.gradient.decoder);
  back_through_time(network.encoder, source, encoder, G_s, to.gradient.encoder);
  return to;
}

} // namespace epreuve::networks
