#include "figures-sets.hpp"

#include "epreuve/attention/visibility.hpp"
#include "epreuve/chapter.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::course;

/// After how many of the layers each pair is seen; blank where it is not.
static arma::mat layers_that_see(const std::vector<arma::umat>& layers)
{
  arma::mat shade(arma::size(layers.at(0)));
  shade.fill(arma::datum::nan);
  for (arma::uword L = layers.size(); L > 0; --L)
    shade.elem(arma::find(seen_through({layers.begin(), layers.begin() + L})))
        .fill(double(layers.size() - L + 1));
  return shade;
}

void epreuve::draw_what_layers_see(Figure& figure)
{
  const arma::uword K = 12;
  const arma::umat causal = causal_visibility(K), near = window_visibility(K, 3);
  const arma::umat blocks = causal % block_visibility(K, 4);
  const arma::umat shifted = causal % block_visibility(K, 4, 2);
  figure.title("What three layers see of twelve tokens").size(760, 560).columns(3);
  const auto panel = [&](const std::string& title, const std::vector<arma::umat>& layers) {
    figure.panel(title).axes("keys", "queries");
    figure.heat_map(layers_that_see(layers), {.range = Range{0, 3}, .scale_label = "layers"});
  };
  panel("window of 3", {near, near, near});
  panel("dilated by 1, 3, 9",
        {near, strided_visibility(K, 3) % window_visibility(K, 7), strided_visibility(K, 9)});
  panel("stride of 3, then window of 3", {strided_visibility(K, 3), near, near});
  panel("blocks of 4", {blocks, blocks, blocks});
  panel("blocks of 4, shifted by turns", {blocks, shifted, blocks});
  panel("prefix of 4", std::vector<arma::umat>(3, prefix_visibility(K, 4)));
  figure
      .caption("Rows are queries. Dark: seen after each of the three layers, the first one's "
               "mask; lighter: after two, "
               "or the last alone. Blocks and the prefix gain nothing; a stride and a window as "
               "wide see all in two layers.")
      .alt("Six square grids. Window of 3: a dark band of three below the diagonal, then two "
           "lighter "
           "bands of two each. Dilated: the dark band of three, a band of six below, and the rest "
           "lighter still. Stride, then window: dark diagonals three apart, all between them "
           "lighter. "
           "Blocks: three dark triangles. Shifted blocks: the triangles, and lighter squares "
           "between them. "
           "Prefix: all below the diagonal dark, and a dark square in the upper left corner.");
}

void epreuve::draw_price_of_seeing(Figure& figure)
{
  const arma::uword K = 1024;
  const arma::vec layers = arma::linspace(1, 16, 16);
  const auto per_token = [&](const std::vector<arma::umat>& masks) {
    arma::uword pairs = 0;
    for (const arma::umat& M : masks)
      pairs += arma::accu(M);
    return double(pairs) / double(K);
  };
  arma::vec plain = layers, dilated = layers;
  for (arma::uword l = 0; l < layers.n_elem; ++l) {
    const auto L = arma::uword(layers(l));
    const arma::uword w = 1 + (K - 2 + L) / L; // L(w - 1) + 1 >= K
    plain(l) = double(L) * per_token({window_visibility(K, w)});
    arma::uword base = 1;
    while (std::pow(base, L) < double(K))
      ++base;
    dilated(l) = 0;
    for (arma::uword stride = 1; stride < K; stride *= base)
      dilated(l) += per_token({dilated_visibility(K, base, stride)});
  }
  figure.title("The price of seeing all of 1,024 tokens").size(720, 400);
  figure.axes("layers", "pairs for each token, all layers").log_y().x_range(0.5, 16.5);
  figure.y_range(5, 2000).y_ticks({10, 100, 1000}, {"10", "100", "1000"});
  figure.line_points(layers, plain, "plain windows")
      .line_points(layers, dilated, "dilated windows");
  figure.points({2}, {per_token({strided_visibility(K, 23), window_visibility(K, 23)})},
                "stride and window of 23");
  figure.points({2}, {per_token(halving_visibility(K))}, "halving");
  figure
      .caption("The least windows with which so many layers see everything. Plain ones never cost "
               "less than the "
               "causal mask in one layer; dilated ones, two layers of a stride and a window, and "
               "halving do.")
      .alt("Pairs for each token, logarithmic, against the number of layers from 1 to 16. Plain "
           "windows rise from 513 "
           "in one layer to about a thousand. Dilated windows fall from 513 to 48 in two layers "
           "and about 18 from five "
           "on. At two layers there is a point at 46 for stride and window, and one at 10 for "
           "halving.");
}
