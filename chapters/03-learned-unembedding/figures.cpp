#include "figures.hpp"

#include "bigrams.hpp"
#include "epreuve/figures/diagram.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::course;

void epreuve::draw_network(Figure& figure)
{
  figure.title("Two layers of neurons, without bias or activation");
  draw(figure,
       flow({column({"x₁", "x₂", "x₃", "⋮", "x_N"}).above("x ∈ ℝᴺ").below("a token"),
             column({"y₁", "⋮", "yₙ"}, Ink::accent).above("y = A x ∈ ℝⁿ").below("its token vector"),
             column({"z₁", "z₂", "z₃", "⋮", "z_N"})
                 .above("z = B y ∈ ℝᴺ")
                 .below("logits of the next token"),
             column({"σ₁", "σ₂", "σ₃", "⋮", "σ_N"}).above("σ(z)").below("probabilities")},
            {"φ, A: n × N\nembedding", "ψ, B: N × n\nunembedding", "softmax"}));
  figure
      .caption("The network of section 2.3. The document's drawing ends with z; softmax follows in "
               "its text.")
      .alt("Four columns joined by arrows: x of N entries, by φ with the n x N matrix A to y of n "
           "entries, by ψ with the N x n matrix B to z of N entries, by softmax to N "
           "probabilities.");
}

static HeatMap labelled(const std::vector<std::string>& words)
{
  return {.row_labels = words, .column_labels = words};
}

void epreuve::draw_bigrams(Figure& figure)
{
  const Bigrams& bigrams = bare_bigrams();
  HeatMap blank = labelled(bigrams.words);
  blank.range = Range{0, 1};
  arma::mat shown = bigrams.P;
  shown.replace(0, arma::datum::nan);
  figure.title("What follows what in the language: probabilities, and pairs that never occur")
      .size(860, 680);
  figure.heat_map(shown, blank)
      .axes("token before", "next token")
      .caption("Each column is a distribution: of the next token, given the one before. Blank "
               "cells are pairs "
               "of probability 0. The last row and column stand for all other words together.")
      .alt("A 12 by 12 heat map of bigram probabilities. Many cells are blank.");
}

void epreuve::draw_circle(Figure& figure, const arma::mat& A, double t)
{
  const arma::mat P = softmax_columns(arma::mat(t * A.t() * A));
  figure.title("Twelve tokens in two dimensions, and each comes back").size(1000, 460);
  figure.panel("token vectors").axes("first coordinate", "second coordinate").equal_axes();
  figure.x_range(-1.4, 1.4).y_range(-1.4, 1.4).circle(0, 0, 1, "", {Ink::muted, 1, true});
  for (arma::uword i = 0; i < A.n_cols; ++i)
    figure.arrow(0, 0, A(0, i), A(1, i), "", {i == 0 ? Ink::accent : Ink::plain, 1.5})
        .text(1.18 * A(0, i), 1.18 * A(1, i), fmt::format("v{}", i + 1), Align::center,
              i == 0 ? Ink::accent : Ink::plain);
  figure.panel("softmax of t AᵀA").axes("token put in", "token that comes back");
  figure.heat_map(P, {.range = Range{0, 1}})
      .caption(
          fmt::format("Twelve vectors on a circle and their transpose as unembedding, scaled by "
                      "t = {:.0f}: every token comes back with 99 %.",
                      t))
      .alt("Left, twelve arrows of equal length, evenly spaced around a circle. Right, a 12 by 12 "
           "heat map, "
           "dark on its diagonal and empty elsewhere.");
}

