#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

/// Figures of what a head does, and of its formula: what they show is computed in the sections.
namespace epreuve {

/// A head whose weights are the identity, number by number: tokens x, pattern A in base 2, output h.
void draw_by_hand(figures::Figure& figure, const instruments::RationalMatrix& x,
                  const instruments::RationalMatrix& A, const instruments::RationalMatrix& h);
/// The shapes of a head by columns, by rows, by Kronecker products.
void draw_notations(figures::Figure& figure);
/// The three steps of a head and what each makes of the stream.
void draw_three_steps(figures::Figure& figure);
/// A printed formula and its least correction, as shapes.
void draw_misfit(figures::Figure& figure);
/// The weight of one word that leads by a gap, against the number of words.
void draw_reach(figures::Figure& figure, const arma::vec& gaps);
/// Weights of a free pattern and of a computed one.
void draw_free_pattern(figures::Figure& figure);

} // namespace epreuve
