#include "figures-sentence.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/chapter.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::course;

void epreuve::draw_attention_over_a_sentence(Figure& figure)
{
  const std::vector<std::string> words{"the", "queen", "sees", "her", "little", "cat"};
  // As the explorer has them at first, book/explore/attention.js.
  const arma::mat Q{{0.5, -1, 2, 1.5, 1, -0.5}, {0.5, 1, 0.5, 1.5, -2, -1.5}},
      K{{-1, 2, 0.5, -0.5, -1.5, 1}, {-0.5, 1.5, -1, 0.5, -1, -2}};
  const arma::uword asks = 3;
  const arma::mat A = attention::attention_pattern(Q, K);
  arma::mat V(2, 6);
  for (arma::uword j = 0; j < 6; ++j) {
    const double angle = arma::datum::pi * (0.5 - double(j) / 3);
    V.col(j) = arma::vec{std::cos(angle), std::sin(angle)};
  }
  const arma::mat Z = attention::head_output(V, A);
  figure.title("Six words, and what one of them hears: her").size(760, 360);
  figure.panel("query and keys").axes("across", "up").equal_axes().x_range(-3, 3).y_range(-3, 3);
  figure.x_ticks({-3, 0, 3}).y_ticks({-3, 0, 3});
  figure.points(K.row(0).t(), K.row(1).t());
  for (arma::uword j = 0; j < 6; ++j)
    figure.text(K(0, j), K(1, j) + 0.35, words[j]);
  figure.arrow(0, 0, Q(0, asks), Q(1, asks), "", {.ink = Ink::accent, .width = 2.5});
  figure.panel("values and output").axes("across", "up").equal_axes().x_range(-1.6, 1.6);
  figure.y_range(-1.4, 1.4).x_ticks({-1, 0, 1}).y_ticks({-1, 0, 1});
  figure.points(V.row(0).t(), V.row(1).t());
  for (arma::uword j = 0; j < 6; ++j)
    figure.text(1.32 * V(0, j), 1.2 * V(1, j), words[j]);
  figure.arrow(0, 0, Z(0, asks), Z(1, asks), "", {.ink = Ink::accent, .width = 2.5});
  figure.caption(
      "Left: the query of \"her\" (arrow) and the keys of all six words (points). The score of a "
      "key is "
      "its inner product with the query, over √2. Right: the values, at the corners of a "
      "hexagon, and what \"her\" hears (arrow), their mean with the weights: nearly the queen's.");
  figure.alt("Left, a plane with six labelled points and an arrow to the upper right; the point "
             "queen lies in "
             "its direction. Right, six labelled corners of a hexagon and an arrow that ends "
             "close to the corner queen.");
}
