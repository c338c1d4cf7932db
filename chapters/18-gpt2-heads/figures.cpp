#include "figures.hpp"
#include "epreuve/figures/head_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace epreuve::figures;
using namespace epreuve::instruments;

void epreuve::draw_black_dog(Figure& figure, const PublishedPatterns& dog)
{
  const arma::mat& h = dog.of_head.at("4.11");
  figure.title("Head 4.11 on “The dog is black”").size(720, 240);
  head_view(figure.panel("the printed matrix"), dog.words, h);
  figure.panel("its weights").axes("key", "query");
  figure.heat_map(h, {.row_labels = dog.words,
                      .column_labels = dog.words,
                      .range = Range{0, 1},
                      .value_text = true,
                      .digits = 4,
                      .scale_label = "weight",
                      .square_cells = false});
  figure.caption("The document's sixteen numbers, as segments and as a table.");
  figure.alt("Left: two columns of the four tokens; the line from each token on the left goes one "
             "token up on the right, except that The goes to itself. Right: the same as a "
             "matrix with ones just below the diagonal.");
}

void epreuve::draw_four_heads(Figure& figure, const PublishedPatterns& seen)
{
  figure.title("Four heads on one sentence").size(720, 560).columns(2);
  for (const Head& head : four)
    head_view(figure.panel("head " + head.name()), seen.words, seen.of_head.at(head.name()));
  figure.caption("Weights published by the Transformer Explainer (Polo Club of Data Science, "
                 "Georgia Tech) for “Data visualization empowers users to”.");
  figure.alt("Four head views of the same six tokens. Heads 0.3 and 0.5: strong horizontal lines, "
             "in 0.3 with faint ones upwards. Head 0.9: fans of pale lines upwards. Head 4.11: "
             "strong lines, each one token up.");
}

void epreuve::draw_helix(Figure& figure, const Winding& positions)
{
  const auto& [R, angle, x, y, height, turned] = positions;
  const arma::vec k = arma::regspace(1, x.n_elem);
  figure.title("GPT-2's learned positions 1 to 1022, in their three main directions");
  figure.panel("along the axis").axes("across", "across").equal_axes();
  figure.x_ticks({-2, 0, 2}).y_ticks({-2, 0, 2}).line(x.t(), y.t());
  const arma::mat labels{
      {0, 0, 0.25}, {255, -0.6, 0}, {511, 0.4, 0}, {767, -0.6, 0.1}, {1021, 0.5, 0.25}};
  labels.each_row([&](const arma::rowvec& at) { // the point, and where its label is beside it
    figure.text(x(at(0)) + at(1), y(at(0)) + at(2), fmt::format("{}", at(0) + 1));
  });
  figure.panel("from the side").axes("position", "turns, height");
  figure.y_ticks({-2, -1, 0, 1, 2, 3}).x_ticks({1, 256, 512, 768, 1022});
  figure.line(k, turned.t() / arma::datum::tau, "turns").line(k, height.t(), "height on the axis");
  figure.caption("The positions as points in space: seen along the axis of the rotation that "
                 "best shifts them by one, they circle; along the axis they climb.");
  figure.alt("Left: two and a half loops around the origin, of radius 0.6 at first, then up to 3. "
             "Right: against the position, turns rise from 0 to 2.6, the height from −2.4 to 3.2.");
}

void epreuve::draw_spectrum(Figure& figure, const arma::vec& learned, const arma::vec& sinusoids)
{
  const arma::vec index = arma::regspace(1, 300);
  figure.title("How many directions positions use").axes("direction", "share");
  figure.log_y().log_x().y_range(1e-8, 1).x_range(1, 300);
  figure.line(index, learned.head(300), "learned by GPT-2");
  figure.line(index, sinusoids.head(300), "sinusoids, n = 768, base 10 000");
  figure.caption("Share of each direction (eigenvector of PPᵀ) in the squared lengths. Learned "
                 "positions end in a floor of noise, sinusoids at the 200th direction.");
  figure.alt("Two falling curves on logarithmic scales. Learned: three values near 0.3, then a "
             "steep fall to 1e-5 at 30, and slowly on below 1e-6. Sinusoids: slowly falling "
             "to 0.001 and a sheer drop at 200.");
}

