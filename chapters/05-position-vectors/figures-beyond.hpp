#pragma once

#include "epreuve/figures/figure.hpp"

#include <functional>

/// What a linear reader makes of each position, trained on the first 1024.
void draw_reader_beyond(epreuve::figures::Figure& figure, const arma::rowvec& k,
                        const arma::rowvec& read);

/// Scores of one query and one key against their distance, the query at two places.
/// @param score  of scheme 0 to 3 (formula, learned, rotary, ALiBi), the query's position and the distance
void draw_scores_by_distance(epreuve::figures::Figure& figure,
                             const std::function<double(arma::uword, long, long)>& score);
