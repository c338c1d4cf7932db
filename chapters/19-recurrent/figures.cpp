#include "figures.hpp"

#include "epreuve/chapter.hpp"
#include "epreuve/figures/diagram.hpp"

#include <cmath>

using namespace epreuve::course;

void epreuve::draw_cell_in_time(Figure& figure)
{
  figure.title("One cell, at every step");
  const auto cell = [](const char* h, const char* x) {
    return box("W, U, b, f", Ink::accent).above(h).below(x);
  };
  draw(figure, epreuve::figures::row({"h₀", to(""), cell("h₁", "x₁"), to(""), cell("h₂", "x₂"),
                                      to(""), "…", to(""), cell("hₙ", "xₙ")}));
  figure
      .caption(
          "A recurrent network in time. There is one cell; it is drawn once for each word. What "
          "x₁ has to do with the output after xₙ goes through all of the n cells.")
      .alt("A chain of boxes from left to right, each with W, U, b and f in it; a word below each, "
           "a state above each.");
}

void epreuve::draw_lstm(Figure& figure)
{
  figure.title("An LSTM's step");
  draw(figure,
       epreuve::figures::row(
           {"cₜ₋₁", to("fₜ ⊙"),
            circle("+", Ink::accent).above(label("iₜ ⊙ c̃ₜ").named("new")).named("+"), to(""), "cₜ",
            to("tanh"), circle("⊙").below(label("oₜ").named("gate")).named("⊙"), to(""), "hₜ"}));
  figure
      .caption(
          "The memory goes from left to right through one product and one sum. The gates f, i, o "
          "and the candidate c̃ are each computed from xₜ and hₜ₋₁.")
      .alt("From c at t minus 1, times f, to a plus sign, where i times the candidate comes in; "
           "then c "
           "at t, tanh, a product with o, and h at t.");
}

void epreuve::draw_waiting(Figure& figure)
{
  figure.title("Eight words: what waits").size(760, 330).columns(3);
  const auto panel = [&](const char* title) {
    figure.panel(title).bare().x_range(0.2, 8.8).y_range(-0.6, 3.4);
    for (int t = 1; t <= 8; ++t)
      figure.circle(t, 0, 0.22);
  };
  panel("as written: 8 rounds");
  for (int t = 1; t < 8; ++t)
    figure.arrow(t + 0.25, 0, t + 0.75, 0);
  panel("scan: 3 rounds");
  for (int round = 1; round <= 3; ++round)
    for (int t = 1; t <= 8; ++t) {
      figure.circle(t, round, 0.22);
      figure.segment(t, round - 0.77, t, round - 0.23);
      if (const int from = t - (1 << (round - 1)); from >= 1)
        figure.segment(from + 0.1, round - 0.77, t - 0.1, round - 0.23);
    }
  panel("attention: 1 round");
  for (int t = 1; t <= 8; ++t) {
    figure.circle(t, 3, 0.22);
    for (int from = 1; from <= t; ++from)
      figure.segment(from, 0.25, t, 2.75);
  }
  figure
      .caption("Circles are states, lines what they are computed from. As written, each state "
               "waits for the one to the "
               "left of it. In a scan of a linear recurrence circles of one line do not wait for "
               "each other, nor do "
               "those of attention.")
      .alt("Three panels. A chain of eight circles; four rows of eight circles, joined with "
           "distances "
           "one, two and four; two rows of eight circles, each joined with all to the left.");
}

void epreuve::draw_three_curves(Figure& figure, const arma::mat& seen, const arma::vec& bound)
{
  const arma::vec t = arma::regspace(0, double(seen.n_rows) - 1);
  figure.title("A gradient through 60 random factors, σ = 1").size(720, 420);
  figure.axes("steps back", "squared norm, mean over directions")
      .log_y()
      .x_range(0, 60)
      .y_range(1e-4, 1e20);
  figure.y_ticks({1e-4, 1, 1e4, 1e8, 1e12, 1e16, 1e20},
                 {"10⁻⁴", "1", "10⁴", "10⁸", "10¹²", "10¹⁶", "10²⁰"});
  figure.line(t, bound, "bound, ‖W‖ for each step");
  figure.line(t, arma::vec(seen.n_rows, arma::fill::ones), "new factors: the mean, exactly");
  figure.band(t, arma::min(seen, 1), arma::max(seen, 1), "20 shared W");
  figure.line(t, seen.col(0), "one shared W");
  figure
      .caption(
          "Matrices of 64 × 64 entries, normal, of variance 1/64. Independent factors keep the "
          "mean square. A shared one goes its own way, by its spectral radius. The bound is far "
          "from both.")
      .alt("On a logarithmic scale: the bound, a straight line up past ten to the twentieth; a "
           "horizontal line at 1; a band that opens around it to both sides, with a line in it.");
}

