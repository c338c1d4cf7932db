#include "figures-reading.hpp"

#include "epreuve/figures/diagram.hpp"
#include "sums.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::figures;

void epreuve::draw_sum(Figure& figure)
{
  figure.title("Every word gets the vector of its place");
  std::vector<std::vector<Element>> rows{{"the word"}, {"its vector"},
                                         {""},         {"the vector of its place"},
                                         {""},         {"what the network sees"}};
  const std::vector<std::string> words{"le", "chat", "dort"}, numbers{"₀", "₁", "₂"};
  for (std::size_t k = 0; k < words.size(); ++k) {
    rows[0].emplace_back(words[k]);
    rows[1].push_back(cell_row({"  ", "v(t" + numbers[k] + ")", "  "}));
    rows[2].emplace_back("+");
    rows[3].push_back(cell_row({"  ", " w" + numbers[k] + " ", "  "}, Ink::accent));
    rows[4].emplace_back("=");
    rows[5].push_back(cell_row({"  ", " u" + numbers[k] + " ", "  "}));
  }
  draw(figure, table(rows));
  figure
      .caption("The vectors of the words do not know their places, those of the places do not "
               "know the words. Their sums, coordinate by coordinate, depend on both.")
      .alt("Three columns, for the words le, chat and dort. In each a vector of the word, plus the "
           "vector of the place, w0, w1 or w2, equals their sum, u0, u1 or u2.");
}

void epreuve::draw_least_angle(Figure& figure, const arma::uvec& K, const arma::uvec& N,
                               const arma::mat& seen)
{
  const arma::uword n = 48;
  figure.title("The least angle between random tokens and positions, n = 48").size(720, 420);
  figure.axes("positions K", "least angle in degrees").x_range(0, 48).y_range(0, 90);
  figure.x_ticks({0, 12, 24, 36, 48}).y_ticks({0, 30, 60, 90});
  arma::vec across, angles;
  for (arma::uword j = 0; j < N.n_elem; ++j) {
    const arma::vec k = arma::regspace(1, double(n - N(j)) - 1);
    arma::vec typical = k;
    typical.transform([&](double of) {
      return instruments::LeastAngleLaw(n, N(j), arma::uword(of)).typical() * 180 / arma::datum::pi;
    });
    figure.line(k, typical, fmt::format("{} tokens", N(j)));
    const arma::uvec drawn = arma::find_finite(seen.col(j));
    const arma::vec column = seen.col(j);
    across = arma::join_cols(across, arma::conv_to<arma::vec>::from(K(drawn)));
    angles = arma::join_cols(angles, column(drawn));
  }
  figure.points(across, angles, "drawn");
  figure
      .caption(
          "Lines: what Johnstone's law expects in 48 dimensions; 90° − arcsin √(N/n) − "
          "arcsin √(K/n), the limit for large n, lies a few degrees lower. Points: means of 12 "
          "draws. At N + K = n the angle is 0, and there is no linear reader left.")
      .alt("Three falling curves, for 4, 12 and 24 tokens: from 74, 61 and 47 degrees at one "
           "position to nearly 0 at 43, 35 and 23. The points lie on them.");
}

void epreuve::draw_three_readers(Figure& figure, const arma::uvec& N, const arma::mat& right)
{
  const auto tokens = arma::conv_to<arma::vec>::from(N);
  figure.title("Three readers of token and position, n = 32, K = 16").size(720, 420);
  figure.axes("tokens N", "both right, share").log_x().x_range(4, 128).y_range(0, 1.05);
  figure.x_ticks({4, 8, 18, 32, 64, 128}).y_ticks({0, 0.25, 0.5, 0.75, 1});
  figure.line_points(tokens, right.col(2), "nearest pair");
  figure.line_points(tokens, right.col(1), "token first, then position");
  figure.line_points(tokens, right.col(0), "linear").vertical_line(18);
  figure
      .caption(
          "Normal tokens, two thirds as long as the sinusoidal positions; 25 sums from each of "
          "8 vocabularies, each coordinate with normal noise of deviation 0.05. Dotted: "
          "N + K = n + 2. The linear reader takes the token and the position that are nearest "
          "to what the map of least norm returns.")
      .alt("Nearest pair: 1 everywhere. Token first: slowly falling from 1. Linear: 1 up to "
           "18 tokens, lower at 20 and 24, nearly 1 again at 32, and then a steep fall.");
}

