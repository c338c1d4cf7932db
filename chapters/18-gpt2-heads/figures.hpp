#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/instruments/gpt2/head_form.hpp"
#include "epreuve/petit/heads.hpp"
#include "heads.hpp"
#include "helix.hpp"

#include <armadillo>

#include <string>
#include <utility>
#include <vector>

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

void draw_black_dog(figures::Figure& figure, const instruments::PublishedPatterns& dog);
void draw_four_heads(figures::Figure& figure, const instruments::PublishedPatterns& seen);

void draw_helix(figures::Figure& figure, const instruments::Winding& positions);
/// @param learned, sinusoids  shares of each direction, largest first
void draw_spectrum(figures::Figure& figure, const arma::vec& learned, const arma::vec& sinusoids);
/// @param r        numbers of coordinates
/// @param by_rank  a row for each: errors on what was fitted, on unseen positions
/// @param l        shifts
/// @param by_shift a row for each: errors on unseen positions, on unseen blocks, of standing still
void draw_shift(figures::Figure& figure, const arma::uvec& r, const arma::mat& by_rank,
                const arma::uvec& l, const arma::mat& by_shift, double noise);

/// @param patterns  of the four heads, at least 124 x 124
void draw_positions_alone(figures::Figure& figure, const std::vector<arma::mat>& patterns);

/// @param forms  of the 144 heads, layer by layer
void draw_singular_values(figures::Figure& figure, const std::vector<instruments::HeadForm>& forms);
/// @param match, copy  a row per layer
void draw_sheets(figures::Figure& figure, const arma::mat& match, const arma::mat& copy);

/// @param words     of the tokens
/// @param patterns  of all heads, layer by layer, with a title each
void draw_petit_patterns(figures::Figure& figure, const std::vector<std::string>& words,
                         const std::vector<std::pair<std::string, arma::mat>>& patterns);
void draw_petit_worth(figures::Figure& figure, const petit::Worth& at_name);

/// What a training misses at returning names, as a share of what there is to be gained.
struct CopyingCurve
{
  std::string knob, seed;
  arma::vec steps, share;
};
/// @param curves  those of one knob one after another
void draw_petit_copying(figures::Figure& figure, const std::vector<CopyingCurve>& curves);

} // namespace epreuve
