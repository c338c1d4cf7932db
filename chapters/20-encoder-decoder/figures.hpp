#pragma once

#include "epreuve/figures/figure.hpp"

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

} // namespace epreuve
