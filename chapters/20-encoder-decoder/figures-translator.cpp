#include "figures.hpp"

#include <armadillo>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace epreuve::figures;

namespace epreuve {
namespace {

/// Words of the source on the left, of the target on the right, and a line as dark as each weight. Draws into the panel
/// started last, and makes it bare.
void draw_links(Figure& figure, const std::vector<std::string>& source,
                const std::vector<std::string>& target, const arma::mat& weights)
{
  const auto height = [](std::size_t place) { return -double(place); };
  struct Line
  {
    arma::uword from, to;
    double weight;
  };
  std::vector<Line> lines;
  for (arma::uword i = 0; i < weights.n_rows; ++i)
    for (arma::uword j = 0; j < weights.n_cols; ++j)
      if (weights(i, j) >= 0.02)
        lines.push_back({j, i, std::min(1., weights(i, j))});
  std::ranges::stable_sort(lines, {}, &Line::weight);
  figure.bare().x_range(-1.2, 2.2).y_range(0.5 - double(source.size()), 0.5);
  for (const auto& [from, to, weight] : lines)
    figure.segment(0.1, height(from), 0.9, height(to), "",
                   {.ink = from == to ? Ink::plain : Ink::accent, .width = 2.5, .opacity = weight});
  for (std::size_t i = 0; i < source.size(); ++i)
    figure.text(0, height(i), source[i], Align::right);
  for (std::size_t i = 0; i < target.size(); ++i)
    figure.text(1, height(i), target[i], Align::left);
}

} // namespace

void draw_where_it_looks(Figure& figure, const std::vector<std::string>& source,
                         const std::vector<std::string>& target,
                         const std::vector<LinksOfWords>& panels)
{
  figure.title("A sentence with a crossing: what is rendered, and where heads look")
      .size(900, 300)
      .columns(static_cast<unsigned>(panels.size()));
  for (const auto& [name, weights] : panels)
    draw_links(figure.panel(name), source, target, weights);
  figure
      .caption("English on the left, what the translator writes on the right. First the exact "
               "alignment; then the "
               "cross-attention of a head, and the mean of its block, at the step that asks for "
               "each French word, lines as dark as the weight. Lines to another place are "
               "coloured.")
      .alt("Three panels of lines between six English and six French words. In the first, green "
           "goes to verte and creature to créature, which cross. In the second and the third these "
           "two are dark too, and most other words have several lines.");
}

void draw_alignment_error(Figure& figure, const arma::mat& asking, const arma::mat& given,
                          double diagonal, double uniform)
{
  std::vector<std::string> names;
  for (arma::uword b = 1; b <= asking.n_rows; ++b) {
    for (arma::uword h = 1; h < asking.n_cols; ++h)
      names.push_back(fmt::format("{}.{}", b, h));
    names.push_back(fmt::format("{}, mean", b));
  }
  figure.title("Alignment error rate of each head")
      .size(760, 420)
      .axes("block.head, and the mean of a block's heads", "share of words with a wrong link")
      .y_range(0, 1)
      .bars(names, arma::vectorise(asking.t()), "read at step i")
      .bars(names, arma::vectorise(given.t()), "read at step i + 1")
      .horizontal_line(diagonal, "the diagonal")
      .horizontal_line(uniform, "a word at random");
  figure
      .caption("For each French word of the withheld sentences, the largest weight is to be on "
               "the English word that it renders. Step i asks for the i-th word, step i + 1 is "
               "given it. The diagonal takes the word in the same place, and errs at crossings "
               "alone.")
      .alt("Ten pairs of bars between 0 and 1, the last one least, and two horizontal lines, one "
           "near 0.05 and one "
           "near 0.9.");
}

void draw_ablations(Figure& figure, const std::vector<std::string>& names,
                    const arma::vec& withheld, const arma::vec& constructions)
{
  figure.title("The translator without its parts")
      .size(760, 400)
      .axes("what was trained", "share translated exactly")
      .y_range(0, 1)
      .bars(names, withheld, "withheld sentences")
      .bars(names, constructions, "withheld constructions");
  figure
      .caption(
          "One training each, of 2000 steps, a third of the translator's; another seed may differ. "
          "Without cross-attention the decoder does not see the source, and without positions the "
          "encoder does not see the order.")
      .alt("Five pairs of bars. The first three are near 1; those without positions are lower, "
           "and without cross-attention there are none.");
}

} // namespace epreuve
