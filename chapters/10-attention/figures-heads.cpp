#include "figures-heads.hpp"

#include <fmt/format.h>

#include <cmath>

using namespace epreuve::figures;

void epreuve::draw_reach(Figure& figure, const arma::vec& gaps)
{
  figure.title("A fixed lead loses its word as the sentence grows")
      .size(820, 430)
      .axes("words in the sentence, K", "weight of the word that leads")
      .log_x()
      .x_range(2, 4096)
      .y_range(0, 1)
      .x_ticks({2, 8, 32, 128, 512, 2048});
  const arma::vec K = arma::exp2(arma::linspace(1, 12, 111));
  for (const double gap : gaps)
    figure.line(K, 1 / (1 + (K - 1) * std::exp(-gap)), fmt::format("lead {}", gap));
  figure.horizontal_line(0.5, "half")
      .vertical_line(1024, "K = 1024")
      .caption("The weight of a word whose score is ahead of all others, which are equal. Where it "
               "stands plays no part; how many others there are does. Among 1024 words half the "
               "attention takes a lead of ln 1023 = 6.93.")
      .alt("Four falling curves over a logarithmic axis of 2 to 4096 words, for leads 2, 4, 6 and "
           "8. They cross one half near 8, 56, 404 and 2982 words.");
}

void epreuve::draw_free_pattern(Figure& figure)
{
  const double n = 768, r = 64;
  const arma::vec K = arma::exp2(arma::linspace(3, 12, 91));
  figure.title("Weights of one head's pattern: free, or computed")
      .size(820, 430)
      .axes("words in the sentence, K", "weights")
      .log_x()
      .log_y()
      .x_range(8, 4096)
      .x_ticks({8, 32, 128, 512, 2048})
      .line(K, arma::square(K), "a free A: K²")
      .line(K, arma::vec(K.n_elem, arma::fill::value(2 * r * n)), "W_Q and W_K: 2 r n")
      .horizontal_line(r * n, "r n = 49 152")
      .horizontal_line(r * 1024, "printed: 65 536")
      .vertical_line(std::sqrt(2 * r * n), "K = 314")
      .caption(
          "Weights that a pattern takes in GPT-2's sizes, n = 768 and r = 64. Free, it has one "
          "for each pair of words; computed, two matrices whatever the length. What the "
          "document prints for r n is r K.")
      .alt("Log-log plot against 8 to 4096 words: a line of slope 2 crosses the level 98304 at 314 "
           "words. Below that level two others, 49152 and 65536.");
}
