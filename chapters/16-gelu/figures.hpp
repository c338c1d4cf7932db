#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <functional>

using epreuve::figures::Figure;

void draw_normal_law(Figure& figure);
void draw_gelu_and_relu(Figure& figure);
void draw_derivatives(Figure& figure);

/// @param x                   the binades of float
/// @param negative, positive  a row per binade: the worst error through erfc, and of the erf form
void draw_accuracy(Figure& figure, const arma::vec& x, const arma::mat& negative,
                   const arma::mat& positive);
/// @param ulps  the same, a row per eighth of a unit around x
void draw_tail(Figure& figure, const arma::vec& x, const arma::mat& ulps);

void draw_tanh_as_printed(Figure& figure);
/// An approximation's error: `times` its difference from GELU.
std::function<double(double)> error_of(const std::function<double(double)>& approximation,
                                       double times = 1);
void draw_approximations(Figure& figure);
void draw_errors(Figure& figure);
void draw_dip(Figure& figure);
