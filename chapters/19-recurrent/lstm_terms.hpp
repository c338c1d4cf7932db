#pragma once

#include "epreuve/networks/recurrent.hpp"

/// What an LSTM's memory hands to the next step's.
namespace epreuve::instruments {

/// How c_t changes with c_{t-1}, when h_{t-1} = o_{t-1} ∘ tanh(c_{t-1}) changes with it. With s_{t-1} = o_{t-1} ∘
/// (1 - tanh^2 c_{t-1}), which is dh_{t-1}/dc_{t-1},
///
///     dc_t/dc_{t-1} = diag(f_t) + [diag(c_{t-1} ∘ f_t (1 - f_t)) U_f + diag(c~_t ∘ i_t (1 - i_t)) U_i
///                                  + diag(i_t ∘ (1 - c~_t^2)) U_c] diag(s_{t-1})
struct LstmTerms
{
  arma::mat held; ///< diag(f_t): the derivative with h_{t-1} held fixed
  arma::mat by_forget, by_input, by_candidate; ///< the other three, m x m
};

/// @param cell    of m units, as networks::lstm_cell
/// @param x       n
/// @param c       c_{t-1}, m
/// @param o       o_{t-1}, m
LstmTerms lstm_terms(const networks::Cell<double>& cell, const arma::vec& x, const arma::vec& c,
                     const arma::vec& o);

} // namespace epreuve::instruments
