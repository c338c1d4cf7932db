#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

/// The chapter's figures: what they show is computed in its sections, how they look is here.
namespace epreuve {

// The documents' diagrams.
void draw_stream(figures::Figure& figure);
void draw_matrix(figures::Figure& figure);
void draw_block(figures::Figure& figure);
void draw_two_blocks(figures::Figure& figure);
void draw_virtual_weights(figures::Figure& figure);

/// @param i         layers, from the first
/// @param expected  a row for each: mean squared gradient there without and with the stream
/// @param seen      the same of nets with tanh, medians
void draw_gradients(figures::Figure& figure, const arma::vec& i, const arma::mat& expected,
                    const arma::mat& seen);
/// @param layers      L = 0, 1, ...
/// @param shares      a row for each: what is left of x_0's direction without and with the stream
/// @param directions  likewise, directions that the product uses
void draw_dilution(figures::Figure& figure, const arma::vec& layers, const arma::mat& shares,
                   const arma::mat& directions);
/// @param lengths  of paths
/// @param weights  the share of each length, a column for each of three sigma^2
void draw_paths(figures::Figure& figure, const arma::vec& lengths, const arma::mat& weights);
/// @param terms  what block 3 reads in its first p and its other rows: from the start, block 1, block 2
void draw_read_by_source(figures::Figure& figure, const arma::mat& terms, const arma::mat& full);
/// @param m      numbers of writers
/// @param errors a column for each n: expected share of bits read wrongly
void draw_bits(figures::Figure& figure, const arma::vec& m, const arma::mat& errors);
/// @param n, d  of the law, Beta(d/2, (n-d)/2)
void draw_interference(figures::Figure& figure, double n, const arma::vec& d);

/// @param mean_squares  12 x 12 for queries, keys and values: readers' layers by writers', NaN where nothing
///                      can be read
void draw_composition(figures::Figure& figure, const arma::cube& mean_squares);
/// @param scores  of one reader's way: a row per reader, the scores of all earlier writers
void draw_readers_of(figures::Figure& figure, const std::vector<std::string>& readers,
                     const arma::mat& scores);

} // namespace epreuve
