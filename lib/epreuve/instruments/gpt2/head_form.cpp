#include "epreuve/instruments/gpt2/head_form.hpp"

namespace epreuve::instruments {

HeadForm head_form(const AttentionLayer& layer, arma::uword head)
{
  const auto of_normed = [&](arma::mat W) -> arma::mat { // W transposed: a row per coordinate
    W.each_col() %= layer.gain;
    return W.each_row() - arma::mean(W, 0).eval();
  };
  const arma::mat W_Q = layer.W_Q(head).t(), W_K = layer.W_K(head).t();
  const arma::mat W_V = layer.W_V(head).t(), W_O = layer.W_O(head);
  return {.match = trace_over_norm(of_normed(W_Q), of_normed(W_K)),
          .copy = trace_over_norm(W_O, of_normed(W_V)),
          .compared = spectrum_of_product(W_Q, W_K),
          .written = spectrum_of_product(W_O, W_V)};
}

std::vector<HeadForm> head_forms(const gpt2::Checkpoint& checkpoint)
{
  std::vector<HeadForm> forms;
  for (arma::uword l = 0; l < checkpoint.config().layers; ++l) {
    const AttentionLayer layer = attention_layer(checkpoint, l);
    for (arma::uword head = 0; head < layer.heads; ++head)
      forms.push_back(head_form(layer, head));
  }
  return forms;
}

} // namespace epreuve::instruments
