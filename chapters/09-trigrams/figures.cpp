#include "figures.hpp"

#include "epreuve/figures/diagram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace epreuve::figures;
using namespace epreuve::instruments;

void epreuve::draw_losses(Figure& figure, const LossesBySize& losses)
{
  figure.title("What counting loses, and what it can never gain").size(860, 520);
  figure.log_x()
      .axes("words in the corpus", "nats per word")
      .x_range(200, 200'000)
      .y_range(0.7, 1.9)
      .line_points(losses.words, losses.bigrams, "bigrams")
      .line_points(losses.words, losses.trigrams, "trigrams")
      .line_points(losses.words, losses.gapped, "gapped trigrams")
      .horizontal_line(losses.floors(0))
      .horizontal_line(losses.floors(1))
      .horizontal_line(losses.floors(3))
      .text(220, losses.floors(0) + 0.04, "best of 1 word", Align::left, Ink::muted)
      .text(220, losses.floors(1) + 0.04, "best of 2 words", Align::left, Ink::muted)
      .text(220, losses.floors(3) + 0.04, "entropy rate", Align::left, Ink::muted)
      .caption(
          "The mean loss on 4000 sentences that no model has seen, after learning from 125 to "
          "8000 others. The horizontal lines are exact: no model that sees one word, or two, gets "
          "below its "
          "line, and no model at all below the lowest.")
      .alt("Three falling curves against the number of words. Bigrams come to rest at 1.32, "
           "trigrams near "
           "1.04, gapped trigrams below that, near 0.98, above the line of the entropy rate at "
           "0.84.");
}

void epreuve::draw_convergence(Figure& figure, const Convergence& seen, double pairs)
{
  const double triples = seen.free_triples;
  const arma::vec n{14'000, 145'000};
  const auto wilks = [&](double d) { return arma::vec(d / 2 / n); };
  figure.title("Forty corpora against the truth").size(960, 460);
  figure.panel("total variation")
      .log_x()
      .log_y()
      .axes("words in the corpus", "distance of the tables")
      .x_ticks({20'000, 50'000, 100'000})
      .points(seen.words, seen.variation, "pairs")
      .points(seen.words, seen.variation_triples, "triples")
      .line(n, 6 / arma::sqrt(n), "slope −1/2");
  figure.panel("gain of the own frequencies")
      .log_x()
      .log_y()
      .axes("words in the corpus", "nats per word")
      .x_ticks({20'000, 50'000, 100'000})
      .points(seen.words, seen.gain, "pairs")
      .points(seen.words, seen.gain_triples, "triples")
      .line(n, wilks(pairs), fmt::format("{:.0f}/2n", pairs))
      .line(n, wilks(triples), fmt::format("{:.0f}/2n", triples))
      .caption(
          "Ten corpora of each of four sizes. Left: half the sum of the absolute errors of "
          "the counted "
          "table. Right: how much better a corpus is explained by its own frequencies than by "
          "the truth; "
          "the lines are what it comes to for pairs, 241/2n, and what it would be for a chain of "
          "triples.")
      .alt("Two log-log plots of points in four clusters. Total variation falls along a line of "
           "slope minus a "
           "half, triples above pairs. The gain falls along two lines of slope minus 1, triples "
           "four times as "
           "high as pairs.");
}

void epreuve::draw_smoothing(Figure& figure, const SmoothingCurves& curves)
{
  const auto& [lambda, D, excess, discounted, laplace] = curves;
  const char* const sizes[] = {"1000 words", "8000 words", "64 000 words"};
  figure.title("How much to add to what was never seen").size(960, 460);
  figure.panel("λ added to every count").log_x().log_y().axes("λ", "nats above the best of 1 word");
  figure.y_range(1e-3, 3);
  for (arma::uword i = 0; i < 3; ++i)
    figure.line(lambda, excess.col(i), sizes[i]);
  figure.vertical_line(1, "Laplace");
  figure.panel("D taken from every count").log_y().axes("D", "nats above the best of 1 word");
  figure.y_range(1e-3, 3);
  for (arma::uword i = 0; i < 3; ++i)
    figure.line(D, discounted.col(i), sizes[i]);
  figure
      .caption("Bigrams learned from three corpora, judged by the truth. Left: λ is added to each "
               "of the 6400 "
               "counts, most of which are of pairs that cannot be. Right: D is taken from each "
               "count and given "
               "to words in proportion to how many different words they follow.")
      .alt(
          "Two panels of three curves, lower for larger corpora. By λ each curve has a flat "
          "minimum between "
          "0.0001 and 0.02 and rises steeply to Laplace's 1. By D each curve varies by a factor of "
          "two or three.");
}

void epreuve::draw_signing(Figure& figure, const arma::mat& P,
                           const std::vector<std::string>& contexts,
                           const std::vector<std::string>& completions)
{
  figure.title("What one signs, exactly").size(980, 420);
  figure
      .heat_map(16 * P, {.row_labels = contexts,
                         .column_labels = completions,
                         .range = Range{0, 8},
                         .value_text = true,
                         .digits = 0,
                         .scale_label = "probability, in sixteenths",
                         .square_cells = false})
      .axes("completion", "context … last word")
      .caption("The document's three contexts in the French twin of the language: exact "
               "probabilities of what "
               "is signed. The last row is what a bigram knows.")
      .alt("A table of four rows and nine columns. In each of the first three rows three "
           "neighbouring columns "
           "have 8, 4 and 4 sixteenths, and all others 0; the last row spreads over all nine.");
}

void epreuve::draw_petit_chat(Figure& figure)
{
  figure.title("Attention to the words of a sentence, as the document invents it").size(720, 400);
  figure
      .bars({"le petit", "chat", "noir", "mange"}, arma::vec{0.05, 0.40, 0.05, 0.50}, "",
            {.value_text = true, .digits = 2})
      .axes("word", "weight")
      .y_range(0, 0.6)
      .caption("The document's table: 5, 40, 5 and 50 %, which sum to 1. The subject and the verb "
               "have nine "
               "tenths of the attention.")
      .alt("Four bars: le petit 0.05, chat 0.40, noir 0.05, mange 0.50.");
}

void epreuve::draw_copying(Figure& figure, const arma::vec& knob, const arma::vec& bigram,
                           const arma::vec& gapped)
{
  figure.title("What a name that returns is worth").size(820, 460);
  figure.axes("how often the second name is the first", "best loss after then, nats")
      .y_range(0, 1.8)
      .line(knob, bigram, "first name unknown")
      .line(knob, gapped, "first name known")
      .vertical_line(0.75, "the language as it is")
      .caption("The least loss per name after then, with the first name known and unknown, exact "
               "for every "
               "setting of the knob. At one in five the first name says nothing.")
      .alt("Two curves that start together at 1.61 for 0.2. The upper one stays near 1.5; the "
           "lower one falls, "
           "steeper and steeper, to 0 at 1.");
}

void epreuve::draw_head(Figure& figure)
{
  figure.title("One head, two tables");
  draw(figure,
       flow({column({"a", "⋮", "x"}).above("words").named("words"),
             box("α(x, s)\nW_Q, W_K").below("who is looked at"),
             box("m(s, u)\nW_V, W_O").below("what it says"),
             box("logits\nof u", Ink::accent).named("logits")},
            {"E", "softmax", "Eᵀ"}),
       {arrow("words", "logits", "B(x, u), past the head: a bigram").around(Side::above)});
  figure
      .caption("What is left of a layer where each word has one vector. Queries and keys make a "
               "table of attention, "
               "values and output make a table of what each word says for the next; the residual "
               "stream carries "
               "the last word past both.")
      .alt("A diagram: words, an arrow to the table alpha of x and s made by W Q and W K, an arrow "
           "to the table m "
           "of s and u made by W V and W O, an arrow to the logits; above, an arrow from the words "
           "past both "
           "tables to the logits.");
}

void epreuve::draw_dial(Figure& figure, arma::uword completions)
{
  const double S = double(completions) + 1;
  const arma::vec share = arma::linspace(0, 1, 121);
  figure.title("Attention as a dial: each completion is the best somewhere").size(860, 500);
  figure.axes("share of the attention that the context gets", "logit, less that of the best")
      .x_range(0, 1)
      .y_range(-6, 0.5);
  arma::mat logits(share.n_elem, completions);
  for (arma::uword i = 0; i < completions; ++i) {
    const double u = double(i) + 1;
    logits.col(i) = -u * u + 2 * u * S * share;
  }
  logits.each_col() -= arma::vec(arma::max(logits, 1));
  for (arma::uword i = 0; i < completions; ++i)
    figure.line(share, logits.col(i), fmt::format("u = {}", i + 1));
  figure
      .caption("The logits of five completions against the best of them, while the last word looks "
               "away from itself "
               "and at the context. At the setting t/6 completion t is the best, the next ones are "
               "1 below it. Two "
               "attention weights per pair, and every table of pairs is completed.")
      .alt("Five broken lines, one for each completion. Each is 0 on a stretch of its own, from "
           "left to "
           "right around 1/6, 2/6, 3/6, 4/6 and 5/6, and falls to both sides of it.");
}

void epreuve::draw_exclusive_or(Figure& figure)
{
  const arma::vec k = arma::linspace(0, 3, 91);
  figure.title("Exactly one of two words").size(960, 440);
  figure.panel("one head: a half-plane")
      .axes("how often a", "how often b")
      .x_range(-0.5, 1.5)
      .y_range(-0.5, 1.5)
      .points(arma::vec{0, 1}, arma::vec{0, 1}, "u")
      .points(arma::vec{0, 1}, arma::vec{1, 0}, "v")
      .line(arma::vec{-0.5, 1.0}, arma::vec{1.0, -0.5}, "where a head is undecided");
  figure.panel("two heads and a bigram")
      .axes("how many of the two stand in the sentence", "preference of u over v")
      .y_range(-3, 3)
      .line(k, arma::vec(1 - 8 * 99 * k / (99 * k + 1) + 12 * k / (k + 1)),
            "1 − 8·99k/(99k+1) + 12k/(k+1)")
      .points(arma::vec{0, 1, 2}, arma::vec{1, 7 - 7.92, 9 - 8.0 * 198 / 199}, "0, 1, 2 words")
      .horizontal_line(0)
      .caption("For a given last word one head, with or without a bigram term, decides between u "
               "and v by a "
               "weighted count, and no line has v after one word and u after none or both. Two "
               "heads have two "
               "normalisers, and their sum changes sign twice.")
      .alt("Left: four points of a square, opposite corners alike, and a line that cannot part "
           "them. Right: a curve "
           "over k that is 1 at 0, negative at 1 and positive at 2.");
}
