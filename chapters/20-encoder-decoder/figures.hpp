#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

namespace epreuve {

void draw_transformer(figures::Figure& figure);
void draw_black_box(figures::Figure& figure);
void draw_encoder_block(figures::Figure& figure);
void draw_stacks(figures::Figure& figure);
void draw_decoder_block(figures::Figure& figure);
void draw_paths(figures::Figure& figure);
void draw_time_steps(figures::Figure& figure);
void draw_caption_step(figures::Figure& figure);

/// How many rows of embedding each printed number of weights leaves room for.
struct PrintedSize
{
  const char* name;
  double least, most;
};
void draw_rows_of_embedding(figures::Figure& figure, const std::vector<PrintedSize>& sizes);

/// A panel of lines between two texts: weights, target x source.
struct LinksOfWords
{
  std::string name;
  arma::mat weights;
};
void draw_where_it_looks(figures::Figure& figure, const std::vector<std::string>& source,
                         const std::vector<std::string>& target,
                         const std::vector<LinksOfWords>& panels);
/// Rows are blocks, columns heads and their mean.
void draw_alignment_error(figures::Figure& figure, const arma::mat& asking, const arma::mat& given,
                          double diagonal, double uniform);
void draw_ablations(figures::Figure& figure, const std::vector<std::string>& names,
                    const arma::vec& withheld, const arma::vec& constructions);

} // namespace epreuve