void epreuve::draw_lion_and_cat(Figure& figure, const BigCat& cat)
{
  figure.title("A vector y between lion and cat").size(640, 560);
  figure.axes("first coordinate", "second coordinate")
      .equal_axes()
      .x_range(-1.3, 1.4)
      .y_range(-1.2, 1.3);
  const std::vector<std::string> names{"vᵢ lion", "vⱼ cat", "", "", ""};
  for (arma::uword k = 0; k < cat.A.n_cols; ++k) {
    const bool named = k < 2;
    figure.arrow(0, 0, cat.A(0, k), cat.A(1, k), "",
                 {named ? Ink::plain : Ink::muted, named ? 2.0 : 1.5});
    if (named)
      figure.text(cat.A(0, k) + 0.05, cat.A(1, k) + 0.07, names[k], Align::left);
  }
  figure.arrow(0, 0, cat.y(0), cat.y(1), "", {Ink::accent, 2.5})
      .text(cat.y(0) + 0.05, cat.y(1) + 0.04, "y ?", Align::left, Ink::accent)
      .text(-0.75, 0.62, "other tokens", Align::center, Ink::muted)
      .caption("The document's arrows with coordinates of ours: softmax of t Aᵀ y, t = 2, gives "
               "lion 50 %, "
               "cat 40 % and the three others 10 % together.")
      .alt("Five arrows from one point: lion and cat to the upper right, three unnamed ones to "
           "other sides; "
           "a red arrow y lies between lion and cat, nearer to lion.");
}

void epreuve::draw_training(Figure& figure, const Bigrams& bigrams)
{
  constexpr int steps = 4096, every = 64;
  const arma::uword N = bigrams.N();
  figure.title("Gradient descent with the whole table as one batch").size(860, 480);
  figure.axes("step", "loss, nats per token").log_x();
  for (const arma::uword n : {1, 2, 4, 11}) {
    arma::mat A(n, N), B(N, n);
    for (arma::uword k = 0; k < A.n_elem; ++k) { // small, and without a symmetry: nothing random
      A(k) = 0.3 * std::sin(1 + 2.0 * double(k));
      B(k) = 0.3 * std::cos(2 + 3.0 * double(k));
    }
    std::vector<double> at, loss;
    for (int step = 0; step <= steps; ++step) {
      if (step % every == 0 || (step > 0 && (step & (step - 1)) == 0)) {
        at.push_back(step + 1);
        loss.push_back(bigram_loss(bigrams, B * A));
      }
      const arma::mat G = bigram_gradient(bigrams, B * A), to_A = B.t() * G;
      B -= 0.5 * G * A.t();
      A -= 0.5 * to_A;
    }
    figure.line(arma::vec(at), arma::vec(loss), fmt::format("n = {}", n));
  }
  figure.horizontal_line(bigram_entropy(bigrams), "entropy H")
      .caption("The loss of networks of n dimensions on the language's bigrams, by plain gradient "
               "descent on A and B "
               "with a rate of 1/2. None gets below the entropy of the next token given the one "
               "before; with n = N − 1 = 11 "
               "nothing is in the way but time.")
      .alt("Four falling curves of loss against steps on a logarithmic axis, ordered by n; the "
           "lowest, n = 11, approaches "
           "a horizontal line, the entropy.");
}

void epreuve::draw_zeros(Figure& figure, const arma::vec& even, const arma::vec& uneven,
                         const arma::vec& newton)
{
  const arma::vec t = arma::exp2(arma::regspace(0, double(even.n_elem) - 1));
  const arma::vec steps = arma::regspace(0, double(newton.n_elem) - 1);
  figure.title("Where a pair never occurs, the infimum is approached for ever").size(1000, 440);
  figure.panel("gradient descent").axes("time t = steps × rate", "excess, nats").log_x().log_y();
  figure.points(t, even, "2 of 6 tokens, 50 % each")
      .points(t, uneven, "3 of 6 tokens, 60, 25, 15 %")
      .line(t, 4.0 / 3 / t, "s (N − s)/N · 1/t, s = 2")
      .line(t, 1.5 / t, "the same, s = 3");
  figure.panel("Newton's method").axes("step", "excess, nats").log_y();
  figure.points(steps, newton, "2 of 6 tokens, 50 % each")
      .line(steps, newton.back() * arma::exp(steps.back() - steps), "a factor of e per step")
      .caption("The excess of one context over its entropy when some tokens never follow. Left: "
               "the gradient, "
               "starting from equal logits. Right: Newton's steps in the difference of the logits.")
      .alt("Left, a log-log plot: two rows of points that join two parallel lines of slope -1. "
           "Right, a "
           "plot with logarithmic ordinate: points that join a falling straight line.");
}

