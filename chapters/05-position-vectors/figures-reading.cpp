#include "figures-reading.hpp"

#include "epreuve/figures/diagram.hpp"
#include "epreuve/math/subspaces.hpp"

#include <fmt/format.h>

using namespace epreuve::figures;

void epreuve::draw_sum(Figure& figure)
{
  figure.title("Every word gets the vector of its place");
  std::vector<std::vector<Element>> rows(5);
  const std::vector<std::string> words{"le", "chat", "dort"}, below{"₀", "₁", "₂"};
  rows[0] = {"the word"};
  rows[1] = {"its vector"};
  rows[2] = {"the vector of its place"};
  rows[3] = {""};
  rows[4] = {"what the network sees"};
  for (std::size_t k = 0; k < words.size(); ++k) {
    rows[0].emplace_back(words[k]);
    rows[1].push_back(cell_row({" ", "v(" + words[k] + ")", " "}));
    rows[2].push_back(cell_row({" ", "w" + below[k], " "}, Ink::accent));
    rows[3].emplace_back("=");
    rows[4].push_back(cell_row({" ", "u" + below[k], " "}));
  }
  draw(figure, table(rows));
  figure
      .caption("The vectors of the words do not know their places, those of the places do not "
               "know the words. Their sums, coordinate by coordinate, know both.")
      .alt("Three columns, for the words le, chat and dort. In each a vector of the word, below it "
           "the vector of the place, w0, w1 or w2, and below that their sum, u0, u1 or u2.");
}

void epreuve::draw_least_angle(Figure& figure, const arma::uvec& K, const arma::uvec& N,
                               const arma::mat& seen)
{
  const arma::uword n = 48;
  figure.title("The least angle between random tokens and positions, n = 48").size(720, 420);
  figure.axes("positions K", "least angle in degrees").x_range(0, 48).y_range(0, 90);
  figure.x_ticks({0, 12, 24, 36, 48}).y_ticks({0, 30, 60, 90});
  for (arma::uword j = 0; j < N.n_elem; ++j) {
    const arma::vec k = arma::regspace(1, double(n - N(j)));
    arma::vec limit = k;
    limit.transform([&](double of) {
      return math::least_angle_at_random(n, N(j), arma::uword(of)) * 180 / arma::datum::pi;
    });
    figure.line(k, limit, fmt::format("{} tokens, limit", N(j)));
  }
  for (arma::uword j = 0; j < N.n_elem; ++j) {
    const arma::uvec drawn = arma::find_finite(seen.col(j));
    const arma::vec column = seen.col(j);
    figure.points(arma::conv_to<arma::vec>::from(K(drawn)), column(drawn),
                  fmt::format("{} tokens, drawn", N(j)));
  }
  figure
      .caption("Lines: 90° − arcsin √(N/n) − arcsin √(K/n). Points: means of 30 draws, a few "
               "degrees above the limit in so few dimensions. Where a line ends, at N + K = n, "
               "there is no linear reader left.")
      .alt("Three falling curves, for 4, 12 and 24 tokens: from 65, 52 and 37 degrees at one "
           "position to 0 at 44, 36 and 24. Points lie a few degrees above them.");
}

void epreuve::draw_three_readers(Figure& figure, const arma::uvec& N, const arma::mat& right)
{
  const auto tokens = arma::conv_to<arma::vec>::from(N);
  figure.title("Three readers of token and position, n = 32, K = 16").size(720, 420);
  figure.axes("tokens N", "both right, share").log_x().x_range(4, 256).y_range(0, 1.05);
  figure.x_ticks({4, 8, 18, 32, 64, 128, 256}).y_ticks({0, 0.25, 0.5, 0.75, 1});
  figure.line_points(tokens, right.col(2), "nearest pair");
  figure.line_points(tokens, right.col(1), "token first, then position");
  figure.line_points(tokens, right.col(0), "linear").vertical_line(18);
  figure
      .caption("Normal tokens as long as the sinusoidal positions; 200 sums each, without noise. "
               "The dotted line is N + K = n + 2. The linear reader is the map of least norm, "
               "and the token and position nearest to what it returns.")
      .alt("Nearest pair: 1 everywhere. Token first: 1 at first, and a little lower from 64 "
           "tokens on. Linear: 1 up to 18 tokens, and then a steep fall.");
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
               "turns away at once, to beyond a right angle (dotted), and then stands across the "
               "first one.")
      .alt("A curve that jumps from 0 to 53 and beyond 90 degrees within a few places, up to "
           "128, and then swings around 90 ever more weakly.");
}

void epreuve::draw_similarities(Figure& figure, const arma::mat& formula, const arma::mat& learned)
{
  figure.title("How alike two positions are").size(720, 400);
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
