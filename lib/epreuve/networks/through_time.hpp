#pragma once

#include "epreuve/networks/recurrent.hpp"

/// How a gradient fares on its way back through the steps of a recurrent network.
namespace epreuve::networks {

/// Of a text that an RNN reads from the state 0 on, and of a linear function g^T h_T of its last state:
///
///     |J_{t+1}^T ... J_T^T g|,    J_t = dh_t/dh_{t-1} = diag(1 - h_t^2) U
///
/// the norm of the gradient by the state h_t, for t = T, T - 1, ..., 0: entry k is that of k steps back.
/// @param x  n x T, a word per column
/// @param g  m
/// @return   T + 1
/// @throws   Error if the shapes do not fit, or there is no word
arma::vec rnn_gradients_back(const Cell<double>& cell, const arma::mat& x, const arma::vec& g);

/// The same of an LSTM's memory: the norm of the gradient of g^T c_T by c_t, through h_t too.
arma::vec lstm_gradients_back(const Cell<double>& cell, const arma::mat& x, const arma::vec& g);

} // namespace epreuve::networks
