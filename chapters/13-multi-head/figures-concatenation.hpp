#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

/// Figures of the pages on heads side by side, on the matrix that follows them, and on the documents' illustrations.
namespace epreuve {

/// Three heads side by side, times W^O; and the same as a sum.
void draw_side_by_side(figures::Figure& figure);

/// What one head misses, and the gain by which two of them get it.
void draw_sharpened(figures::Figure& figure);
/// @param fifth, last  12 x 12, shares of what each head writes, of two layers
void draw_who_writes_where(figures::Figure& figure, const arma::mat& fifth, const arma::mat& last);

/// The recap in five steps, of two words and eight heads.
void draw_five_steps(figures::Figure& figure);
/// The boxes of multi-head attention.
void draw_article_boxes(figures::Figure& figure);
/// Where "it" looks in two heads, and in the mean of eight; all 11 x 11.
void draw_it_by_heads(figures::Figure& figure, const arma::mat& animal, const arma::mat& tired,
                      const arma::mat& all);

} // namespace epreuve
