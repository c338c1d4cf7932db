#include "figures.hpp"

#include "epreuve/logs/masked.hpp"
#include "epreuve/logs/twins.hpp"
#include "two_layers.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using epreuve::figures::Figure;

void epreuve::draw_untrained(Figure& figure)
{
  const std::vector<std::string>& words = instruments::six_words();
  figure.title("The word “thanks”: before training, and what is wanted").size(720, 380);
  figure.axes("word", "probability").y_range(0, 1.05);
  figure.bars(words, {0.22, 0.15, 0.17, 0.11, 0.19, 0.16}, "untrained (invented)");
  figure.bars(words, {0, 0, 0, 1, 0, 0}, "correct");
  figure.caption("iaetnous's figure, which the copy has lost, redrawn: an untrained output, whose "
                 "numbers are ours, and the one-hot vector of “thanks”.");
  figure.alt("Two bars for each of six words. Before training all are between 0.1 and 0.25. The "
             "correct ones are 0, except that of thanks, which is 1.");
}

void epreuve::draw_targets(Figure& figure, const arma::mat& targets, const arma::mat& of_one,
                           const arma::mat& of_both)
{
  figure.title("What is wanted at each place, and what comes out").size(1100, 370);
  const auto panel = [&](const char* title, const arma::mat& law) {
    figure.panel(title).axes("after", "next word");
    figure.heat_map(law, {.row_labels = instruments::six_words(),
                          .column_labels = {"<eos>", "I", "am", "a", "student"},
                          .range = figures::Range{0, 1},
                          .value_text = true,
                          .digits = 2});
  };
  panel("targets of “I am a student”", targets);
  panel("trained on it", of_one);
  panel("“thanks” in a quarter of the texts", of_both);
  figure.caption(
      "Columns are places: after <eos> comes I, and so on. A network of two layers "
      "trained on one sentence tends to its one-hot vectors. With a second sentence in a "
      "quarter of the texts, it tends to ¾ and ¼ at the first place.");
  figure.alt(
      "Three tables of six words by five places. The first has a 1 in each column. The second "
      "has the same numbers, to two digits. In the third, the first column has 0.75 for I "
      "and 0.25 for thanks.");
}

void epreuve::draw_gibbs(Figure& figure)
{
  figure.title("Cross-entropy of two words").size(720, 420);
  figure.axes("q, the probability that the model gives to the first word", "H(p, q) in nats");
  figure.x_range(0, 1).y_range(0, 2.5);
  for (const auto& [p, name] : {std::pair{0.5, "p = 1/2"}, {0.75, "p = 3/4"}, {1.0, "p = 1"}}) {
    const double of_first = p;
    figure.curve(
        [of_first](double q) {
          return -of_first * std::log(q) - (of_first == 1 ? 0 : (1 - of_first) * std::log(1 - q));
        },
        0.005, 0.995, 199, name);
  }
  figure.vertical_line(0.5).vertical_line(0.75);
  figure.caption(
      "Each curve is least at q = p, where it is the entropy of p: ln 2, 0.56 and 0. For "
      "p = 1, a one-hot target, the least is only reached at the edge.");
  figure.alt(
      "Three curves over q from 0 to 1. Those of p = 1/2 and 3/4 are bowls with the lowest "
      "point at q = p, marked by vertical lines, above 0. That of p = 1 falls to 0 at q = 1.");
}

void epreuve::draw_surface(Figure& figure)
{
  const double p = 0.75;
  figure.title("The loss of two logits, and descents").size(1000, 460);
  figure.panel("level lines of the loss, p = ¾").axes("logit of yes", "logit of no");
  const double left = -6, right = 10, bottom = -6, top = 6;
  figure.x_range(left, right).y_range(bottom, top).equal_axes();
  for (int level = -11; level <= 15; ++level) { // the loss depends on yes - no alone
    const double from = std::max(left, bottom + level), to = std::min(right, top + level);
    figure.segment(from, from - level, to, to - level, "",
                   {.ink = level == 1 ? figures::Ink::plain : figures::Ink::muted,
                    .width = level == 1 ? 2.0 : 1.0,
                    .opacity = level == 1 ? 1 : 0.5});
  }
  const std::vector<std::pair<double, std::string>> rates{
      {1, "rate 1"}, {5, "rate 5"}, {12, "rate 12"}};
  const double starts[] = {-3, 0, 3};
  std::vector<arma::vec> losses;
  for (std::size_t k = 0; k < rates.size(); ++k) {
    arma::vec yes(13), no(13), loss(13);
    yes(0) = starts[k] - 0.5;
    no(0) = starts[k] + 1.5;
    for (arma::uword step = 0; step < 13; ++step) {
      const double q = 1 / (1 + std::exp(no(step) - yes(step)));
      loss(step) = -p * std::log(q) - (1 - p) * std::log(1 - q);
      if (step < 12) {
        yes(step + 1) = yes(step) - rates[k].first * (q - p);
        no(step + 1) = no(step) + rates[k].first * (q - p);
      }
    }
    figure.line_points(yes, no, rates[k].second);
    losses.push_back(loss);
  }
  figure.panel("loss").axes("step", "nats").y_range(0, 3.5);
  for (std::size_t k = 0; k < rates.size(); ++k)
    figure.line_points(arma::regspace(0, 12), losses[k], rates[k].second);
  figure.horizontal_line(-p * std::log(p) - (1 - p) * std::log(1 - p), "entropy");
  figure.caption(
      "Left: only the difference of the logits matters, so level lines are parallel, and "
      "descent crosses them at a right angle; the darker line is near the bottom, at ln 3. "
      "Right: rate 1 settles, rate 5 oscillates and settles, rate 12, which is beyond 16/3, "
      "never does.");
  figure.alt(
      "Left, parallel level lines rising to the right, and three descents at right angles to "
      "them. Right, three curves of the loss: one falls to the entropy, 0.56, at once, one "
      "swings towards it, and one goes on jumping up, to 3 and down again.");
}

