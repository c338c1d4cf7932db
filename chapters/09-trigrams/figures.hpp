#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

/// What models lose after corpora of growing size, and what they can reach.
struct LossesBySize
{
  arma::vec words, bigrams, trigrams, gapped;
  arma::vec floors; ///< best loss with 1, 2, 3 words, entropy rate
};

void draw_losses(figures::Figure& figure, const LossesBySize& losses);

/// Distances of counted tables from the truth, a point for each corpus.
struct Convergence
{
  arma::vec words, variation, gain;          ///< of pairs
  arma::vec variation_triples, gain_triples; ///< of triples
};
void draw_convergence(figures::Figure& figure, const Convergence& seen, double pairs,
                      double triples);

/// Excess losses by lambda, a column for each size of the corpus; of absolute discounting by D.
void draw_smoothing(figures::Figure& figure, const arma::vec& lambda, const arma::mat& excess,
                    const arma::vec& D, const arma::mat& discounted);

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
