#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

using epreuve::figures::Figure;

/// @param zero, line  2 x 2: the ends of the lines A x = 0 and A x = y, one per column
/// @param foot, end   the shortest solution, and another one
void draw_projection(Figure& figure, const arma::mat& zero, const arma::mat& line,
                     const arma::vec& foot, const arma::vec& end);
/// @param Z  two directions of the kernel, one per column
void draw_pythagoras(Figure& figure, const arma::vec& x_min, const arma::mat& Z);

/// @param kappa  the condition numbers; the others are digits lost at each
void draw_one_rounding(Figure& figure, const arma::vec& kappa, const arma::vec& rounded_gram,
                       const arma::vec& rounded_A);
void draw_digits_lost(Figure& figure, const arma::vec& kappa, const arma::vec& formula,
                      const arma::vec& semi_normal, const arma::vec& qr, const arma::vec& svd);

/// @param edge  √(n/N)
void draw_singular_values(Figure& figure, const arma::vec& sigma, double edge);
/// @param seconds, gigabytes  of the formula and QR; and of an N x N matrix
void draw_cost(Figure& figure, const arma::vec& seconds, const arma::vec& gigabytes);
void draw_memory(Figure& figure, double n, double N);
