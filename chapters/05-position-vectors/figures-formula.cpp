#include "figures-formula.hpp"

#include "epreuve/figures/diagram.hpp"

#include <cmath>

using namespace epreuve::figures;

void epreuve::draw_sentence(Figure& figure, const std::vector<std::string>& words)
{
  figure.title("A sentence as a matrix");
  std::vector<Element> columns;
  for (std::size_t k = 0; k < words.size(); ++k)
    columns.push_back(column({"", "", "", "", ""}, k == 0 || k == 3 ? Ink::accent : Ink::plain)
                          .above(words[k])
                          .below("v(t" + std::string{"₁₂₃₄₅₆"}.substr(3 * k, 3) + ")"));
  draw(figure, row({"V =", brackets(row(columns).spaced(0.5)), "∈ M(n, K)"}));
  figure
      .caption(
          "The matrix V: column k is the token vector of the k-th token, here K = 6. The articles "
          "(heavy) are two tokens, le and la.")
      .alt("Six columns side by side in brackets, labelled le, chat, course, la, souris and a full "
           "stop; "
           "below them v of t one to v of t six.");
}

void epreuve::draw_four_scores(Figure& figure, const std::vector<std::string>& words,
                               const arma::mat& V, const arma::mat& W)
{
  const auto panel = [&](const char* title, const arma::mat& scores) {
    figure.panel(title)
        .axes("key", "query")
        .heat_map(scores, {.row_labels = words,
                           .column_labels = words,
                           .range = Range{-18, 18},
                           .palette = Palette::diverging});
  };
  figure.columns(2).size(760, 720);
  panel("words with words", V.t() * V);
  panel("words with places, places with words", V.t() * W + W.t() * V);
  panel("places with places", W.t() * W);
  panel("all four: tokens plus positions", (V + W).t() * (V + W));
  figure.title("One score between sums is four scores")
      .caption(
          "Dot products of six random token vectors and the position vectors w₀ to w₅, n = 16, p = "
          "100, all "
          "of length √8. Only the places' own part knows the order, and it knows nothing else.")
      .alt("Four heat maps of six by six. Words with words: a dark diagonal and random small "
           "values. The "
           "mixed part: random values. Places with places: a band along the diagonal that fades "
           "away from it. "
           "Their sum shows all of it at once.");
}

void epreuve::draw_orders(Figure& figure, const arma::mat& cosine_first,
                          const arma::mat& sine_first, const arma::mat& halves)
{
  const auto panel = [&](const char* title, const arma::mat& W) {
    figure.panel(title)
        .axes("position k, from 0", "coordinate")
        .heat_map(W, {.range = Range{-1, 1}, .palette = Palette::diverging, .square_cells = false});
    figure.x_ticks({1, 17, 32}, {"0", "16", "31"}).y_ticks({1, 8, 16}, {"0", "7", "15"});
  };
  figure.columns(3).size(960, 380);
  panel("cosine, sine", cosine_first);
  panel("sine, cosine", sine_first);
  panel("sines, then cosines", halves);
  figure.title("One table of positions in three orders")
      .caption("The position vectors of 32 positions, n = 16, p = 100: the same 16 rows in the "
               "order of exo7, in that "
               "of the masterclass and the notes, and with all sines on top.")
      .alt("Three heat maps with the same rows in different orders. In the third the upper half "
           "starts at 0 and the "
           "lower half at 1 in the first column, and in each half the waves become slower "
           "downwards.");
}

void epreuve::draw_positions(Figure& figure, const arma::mat& PE)
{
  figure.panel("all 64 dimensions").axes("position", "dimension");
  figure.heat_map(PE,
                  {.range = Range{-1, 1}, .palette = Palette::diverging, .square_cells = false});
  figure.x_ticks({1, 17, 33, 49, 64}, {"0", "16", "32", "48", "63"});
  figure.y_ticks({1, 17, 33, 49, 64}, {"0", "16", "32", "48", "63"});
  figure.panel("four of them").axes("position", "value").y_range(-1.05, 1.05);
  const arma::vec k = arma::regspace(0, double(PE.n_cols) - 1);
  for (const arma::uword row : {0U, 1U, 16U, 17U})
    figure.line(k, PE.row(row).t(), "dimension " + std::to_string(row));
  figure.columns(1).size(760, 900);
  figure.title("Positions, encoded by sines and cosines")
      .caption("PE for 64 positions, d_model = 64: sines in even dimensions, cosines in odd ones. "
               "Below, two pairs of "
               "rows, each a sine and a cosine of one frequency.")
      .alt("Above, a heat map whose rows oscillate fast on top and hardly at all at the bottom, "
           "where rows of zeros and ones "
           "alternate. Below, a fast sine and cosine, and a slow sine and cosine that make one "
           "turn and more.");
}

void epreuve::draw_single_precision(Figure& figure, const arma::mat& program,
                                    const arma::mat& rounded_once)
{
  const arma::uword octaves = arma::uword(std::log2(program.n_rows));
  arma::vec middle(octaves), of_program(octaves), of_once(octaves);
  for (arma::uword m = 0; m < octaves; ++m) {
    const arma::uword first = arma::uword{1} << m, last = 2 * first - 1;
    const auto root_mean_square = [&](const arma::mat& errors) {
      return std::sqrt(arma::mean(arma::mean(arma::square(errors.rows(first, last)))));
    };
    middle(m) = std::sqrt(double(first) * double(2 * first));
    of_program(m) = root_mean_square(program);
    of_once(m) = root_mean_square(rounded_once);
  }
  figure.axes("position", "error").log_x().log_y().x_range(1, 5000).y_range(1e-9, 1e-3);
  figure.line(middle, (middle + 2) * 0x1p-24, "bound of the analysis")
      .line_points(middle, of_program, "the notes' program")
      .line_points(middle, of_once, "rounded once");
  figure.title("What single precision costs")
      .caption("Root mean square of the errors of all entries, d = 64, over positions from a power "
               "of 2 to the next. The "
               "program rounds the angle, the library only the result.")
      .alt("Log-log plot. Below the bound, which rises in proportion to the position, the "
           "program's error rises alike, "
           "fifteen times below it, to some 0.00001 at 4000. The other stays near 0.00000001.");
}
