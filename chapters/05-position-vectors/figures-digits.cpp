#include "figures-digits.hpp"

#include "epreuve/math/positions/digits.hpp"
#include "epreuve/math/positions/positions.hpp"

#include <cmath>
#include <cstdint>
#include <string>

using namespace epreuve::figures;
using namespace epreuve::math;

void epreuve::draw_digits(Figure& figure)
{
  const arma::uword K = 64, m = 6;
  const arma::mat w = position_matrix(K, 2 * m, 64); // 64 = 2^6, so q = 2
  const arma::mat sines = w.rows(arma::regspace<arma::uvec>(1, 2, 2 * m - 1));
  arma::mat counter(m, K);
  for (arma::uword k = 0; k < K; ++k)
    for (arma::uword i = 0; i < m; ++i)
      counter(i, k) = double(digit(std::int64_t(k), i, 2));
  const auto panel = [&](const char* title, const arma::mat& cells, const HeatMap& look) {
    figure.panel(title).axes("position k", "place i").heat_map(cells, look);
    figure.x_ticks({1, 9, 17, 25, 33, 41, 49, 57, 64},
                   {"0", "8", "16", "24", "32", "40", "48", "56", "63"});
    figure.y_ticks({1, 2, 3, 4, 5, 6}, {"0", "1", "2", "3", "4", "5"});
  };
  figure.columns(1).size(760, 640);
  panel("binary digits of k", counter, {.range = Range{0, 1}, .square_cells = false});
  panel("sin kωᵢ for ωᵢ = 2⁻ⁱ", sines,
        {.range = Range{-1, 1}, .palette = Palette::diverging, .square_cells = false});
  panel("where it is negative: binary digits of ⌊k/π⌋", arma::conv_to<arma::mat>::from(sines < 0),
        {.range = Range{0, 1}, .square_cells = false});
  figure.title("A counter and its waves")
      .caption(
          "Above, the binary digits of 64 positions, the units on top. In the middle the sines of "
          "n = 12, p = 64, which double "
          "their period from row to row. Below, their signs: a binary counter that counts k/π.")
      .alt("Three heat maps of six rows and 64 columns. Above, stripes that double their width "
           "downwards, exact squares. In the "
           "middle, waves that double their length. Below, stripes again, about three times as "
           "wide as those above.");
}

void epreuve::draw_digits_followed(Figure& figure, const arma::mat& shares)
{
  figure.axes("pair i", "binary digit, by its place j");
  figure.heat_map(shares, {.range = Range{0, 1}, .scale_label = "R²", .square_cells = false});
  std::vector<double> places;
  std::vector<std::string> names;
  for (arma::uword j = 0; j < shares.n_rows; ++j) {
    places.push_back(double(j) + 1);
    names.push_back(std::to_string(j));
  }
  figure.x_ticks({1, 101, 201, 301, 384}, {"0", "100", "200", "300", "383"}).y_ticks(places, names);
  figure.size(760, 420)
      .title("Which digit does a pair of coordinates follow?")
      .caption("The share of the variance of each binary digit of k, over 1024 positions, that the "
               "cosine and the sine of "
               "pair i explain; n = 768, p = 10 000.")
      .alt("A heat map of ten rows and 384 columns. Rows 0 and 1 are empty. From row 2 on there is "
           "a dark spot in each, further right "
           "from row to row, at equal steps of 29 columns, and fainter spots to its left where a "
           "wave is three times as fast; in the last row "
           "all that is right of the spot is dark as well.");
}

