#pragma once

#include "epreuve/networks/recurrent.hpp"

#include <armadillo>

#include <span>
#include <vector>

/// Translation before the Transformer: one recurrent network reads, another one writes; see layers.hpp for the
/// conventions.
namespace epreuve::networks {

/// Two LSTMs with states of m numbers. The encoder reads the source, from the state 0 on. The decoder begins with the
/// encoder's last h, and c = 0: these m numbers are all that it is given of the source. With attention it is also given,
/// for each word, a mean of all the encoder's states.
/// Source: Sutskever, Vinyals, Le, Sequence to Sequence Learning with Neural Networks (2014), where h and c go across;
/// Luong, Pham, Manning, Effective Approaches to Attention-based Neural Machine Translation (2015), for attention.
struct Seq2Seq
{
  Cell<double> encoder, decoder; ///< W is 4m x N
  arma::mat C;                   ///< N x m; with attention N x 2m
  arma::vec c;                   ///< N

  arma::uword m() const { return encoder.U.n_cols; }
  bool attends() const { return C.n_cols > m(); }
};

/// All weights, a stretch for each matrix or vector. Of the gradient it gives the stretches in the same order.
std::vector<std::span<double>> parameters(Seq2Seq& network);

/// B texts of one length, a matrix for each place, and in it a column for each text.
using Places = std::vector<arma::mat>;

/// The encoder's states s_1, ..., s_T.
///
/// @param source  T places, N x B
/// @return        T places, m x B
/// @throws        Error if there is no place, or as lstm_cell
Places encoder_states(const Seq2Seq& network, const Places& source);

/// The weights with which the decoder, about to say word t, reads the encoder's states:
///
///     A_ti = softmax over i of h_t . s_i
///
/// @param states  the encoder's, n_s places
/// @param given   what the decoder is given, n_t places: a beginning, then all of the target but its last word
/// @param text    which of the B texts
/// @return        n_t x n_s
arma::mat attention_to_states(const Seq2Seq& network, const Places& states, const Places& given,
                              arma::uword text);

/// The logits of what follows each word that the decoder is given.
///
///     y_t = C h_t + c;    with attention  y_t = C (h_t, a_t) + c,    a_t = sum_i A_ti s_i
///
/// @return  n_t places, N x B
/// @throws  Error if there is no place, or the shapes do not fit
Places decoder_logits(const Seq2Seq& network, const Places& states, const Places& given);

struct Seq2SeqLoss
{
  double loss = 0; ///< the mean surprise at `next`, in nats
  Seq2Seq gradient;
};

/// @param next  for each place of `given` the B words that follow
/// @throws      Error as encoder_states, decoder_logits and cross_entropy
Seq2SeqLoss loss_and_gradient(const Seq2Seq& network, const Places& source, const Places& given,
                              const std::vector<std::vector<arma::uword>>& next);

} // namespace epreuve::networks
