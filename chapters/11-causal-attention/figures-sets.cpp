#include "figures-sets.hpp"

#include "epreuve/attention/visibility.hpp"
#include "epreuve/chapter.hpp"

#include <algorithm>
#include <cmath>
#include <string>

using namespace epreuve::course;

static void halve(arma::uword first, arma::uword end, std::vector<arma::umat>& masks)
{
  if (end - first < 2)
    return;
  const arma::uword middle = first + (end - first - 1) / 2;
  masks.at(0).row(middle).subvec(first, middle).ones();
  masks.at(1).col(middle).subvec(middle, end - 1).ones();
  halve(first, middle, masks);
  halve(middle + 1, end, masks);
}

std::vector<arma::umat> epreuve::halving(arma::uword tokens)
{
  std::vector<arma::umat> masks(2, arma::umat(tokens, tokens, arma::fill::eye));
  halve(0, tokens, masks);
  return masks;
}

/// In which layer each pair is seen first, as a shade: 1, 2/3, 1/3; a pair that three layers do not see is blank.
static arma::mat shades(const std::vector<arma::umat>& layers)
{
  arma::mat shade(arma::size(layers.at(0)));
  shade.fill(arma::datum::nan);
  for (arma::uword L = layers.size(); L > 0; --L)
    shade.elem(arma::find(seen_through({layers.begin(), layers.begin() + L}))).fill(1.2 - 0.3 * L);
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
    figure.heat_map(shades(layers), {.range = Range{0, 1}});
  };
  panel("window of 3", {near, near, near});
  panel("dilated by 1, 3, 9",
        {near, strided_visibility(K, 3) % window_visibility(K, 7), strided_visibility(K, 9)});
  panel("stride of 3, then window of 3", {strided_visibility(K, 3), near, near});
  panel("blocks of 4", {blocks, blocks, blocks});
  panel("blocks of 4, shifted by turns", {blocks, shifted, blocks});
  panel("prefix of 4", std::vector<arma::umat>(3, prefix_visibility(K, 4)));
  figure
      .caption("Rows are queries. Dark: what the first layer sees; then what the second and the "
               "third add. Blocks "
               "and the prefix gain nothing; a stride and a window as wide see all in two layers.")
      .alt("Six square grids. Window of 3: a dark band of three below the diagonal, then two "
           "lighter "
           "bands of two each. Dilated: the dark band of three, a band of six below, and the rest "
           "lighter still. Stride, then window: dark diagonals three apart, all between them "
           "lighter. "
           "Blocks: three dark triangles. Shifted blocks: the triangles, and lighter squares "
           "between them. "
           "Prefix: all below the diagonal dark, and a dark square in the upper left corner.");
}

void epreuve::draw_halving(Figure& figure)
{
  const std::vector<arma::umat> two = halving(15);
  figure.title("Fifteen tokens, two layers, everything seen").size(760, 300).columns(3);
  const auto panel = [&](const std::string& title, const arma::umat& seen) {
    arma::mat shade = arma::conv_to<arma::mat>::from(seen);
    shade.replace(0, arma::datum::nan);
    figure.panel(title).axes("keys", "queries");
    figure.heat_map(0.9 * shade, {.range = Range{0, 1}});
  };
  panel("first layer", two.at(0));
  panel("second layer", two.at(1));
  panel("both", seen_through(two));
  figure
      .caption(
          "In the first layer token 8 reads all before it, in the second all after it read token "
          "8; "
          "likewise 4 and 12 in the halves, and so on. 34 pairs besides the diagonals see all 105.")
      .alt("Three grids of fifteen by fifteen. In the first the rows 8, 4, 12 and the even ones "
           "are filled "
           "to the left of the diagonal, each to the edge of its part. In the second the same "
           "columns are "
           "filled downwards. In the third everything on and below the diagonal is filled.");
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
    for (double stride = 1; stride < double(K); stride *= double(base))
      dilated(l) += per_token({strided_visibility(K, arma::uword(stride)) %
                               window_visibility(K, (base - 1) * arma::uword(stride) + 1)});
  }
  figure.title("The price of seeing all of 1,024 tokens").size(720, 400);
  figure.axes("layers", "pairs for each token, all layers").log_y().x_range(0.5, 16.5);
  figure.y_range(5, 2000).y_ticks({10, 100, 1000}, {"10", "100", "1000"});
  figure.line_points(layers, plain, "plain windows")
      .line_points(layers, dilated, "dilated windows");
  figure.points({2}, {per_token({strided_visibility(K, 23), window_visibility(K, 23)})},
                "stride and window of 23");
  figure.points({2}, {per_token(halving(K))}, "halving");
  figure
      .caption("The least windows with which so many layers see everything. Plain ones never cost "
               "less than the "
               "causal mask in one layer; dilated ones, two layers of a stride and a window, and "
               "halving do.")
      .alt("Pairs for each token, logarithmic, against the number of layers from 1 to 16. Plain "
           "windows begin at "
           "513 and rise to nearly a thousand. Dilated windows fall from 513 to about 20 at six "
           "layers and stay "
           "there. At two layers a point near 46 for stride and window, and one near 10 for "
           "halving.");
}
