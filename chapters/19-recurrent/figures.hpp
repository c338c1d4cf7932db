#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/instruments/networks/recall.hpp"

#include <armadillo>

#include <string>
#include <vector>

namespace epreuve {

void draw_cell_in_time(figures::Figure& figure);
void draw_lstm(figures::Figure& figure);
void draw_waiting(figures::Figure& figure);

/// @param seen   |W^t|^2 / m by t and matrix
/// @param bound  |W|^(2t) of the first
void draw_three_curves(figures::Figure& figure, const arma::mat& seen, const arma::vec& bound);
/// By steps back: RNN, LSTM, LSTM with open gates.
void draw_hundreds_of_steps(figures::Figure& figure, const arma::vec& rnn, const arma::vec& lstm,
                            const arma::vec& open);
void draw_four_terms(figures::Figure& figure, const arma::vec& norms);
/// @param errors  by round and sigma
void draw_newton(figures::Figure& figure, const arma::mat& errors,
                 const std::vector<double>& sigmas);
/// @param solved  by length and network: seeds of eight
void draw_recall(figures::Figure& figure, const arma::mat& solved,
                 const std::vector<std::string>& networks);
void draw_connectivity(figures::Figure& figure, const std::vector<instruments::Recall>& networks,
                       const std::vector<std::string>& names);
/// @param alone, added  by distance, from 1
void draw_information(figures::Figure& figure, const arma::vec& alone, const arma::vec& added);
/// @param before, after, cost  by network; each by distance, from 1
void draw_reading(figures::Figure& figure, const arma::vec& added,
                  const std::vector<arma::vec>& before, const std::vector<arma::vec>& after,
                  const std::vector<arma::vec>& cost, const std::vector<std::string>& names);

} // namespace epreuve
