#pragma once

#include "bigram_network.hpp"
#include "epreuve/figures/figure.hpp"

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

/// Coordinates of ours for the document's lion and cat: token vectors, and a y whose logits t A^T y give
/// lion 50 % and cat 40 %.
struct BigCat
{
  arma::mat A{{0.5, 0.9397, -0.8660, -0.6428, 0.5}, {0.8660, 0.3420, 0.5, -0.7660, -0.8660}};
  arma::vec y{0.6321, 0.7435};
  double t = 2;
};

void draw_network(figures::Figure& figure);
void draw_bigrams(figures::Figure& figure);
void draw_circle(figures::Figure& figure, const arma::mat& A, double t);
void draw_lion_and_cat(figures::Figure& figure, const BigCat& cat);
/// Gradient descent on A and B, for several n.
void draw_training(figures::Figure& figure, const instruments::Bigrams& bigrams);
/// Excesses at times 1, 2, 4, ..., and after Newton's steps 0, 1, 2, ...
void draw_zeros(figures::Figure& figure, const arma::vec& even, const arma::vec& uneven,
                const arma::vec& newton);
/// @param rows  n, trained excess, and three lower bounds
void draw_loss_against_n(figures::Figure& figure, const arma::mat& rows);
/// @param F, projection  learned logits, and A^+ A with the same A
void draw_pseudo_inverse(figures::Figure& figure, const instruments::Bigrams& bigrams,
                         const arma::mat& F, const arma::mat& projection);
/// @param excess  by n: untied, symmetric, tied
/// @param bound   of every tied network
void draw_tied(figures::Figure& figure, const arma::mat& excess, double bound);

} // namespace epreuve