void epreuve::draw_shift(Figure& figure, const arma::uvec& r, const arma::mat& by_rank,
                         const arma::uvec& l, const arma::mat& by_shift, double noise)
{
  const auto ranks = arma::conv_to<arma::vec>::from(r), shifts = arma::conv_to<arma::vec>::from(l);
  arma::vec fitted = by_rank.col(0);
  fitted(arma::find(fitted < 1e-9)).fill(arma::datum::nan);
  figure.title("How well one matrix shifts the learned positions");
  figure.panel("by 1").axes("coordinates r", "relative error").log_x().log_y();
  figure.y_range(0.01, 1).x_range(1, 768);
  figure.line_points(ranks, fitted, "on what it was fitted on");
  figure.line_points(ranks, by_rank.col(1), "on unseen positions");
  figure.horizontal_line(by_shift(0, 2)).horizontal_line(noise);
  figure.panel("with r = 30").axes("shift", "relative error").log_x().log_y();
  figure.y_range(0.02, 2).x_range(1, 400);
  figure.line_points(shifts, by_shift.col(0), "unseen positions");
  figure.line_points(shifts, by_shift.col(1), "unseen blocks of 16");
  figure.line_points(shifts, by_shift.col(2), "standing still");
  figure.caption("Left: the more coordinates, the better the fit; on positions that were not "
                 "fitted the error falls to the noise (dotted), rises above that of standing "
                 "still (dashed), and peaks where r comes to the number of pairs, 511. "
                 "Right: larger shifts.");
  figure.alt("Left: two falling curves that part at 30 coordinates; one goes on to zero, the "
             "other turns up to a peak near 500. Right: the error of one matrix stays near 0.05 "
             "while that of standing still climbs from 0.05 to above 1.");
}

void epreuve::draw_positions_alone(Figure& figure, const std::vector<arma::mat>& patterns)
{
  const std::vector<double> ticks{1, 6, 11, 16, 21};
  const std::vector<std::string> positions{"100", "105", "110", "115", "120"};
  figure.title("Four heads that see nothing but positions").size(720, 640).columns(2);
  for (std::size_t k = 0; k < four.size(); ++k) {
    arma::mat shown = patterns.at(k).submat(100, 100, 123, 123);
    shown(arma::trimatu_ind(arma::size(shown), 1)).fill(arma::datum::nan);
    figure.panel("head " + four.at(k).name()).axes("key", "query");
    figure.x_ticks(ticks, positions).y_ticks(ticks, positions);
    figure.heat_map(shown, {.range = Range{0, k == 0 ? 0.6 : 0.06}, .scale_label = "weight"});
  }
  figure.caption("Weights between positions 100 to 123, of rows that go back to 0, without any "
                 "words. The scale of head 0.3 is ten times that of the others.");
  figure.alt("Four lower triangles. 0.3: dark diagonal, fading by halves. 0.9: fading slowly. "
             "0.5: nearly empty. 4.11: pale and irregular, without a line beside the diagonal.");
}

void epreuve::draw_singular_values(Figure& figure, const std::vector<HeadForm>& forms)
{
  const arma::vec index = arma::regspace(1, 64);
  figure.title("Singular values of all 144 heads");
  for (const auto& [title, product] : {std::pair("what a head writes: W_O W_V", &HeadForm::written),
                                       {"what it compares: W_QᵀW_K", &HeadForm::compared}}) {
    arma::mat all(64, forms.size());
    for (arma::uword k = 0; k < forms.size(); ++k)
      all.col(k) = (forms.at(k).*product).sigma / (forms.at(k).*product).sigma.front();
    figure.panel(title).axes("i", "σᵢ / σ₁").log_y().y_range(1e-3, 1).x_range(1, 64);
    figure.band(index, arma::min(all, 1), arma::max(all, 1), "all heads");
    figure.line(index, arma::median(all, 1), "median");
    figure.line(index, all.col(4 * 12 + 11), "head 4.11");
    figure.line(index, all.col(11 * 12 + 8), "head 11.8");
  }
  figure.caption("All heads have full rank; head 11.8 drops at once in what it writes.");
  figure.alt("Two panels of falling curves on a logarithmic scale, from 1 to between 0.5 and "
             "0.001. In the left one, head 11.8 falls to 0.13 at the second value and to 0.02 "
             "at the twentieth.");
}

