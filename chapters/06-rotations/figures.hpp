#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <functional>
#include <vector>

using epreuve::figures::Figure;
using Curve = std::function<arma::vec(const arma::vec&)>;

/// How far ways to turn l times by omega_i are from the truth, in units of u: root mean squares
/// over the planes, one for each l.
struct ErrorGrowth
{
  arma::vec l;
  arma::vec multiplied; ///< the rounded pair (cos, sin), multiplied l times
  arma::vec stored;     ///< the rounded pair, raised to the power l with 50 digits
  arma::vec products;   ///< the distance between these two: what the multiplications rounded
  arma::vec fast;       ///< the same, for the planes with omega_i >= 1/10 only
  arma::vec squared;    ///< the rounded pair, raised to the power l by repeated squaring
  arma::vec closed;     ///< cos(l omega_i), sin(l omega_i), rounded once
};

/// @param path  X, M(omega) X, M(omega)^2 X ... in columns
/// @param last  M(l omega) X, where the path ends
void draw_rotation(Figure& figure, double omega, const arma::mat& path, const arma::vec& last);
void draw_orderings(Figure& figure);
void draw_error_growth(Figure& figure, const ErrorGrowth& in_float, const ErrorGrowth& in_double);
/// As functions of l, n = 768: the bound of rho, rho, and what stationary phase predicts.
void draw_cosine_integral(Figure& figure, const Curve& bound, const Curve& rho,
                          const Curve& predicted_rho);
/// @param narrow           dot products for n = 6 and l = 0 .. 60
/// @param wide, logarithm  those for n = 768 and l = 1 .. 1000, and their approximation
void draw_dot_products(Figure& figure, const arma::vec& narrow, const arma::vec& wide,
                       const arma::vec& logarithm);
/// @param of_n  singular values for several n, n values each
void draw_singular_values(Figure& figure, const std::vector<arma::vec>& of_n);
/// @param added, rotary  scores; rows are the positions of the query
void draw_rotary(Figure& figure, const arma::mat& added, const arma::mat& rotary);