void epreuve::draw_hundreds_of_steps(Figure& figure, const arma::vec& rnn, const arma::vec& lstm,
                                     const arma::vec& open)
{
  const arma::vec k = arma::regspace(0, double(rnn.n_elem) - 1);
  figure.title("A gradient on its way back, before training").size(720, 400);
  figure.axes("steps back", "norm of the gradient")
      .log_y()
      .x_range(0, 200)
      .y_range(1e-30, 10)
      .y_ticks({1e-30, 1e-20, 1e-10, 1}, {"10⁻³⁰", "10⁻²⁰", "10⁻¹⁰", "1"});
  figure.line(k, open, "LSTM, f from 0.98").line(k, lstm, "LSTM, f from 0.73").line(k, rnn, "RNN");
  figure
      .caption("Medians of 15 random cells of 15 units that read random words. Of the LSTMs it is "
               "the gradient by the "
               "memory c. They differ in the first biases of the forget gates alone, 1 and 4.")
      .alt("Three falling lines on a logarithmic scale: that of the open LSTM stays near 1, the "
           "two others "
           "fall steeply.");
}

void epreuve::draw_four_terms(Figure& figure, const arma::vec& norms)
{
  figure.title("What an LSTM's memory hands on").size(560, 360);
  figure.axes("term of the derivative", "spectral norm, mean").y_range(0, 1);
  figure.bars({"diag(f)", "through f", "through i", "through c̃"}, norms);
  figure
      .caption("The derivative of cₜ by cₜ₋₁: the gate, with h held fixed, and the three terms "
               "through h. Means of "
               "40 random cells of 15 units after 20 words, forget gates from 0.73.")
      .alt("Four bars: the first some 0.9, the others a few tenths and less.");
}

void epreuve::draw_newton(Figure& figure, const arma::mat& errors,
                          const std::vector<double>& sigmas)
{
  const arma::vec round = arma::regspace(1, double(errors.n_rows));
  figure.title("All 256 states at the same time").size(720, 400);
  figure.axes("round", "largest error of a state")
      .log_y()
      .x_range(0, double(errors.n_rows))
      .y_range(1e-12, 10)
      .y_ticks({1e-12, 1e-8, 1e-4, 1}, {"10⁻¹²", "10⁻⁸", "10⁻⁴", "1"});
  for (std::size_t s = 0; s < sigmas.size(); ++s)
    figure.line_points(round, arma::clamp(errors.col(s), 1e-12, 10),
                       fmt::format("σ = {}", sigmas[s]));
  figure
      .caption("Newton's method for 256 states of 16 units with tanh, from the guess 0. Each round "
               "is a scan. Errors below "
               "10⁻¹² are drawn there.")
      .alt("Lines on a logarithmic scale: for small sigma they drop within a few rounds, for the "
           "largest sigma the line stays up.");
}

void epreuve::draw_recall(Figure& figure, const arma::mat& solved,
                          const std::vector<std::string>& networks)
{
  const arma::vec T{4, 8, 16, 32, 64, 128};
  figure.title("Saying the first word").size(720, 400);
  figure.axes("words after it, T", "seeds of eight that learn it")
      .log_x()
      .x_range(3.5, 150)
      .y_range(-0.3, 8.5)
      .x_ticks({4, 8, 16, 32, 64, 128});
  for (std::size_t k = networks.size(); k-- > 0;)
    figure.line_points(T, solved.col(k), networks[k]);
  figure
      .caption("Networks of 488 to 512 parameters, the same 16 000 texts, at the best of five "
               "rates for each T. Solved "
               "means 95 % right.")
      .alt("Four lines over T from 4 to 128, of which that of the head stays at eight and those of "
           "RNN and LSTM "
           "fall to zero.");
}