void epreuve::draw_sheets(Figure& figure, const arma::mat& match, const arma::mat& copy)
{
  const std::vector<double> ticks{1, 4, 7, 10};
  const std::vector<std::string> numbers{"0", "3", "6", "9"};
  figure.title("All heads at a glance").size(720, 390);
  for (const auto& [title, values] :
       {std::pair("m: own score over spread", &match), {"the same of W_O W_V", &copy}}) {
    figure.panel(title).axes("head", "layer").x_ticks(ticks, numbers).y_ticks(ticks, numbers);
    figure.heat_map(*values, {.range = Range{-8, 8}, .palette = Palette::diverging});
  }
  figure.caption("Left: heads that look for the token itself (red) or avoid it (blue). Right: "
                 "heads that hand on what they read (red) or its negative (blue).");
  figure.alt("Two 12 by 12 sheets, layers downwards. Left: mostly pale, strong red at 0.1, "
             "0.5, 0.10, strong blue at 0.9. Right: strong reds and blues in many places, reds "
             "prevail in the lower half.");
}

void epreuve::draw_petit_patterns(Figure& figure, const std::vector<std::string>& words,
                                  const std::vector<std::pair<std::string, arma::mat>>& patterns)
{
  figure.title("All heads of petit").size(960, 720).columns(4);
  for (const auto& [title, pattern] : patterns) {
    arma::mat shown = pattern;
    shown(arma::trimatu_ind(arma::size(shown), 1)).fill(arma::datum::nan);
    figure.panel(title).axes("key", "query");
    figure.heat_map(shown, {.range = Range{0, 1}});
  }
  figure.caption(
      fmt::format("The tokens 1 to {} are {}. A row of panels for each layer; where a test "
                  "names a head, it is in the title.",
                  words.size(), fmt::join(words, ", ")));
  figure.alt(
      fmt::format("{} lower triangles for the text \"{}\", each with its weights from 0 to 1.",
                  patterns.size(), fmt::join(words, " ")));
}

void epreuve::draw_petit_worth(Figure& figure, const petit::Worth& at_name)
{
  const std::vector<std::string> layers{"0", "1", "2"}, parts{"0", "1", "2", "3", "MLP"};
  figure.title("What is lost at a returning name with one head or MLP switched off").size(900, 330);
  for (const auto& [title, values] :
       {std::pair("by its mean", &at_name.by_mean), {"resampled", &at_name.resampled}}) {
    figure.panel(title).axes("head", "layer");
    figure.heat_map(*values, {.row_labels = layers,
                              .column_labels = parts,
                              .range = Range{0, 2},
                              .value_text = true,
                              .scale_label = "nats"});
  }
  figure.caption(
      "In nats, beyond what the whole model misses. Copying gains 0.65 nats. Values above 2 "
      "have the colour of 2.");
  figure.alt(
      fmt::format("Two tables of three layers by four heads and the MLP. Head 1.2: {:.2f} and "
                  "{:.2f}; the MLP of layer 0: {:.1f} and {:.1f}; most other heads near 0.",
                  at_name.by_mean(1, 2), at_name.resampled(1, 2), at_name.by_mean(0, 4),
                  at_name.resampled(0, 4)));
}

void epreuve::draw_petit_copying(Figure& figure, const std::vector<CopyingCurve>& curves)
{
  figure.title("When copying is learned").size(900, 400);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const bool is_first = i == 0 || curves[i - 1].knob != curves[i].knob;
    if (is_first)
      figure.panel("names return: " + curves[i].knob)
          .axes("step (+ 1)", "missing, as a share of the gain")
          .log_x()
          .x_range(100, 10'000)
          .y_range(0, 2)
          .horizontal_line(0.5, "half");
    figure.line(curves[i].steps + 1, curves[i].share, "seed " + curves[i].seed);
  }
  figure.caption(
      "What is missing at a returning name, divided by what copying it would gain; a line "
      "for each seed. At 1 the model knows how frequent the names are, and no more; "
      "below the dashed line, by our definition, it copies.");
  figure.alt(
      "A panel for each knob. The curves stay near 1 for a thousand steps and more, and then "
      "fall, the earlier the more often names return.");
}