void epreuve::draw_loss_against_n(Figure& figure, const arma::mat& rows)
{
  figure.title("What too few dimensions lose").size(860, 500);
  figure.axes("n, dimensions of a token vector", "excess of the loss over the entropy, nats")
      .log_y();
  figure.x_ticks({1, 2, 3, 4, 5, 6, 7, 8, 9})
      .line_points(rows.col(0), rows.col(1), "trained network")
      .line_points(rows.col(0), rows.col(4), "bound, weighted")
      .line_points(rows.col(0), rows.col(3), "bound, columns centred")
      .line_points(arma::vec(rows.submat(0, 0, 7, 0)), arma::vec(rows.submat(0, 2, 7, 2)),
                   "bound by rank n + 1")
      .caption("Networks F = BA on the bigrams of twelve tokens. Above, the excess of the trained "
               "ones; below, "
               "what no network of n dimensions can undercut, by the singular values of ln P. From "
               "n = 10 on the "
               "excess is 0.")
      .alt("Four falling curves on a logarithmic axis against n from 1 to 9: the trained excess on "
           "top, three "
           "lower bounds below it.");
}

void epreuve::draw_pseudo_inverse(Figure& figure, const Bigrams& bigrams, const arma::mat& F,
                                  const arma::mat& projection)
{
  const auto centred = [](const arma::mat& M) {
    return arma::mat(M.each_row() - arma::mean(M, 0));
  };
  const auto panel = [&](const char* name, const arma::mat& M) {
    HeatMap look = labelled(bigrams.words);
    look.palette = Palette::diverging;
    const double most = arma::abs(M).max();
    look.range = Range{-most, most};
    figure.panel(name).heat_map(M, look).axes("token before", "next token");
  };
  figure.title("What B should be: what follows, not what was there").size(1380, 520);
  panel("ln P, columns centred", centred(arma::log(bigrams.P)));
  panel("F = B A, learned, n = 4", centred(F));
  panel("A⁺ A, the same A", projection);
  figure
      .caption("The logits that are to be learned, those that a network of four dimensions has "
               "learned, and those "
               "that the same embedding gives with its pseudo-inverse (chapter 02): a projection, "
               "which answers "
               "with the token put in and its neighbours.")
      .alt("Three 12 by 12 heat maps. The first two show the same pattern, the second less "
           "sharply; the third "
           "is symmetric and has positive entries on its diagonal.");
}

void epreuve::draw_tied(Figure& figure, const arma::mat& excess, double bound)
{
  const arma::vec n = arma::regspace(1, double(excess.n_rows));
  figure.title("Untied, symmetric, tied").size(860, 480);
  figure.axes("n, dimensions of a token vector", "excess of the loss over the entropy, nats")
      .y_range(0, 1.1 * excess.max());
  figure.x_ticks({1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
      .line_points(n, excess.col(2), "tied, AᵀA")
      .line_points(n, excess.col(1), "symmetric, AᵀDA")
      .line_points(n, excess.col(0), "untied, BA")
      .horizontal_line(bound, "no tied one is below")
      .caption("The same language, three kinds of networks. What is symmetric cannot know which of "
               "two words comes "
               "first; what is tied must believe besides that words repeat.")
      .alt("Three curves against n from 1 to 10. Untied falls to 0; symmetric falls and stays far "
           "above; tied is the "
           "highest and soon constant.");
}
