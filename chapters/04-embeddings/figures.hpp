#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/language/language.hpp"

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

void draw_where_the_weights_are(figures::Figure& figure);
void draw_boxes(figures::Figure& figure);
void draw_patches(figures::Figure& figure);
void draw_how_many_directions(figures::Figure& figure);
void draw_random_cosines(figures::Figure& figure);
void draw_lines_meet_once(figures::Figure& figure);
/// @param M  a column for each word of the language
void draw_parallel(figures::Figure& figure, const arma::mat& M, const language::Language& of);
/// @param shares  of |woman - man|^2 in the first r coordinates, r = 1, 2, ...
void draw_gender_by_rank(figures::Figure& figure, const arma::vec& shares, const arma::vec& sigma);
/// @param cosines  a row for each number of sentences, a column for each corpus
void draw_from_a_text(figures::Figure& figure, const arma::vec& sentences,
                      const arma::mat& cosines);

} // namespace epreuve