void epreuve::draw_steps(Figure& figure, const arma::vec& formula)
{
  const arma::vec l = arma::regspace(0, double(formula.n_elem) - 1);
  figure.title("How the step from one position to the next turns, n = 768").size(720, 380);
  figure.axes("places further on", "angle to the first step, degrees");
  figure.x_range(0, l.back()).y_range(0, 180).y_ticks({0, 45, 90, 135, 180});
  figure.line(l, formula).horizontal_line(90);
  figure
      .caption("A direction for the position would be the line at 0. The step of the sinusoids "
               "turns away at once, past a right angle (dotted), and then stays nearly "
               "perpendicular to the first one.")
      .alt("A curve that jumps from 0 to 40 and to 125 degrees within four places, and then "
           "swings around 90 ever more weakly.");
}

void epreuve::draw_similarities(Figure& figure, const arma::mat& formula, const arma::mat& learned)
{
  figure.title("How alike two positions are").size(720, 330);
  const arma::uvec shown = arma::regspace<arma::uvec>(0, 16, 1021);
  const std::vector<double> ticks{1, 17, 33, 49};
  const std::vector<std::string> positions{"1", "257", "513", "769"};
  for (const auto& [title, X] :
       {std::pair("formula, n = 768", &formula), {"learned by GPT-2", &learned}}) {
    const arma::mat directions = arma::normalise(X->cols(shown));
    figure.panel(title).axes("position", "position");
    figure.x_ticks(ticks, positions).y_ticks(ticks, positions);
    figure.heat_map(
        directions.t() * directions,
        {.range = Range{-1, 1}, .palette = Palette::diverging, .scale_label = "cosine"});
  }
  figure
      .caption("Cosines of the angles between every sixteenth of the positions 1 to 1022. Constant "
               "along diagonals: only the distance counts.")
      .alt("Two square sheets with a red diagonal. Left: paler red with growing distance, the "
           "same everywhere. Right: broad red bands around the diagonal, blue on both sides of it, "
           "red again farther off, and blue in the corners.");
}

void epreuve::draw_frequencies(Figure& figure, const arma::mat& periods,
                               const arma::mat& coordinates)
{
  const arma::vec p = arma::regspace(1, double(periods.n_rows));
  const arma::vec c = arma::regspace(1, double(coordinates.n_rows));
  figure.title("Waves and coordinates of 1022 positions").size(720, 400);
  figure.panel("which waves").axes("periods in 1022", "share").log_x().log_y();
  figure.x_range(1, 510).y_range(1e-6, 1);
  figure.line(p, periods.col(0), "formula").line(p, periods.col(1), "learned");
  figure.panel("how many coordinates").axes("coordinates", "share of the variation");
  figure.x_range(0, 768).y_range(0, 1).x_ticks({0, 100, 384, 768});
  figure.line(c, coordinates.col(0), "formula").line(c, coordinates.col(1), "learned");
  figure
      .caption("Left: how much each number of periods has in the variation. The formula ends at "
               "1022/2π = 163 periods, its fastest pair. Right: coordinates added up, those first "
               "that vary most.")
      .alt("Left: the formula falls slowly from 0.2 to 0.004, spikes where single pairs stand "
           "apart, and drops at 163; the learned falls from 0.56 at two periods steeply to below "
           "0.00001. Right: the formula rises nearly as a straight line, the learned is at 1 from "
           "100 "
           "coordinates on.");
}
