#pragma once

#include "counting.hpp"
#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

void draw_losses(figures::Figure& figure, const instruments::LossesBySize& losses);
/// @param pairs  twice the gain of a table of pairs, on a long text
void draw_convergence(figures::Figure& figure, const instruments::Convergence& seen, double pairs);
void draw_smoothing(figures::Figure& figure, const instruments::SmoothingCurves& curves);

/// Rows: contexts; columns: completions; exact probabilities.
void draw_signing(figures::Figure& figure, const arma::mat& P,
                  const std::vector<std::string>& contexts,
                  const std::vector<std::string>& completions);
void draw_petit_chat(figures::Figure& figure);
void draw_copying(figures::Figure& figure, const arma::vec& knob, const arma::vec& bigram,
                  const arma::vec& gapped);

void draw_head(figures::Figure& figure);
/// The logits of U completions along the dial, as far as the context is attended to.
void draw_dial(figures::Figure& figure, arma::uword completions);
void draw_exclusive_or(figures::Figure& figure);

} // namespace epreuve
