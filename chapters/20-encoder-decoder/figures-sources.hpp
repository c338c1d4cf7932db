#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

/// Drawings of what a decoder is given of its source: a vector, all states, or a picture.
namespace epreuve {

/// By the length of texts, the share that a network says again rightly: mean and 95 % interval.
struct CopiedShares
{
  const char* name;
  arma::vec mean, least, most;
};
void draw_copied(figures::Figure& figure, const std::vector<CopiedShares>& networks);
void draw_copy_pattern(figures::Figure& figure, const arma::mat& A);

/// Six pictures, and what the network of models/captions writes of them.
void draw_captions(figures::Figure& figure);
/// A withheld picture, and where a head of the upper block looks when it is asked for some of the words.
void draw_gaze(figures::Figure& figure);
/// @param means  by head: weight on the thing when its noun is asked for, on the other one, on the thing when it is given
void draw_gaze_by_head(figures::Figure& figure, const arma::mat& means, double equal);
std::string head_name(arma::uword head);

} // namespace epreuve