void epreuve::draw_connectivity(Figure& figure, const std::vector<Recall>& networks,
                                const std::vector<std::string>& names)
{
  figure.title("Which words the answer depends on, T = 16").size(960, 400);
  const auto draw_panel = [&](const char* title, arma::vec Recall::* at) {
    figure.panel(title)
        .axes("place of the word", "share of the connectivity")
        .x_range(0, 16)
        .y_range(0, 1);
    for (std::size_t k = networks.size(); k-- > 0;) {
      const arma::vec share = networks[k].*at / arma::accu(networks[k].*at);
      figure.line_points(arma::regspace(0, 16), share, names[k]);
    }
  };
  draw_panel("before training", &Recall::at_first);
  draw_panel("after training", &Recall::at_last);
  figure.panel("the exact information")
      .axes("place of the word", "nats about the answer")
      .x_range(0, 16)
      .y_range(0, 1.5);
  arma::vec exact(17, arma::fill::zeros);
  exact(0) = std::log(4.);
  figure.line_points(arma::regspace(0, 16), exact, "I(word; answer)");
  figure
      .caption("The norm of the gradient of the right name's logit by each word, as a share of the "
               "sum over the words; "
               "place 0 is the name. Rate 0.01, seed 2.")
      .alt("Three panels. Before training the RNN depends on the last words; after it RNN and head "
           "depend on the first above "
           "all, the LSTMs on the last. The exact information is ln 4 at the first and 0 at the "
           "others.");
}

void epreuve::draw_information(Figure& figure, const arma::vec& alone, const arma::vec& added)
{
  const arma::vec distance = arma::regspace(1, double(alone.n_elem));
  figure.title("What an earlier word tells about the next one").size(720, 400);
  figure.axes("distance in words", "nats")
      .log_y()
      .x_range(0, double(alone.n_elem) + 0.5)
      .y_range(1e-4, 5)
      .y_ticks({1e-4, 1e-3, 1e-2, 0.1, 1}, {"0.0001", "0.001", "0.01", "0.1", "1"});
  figure.line_points(distance, alone, "on its own");
  arma::vec seen = added;
  seen.elem(arma::find(added < 1e-9)).fill(arma::datum::nan);
  figure.line_points(distance, seen, "in addition to the words between");
  figure
      .caption(
          "The suite's English, exactly: the mutual information of two words, and what a word "
          "adds for a reader who knows the words between it and the next. The eleventh word adds "
          "nothing, nor do any after the twelfth.")
      .alt(
          "Two lines that fall with the distance on a logarithmic scale. On its own a word sixteen "
          "places back still tells 0.03 nats; what it adds falls below 0.001 at the tenth and ends "
          "at the twelfth.");
}

void epreuve::draw_reading(Figure& figure, const arma::vec& added,
                           const std::vector<arma::vec>& before,
                           const std::vector<arma::vec>& after, const std::vector<arma::vec>& cost,
                           const std::vector<std::string>& names)
{
  const arma::vec distance = arma::regspace(1, double(added.n_elem));
  figure.title("How much a word matters, by its distance").size(960, 760).columns(2);
  const auto panel = [&](const char* title, const char* y) {
    figure.panel(title)
        .axes("distance in words", y)
        .log_y()
        .x_range(0, double(added.n_elem) + 0.5)
        .y_range(1e-4, 25)
        .y_ticks({1e-4, 1e-3, 1e-2, 0.1, 1}, {"0.0001", "0.001", "0.01", "0.1", "1"});
  };
  // What is too small to be more than chance is a gap.
  const auto shown = [](arma::vec values) {
    values.elem(arma::find(values < 1e-4)).fill(arma::datum::nan);
    return values;
  };
  panel("the exact information that it adds", "nats");
  figure.line_points(distance, shown(added), "I(word; next | words between)");
  const auto by_network = [&](const std::vector<arma::vec>& values, bool relative) {
    for (std::size_t k = names.size(); k-- > 0;)
      figure.line_points(
          distance, shown(relative ? arma::vec(values[k] / values[k](0)) : values[k]), names[k]);
  };
  panel("cost of replacing it, after training", "nats");
  by_network(cost, false);
  panel("gradient, before training", "of that by the last word");
  by_network(before, true);
  panel("gradient, after training", "of that by the last word");
  by_network(after, true);
  figure
      .caption(
          "Above, in nats: what a word adds, exactly, and by how much a network misses more if "
          "the word is another one. Below: the norm of the gradient of the right word's logit by "
          "the word. Means over five seeds and 500 pieces of text.")
      .alt("Four panels over distances from 1 to 16, logarithmic. The exact information and the "
           "cost of "
           "replacement fall together to below 0.001 at ten words. The gradients before training "
           "stay "
           "near their first value, and after training fall more slowly than the information.");
}