void epreuve::draw_confusions(Figure& figure)
{
  const arma::uword m = 32;
  const arma::vec omega = frequencies(2 * m);
  const arma::rowvec k = arma::regspace<arma::rowvec>(0, m - 1);
  const arma::vec i = arma::regspace(0, m - 1);
  const auto panel = [&](const char* title, const arma::mat& angles) {
    figure.panel(title).axes("position k", "coordinate i");
    figure.heat_map(arma::sin(angles), {.range = Range{-1, 1}, .palette = Palette::diverging});
    figure.x_ticks({1, 9, 17, 25, 32}, {"0", "8", "16", "24", "31"});
    figure.y_ticks({1, 9, 17, 25, 32}, {"0", "8", "16", "24", "31"});
  };
  figure.columns(2).size(760, 760);
  panel("sin(k ωᵢ)", omega * k);
  panel("sin(i ωₖ), index exchanged", i * omega.t());
  panel("q = b^(1/i), so that qⁱ = b = 10", arma::repmat(k / 10, m, 1));
  panel("i taken for the dimension, 0 to n − 1", arma::square(omega) * k);
  figure.title("The formula, and what three slips draw")
      .caption("Sines of 32 positions, n = 64, p = 10 000. The exchanged index mirrors the "
               "picture. With q = b^(1/i) all rows are alike. If i counts "
               "dimensions instead of pairs, frequencies fall twice as fast, and every second one "
               "is left out.")
      .alt("Four heat maps, rows coordinates, columns positions. The first has fast waves on top "
           "and slow ones below; the second is the "
           "same mirrored in its diagonal; in the third all rows are equal; the fourth has waves "
           "in the upper half only.");
}

void epreuve::draw_one_coordinate(Figure& figure, const arma::uvec& drawn)
{
  const arma::vec omega = frequencies(64), k = arma::linspace(0, 200, 801);
  figure.axes("position k", "sin kωᵢ").y_range(-1.05, 1.05);
  for (const arma::uword i : drawn)
    figure.line(k, arma::sin(omega(i) * k), "i = " + std::to_string(i));
  figure.title("One coordinate, all positions")
      .caption("k ↦ sin kωᵢ for four i, n = 64, p = 10 000: sinusoids, each with its own period, "
               "2π p^(2i/n).")
      .alt("Four sinusoids between -1 and 1 over positions 0 to 200. That of i = 0 turns every six "
           "positions, that of i = 6 every 35, "
           "that of i = 12 once in the range; that of i = 18 has not come back to 0.");
}

void epreuve::draw_one_position(Figure& figure, const std::vector<long>& drawn)
{
  const arma::vec i = arma::linspace(0, 383, 1533);
  figure.axes("pair i", "sin kωᵢ").y_range(-1.05, 1.05);
  for (const long k : drawn)
    figure.line(i, arma::sin(double(k) * arma::exp(-i / 384 * std::log(10'000.))),
                "k = " + std::to_string(k));
  figure.title("One position, all coordinates")
      .caption("i ↦ sin kωᵢ for three positions, n = 768, p = 10 000: the same curve, shifted by "
               "58 pairs for each factor of 4, "
               "slower and slower towards the right.")
      .alt("Three curves between -1 and 1 that oscillate ever more slowly from left to right, make "
           "a last broad arch and sink to 0; "
           "that of k = 80 is the one of k = 20 moved to the right, and that one is the one of k = "
           "5, "
           "moved.");
}

void epreuve::draw_heat_map(Figure& figure, const arma::mat& sines)
{
  figure.axes("position k", "wave i");
  figure.heat_map(sines, {.range = Range{-1, 1},
                          .palette = Palette::diverging,
                          .scale_label = "sin kωᵢ",
                          .square_cells = false});
  figure.x_ticks({1, 17, 33, 49, 64}, {"0", "16", "32", "48", "63"});
  figure.y_ticks({1, 9, 17, 25, 32}, {"0", "8", "16", "24", "31"});
  figure.title("Every position has a column of its own")
      .caption("sin kωᵢ for 64 positions and the 32 waves of n = 64, p = 10 000. A column is a "
               "position: near ones differ in the fast waves "
               "on top, far ones further down.")
      .alt("A heat map of 32 rows and 64 columns. The top rows alternate between red and blue "
           "every three columns; further down the stripes "
           "become wider, and the lowest rows hardly leave 0.");
}