void epreuve::draw_both_sides(Figure& figure, const arma::vec& least)
{
  figure.title("How certain a word can be, seen from where").size(720, 380);
  figure.axes("what is known", "least loss, nats per word");
  figure.bars({"word before", "both neighbours", "all words before", "all other words"}, least, "",
              {.value_text = true, .digits = 2});
  figure.caption("The suite's English: the first three are computed from its exact probabilities, "
                 "the last one is a mean over 300 sentences of exact laws.");
  figure.alt("Four bars: both neighbours are worth more than the word before, and all other words "
             "more than all words before.");
}

void epreuve::draw_masked(Figure& figure)
{
  std::vector<double> steps, missing, impossible;
  for (const logs::MaskedMark& mark : logs::masked().marks)
    if (mark.step > 0) { // the axis is logarithmic
      steps.push_back(mark.step);
      missing.push_back(mark.missing);
      impossible.push_back(mark.impossible);
    }
  figure.title("A masked Transformer learns English").size(720, 400);
  figure.axes("steps of 16 sentences", "mean over holes").log_x().log_y().y_range(0.005, 5);
  figure.x_ticks({50, 200, 800, 3000}).y_ticks({0.01, 0.1, 1});
  figure.line_points(arma::vec(steps), arma::vec(missing), "KL from the exact law, nats");
  figure.line_points(arma::vec(steps), arma::vec(impossible),
                     "probability of words that make no sentence");
  figure.caption(
      "Each word of 100 sentences is hidden by itself. Both means would be 0 for the exact "
      "law. One training.");
  figure.alt("Two falling curves on logarithmic axes, from step 50 to step 6000.");
}

void epreuve::draw_fillings(Figure& figure, const arma::vec& sentences)
{
  figure.title("Words filled in independently, each from its exact law").size(720, 380);
  figure.axes("hidden words of eight", "probability of a sentence").y_range(-0.03, 1.05);
  figure.line_points(arma::regspace(1, double(sentences.n_elem)), sentences);
  figure.caption(
      "English sentences of eight words, \".\" among them; which words are hidden is drawn by "
      "lot. Each point is a mean of exact probabilities.");
  figure.alt(
      "A curve that falls slowly from 1 at one hidden word to about a half at seven, and then to "
      "nearly 0 at eight.");
}

void epreuve::draw_forgetting(Figure& figure)
{
  using logs::TwinsMark;
  figure.title("A model of English goes on with French").size(1000, 420);
  const auto panel = [&](const char* title, double TwinsMark::* distance) {
    figure.panel(title).axes("steps of French", "KL, nats per word").log_y().y_range(0.03, 20);
    for (const std::string_view training : {"fine-tuning", "from nothing", "with English"}) {
      std::vector<double> steps, distances;
      for (const TwinsMark& mark : logs::twins().marks)
        if (mark.training == training) {
          steps.push_back(mark.step);
          distances.push_back(mark.*distance);
        }
      figure.line_points(arma::vec(steps), arma::vec(distances), std::string(training));
    }
  };
  panel("French", &TwinsMark::french_later);
  panel("English", &TwinsMark::english_later);
  figure.caption(
      "Mean divergence of a model from the exact laws of the next word, after the first "
      "word of a sentence. Left: a model of English learns French no sooner than one that "
      "begins from nothing. Right: it forgets English, unless half of its texts are "
      "English.");
  figure.alt(
      "Two panels over 300 steps, logarithmic. Left, French: all three curves fall to 0.2 or "
      "0.3; that from nothing is lowest between step 20 and 150. Right, English: that of "
      "fine-tuning rises from 0.06 to 5, that from nothing from 4 to 10, and that with English "
      "stays near 0.1.");
}
