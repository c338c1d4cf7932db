#include "figures-purpose.hpp"

#include "epreuve/chapter.hpp"
#include "purposeful_heads.hpp"
#include "subjects.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::course;
using epreuve::language::english;

void epreuve::draw_purposes(Figure& figure)
{
  const WordsAndPlaces& sizes = english_sizes();
  const auto text = english().encode(". the cat that the women see sits");
  const auto agree = [](language::Word verb, language::Word noun) {
    const std::vector<Part>& parts = parts_of_english();
    return agree_in_number(parts[verb], parts[noun]) ? 1. : 0.;
  };
  std::vector<std::string> words;
  for (const language::Word word : text)
    words.push_back(english().words()[word]);
  figure.title("Four heads over one sentence").size(760, 800).columns(2);
  const auto panel = [&](const std::string& title, const arma::mat& M) {
    arma::mat A = pattern_of(M, 4, sizes, text);
    A.elem(arma::trimatu_ind(arma::size(A), 1)).fill(arma::datum::nan);
    figure.panel(title).axes("keys", "queries");
    figure.heat_map(A, {.row_labels = words, .column_labels = words, .range = Range{0, 1}});
  };
  panel("the word before me", previous_word(sizes));
  panel("the first word", one_place(sizes, 1));
  panel("where I stood before", same_word(sizes));
  panel("my subject, by number", SubjectTables{agree}.matrix(sizes));
  figure.caption(
      "Patterns of four built heads, e^c = 55; each row is one query, and sums to 1. Two words "
      "ask for a subject, and each finds the noun of its number. The others, in that "
      "head, have nothing to ask, and look at all alike.");
  figure.alt(
      "Four triangular heat maps over the words: full stop, the, cat, that, the, women, see, sits. "
      "In the first the diagonal below the main one is dark, in the second the column of the first "
      "word; in the third the second \"the\" is dark at the first one and all others at the full "
      "stop; in the "
      "fourth \"see\" is dark at \"women\" and \"sits\" at \"cat\", the other rows are even.");
}

arma::mat epreuve::shares_before(const arma::vec& scales)
{
  const arma::vec at = words_at_places();
  arma::mat shares(scales.n_elem, 2, arma::fill::zeros);
  for (arma::uword i = 0; i < scales.n_elem; ++i) {
    const arma::mat clock = one_wave_pattern(scales(i), at.n_elem);
    for (arma::uword k = 1; k < at.n_elem; ++k)
      shares.row(i) += at(k) / arma::accu(at) *
                       arma::rowvec{1 / (1 + double(k) * std::exp(-scales(i))), clock(k, k - 1)};
  }
  return shares;
}

void epreuve::draw_clock(Figure& figure, const arma::vec& scales, const arma::mat& shares)
{
  figure.title("How decided a head is that looks for the word before").size(720, 380);
  figure.axes("scale c of the scores", "mean weight of the word before").log_x();
  figure.x_range(0.5, 1024).y_range(0, 1).x_ticks({0.5, 1, 4, 16, 64, 256, 1024},
                                                  {"0.5", "1", "4", "16", "64", "256", "1024"});
  figure.line(scales, shares.col(0), "one-hot places, r = 17");
  figure.line(scales, shares.col(1), "places on a clock, r = 2");
  figure.caption(
      "The mean over all words of the language, exact in the one case. Both heads find the word "
      "before always; the one of dimension 2 needs scores some fifteen times as large to be as "
      "sure.");
  figure.alt("Two rising curves against the scale, logarithmic. One-hot places pass one half near "
             "c = 1.5 and "
             "reach 1 near 8; the clock passes one half near 20 and reaches 1 near 200.");
}

void epreuve::draw_subjects(Figure& figure)
{
  const std::vector<std::pair<std::string, std::vector<std::string>>> groups{
      {"sees, loves", {"sees", "loves"}},
      {"see, love", {"see", "love"}},
      {"sits, eats", {"sits", "eats", "sit", "eat"}},
      {"sleeps", {"sleeps", "sleep"}},
      {"signs, reads", {"signs", "reads"}},
      {"all verbs", {}}};
  std::vector<std::string> labels;
  for (const auto& [label, verbs] : groups)
    labels.push_back(label);
  figure.title("Verbs that look at their subject most").size(760, 440);
  figure.axes("verbs", "part, exactly").y_range(0, 1);
  for (const auto& [name, tables] : subject_heads()) {
    arma::vec parts(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto& verbs = groups[i].second;
      parts(i) = double(accuracy(tables.score(), [&](language::Word verb) {
        return verbs.empty() || std::ranges::find(verbs, english().words()[verb]) != verbs.end();
      }));
    }
    figure.bars(labels, parts, name);
  }
  figure.caption(
      "Five heads, each with more in its tables, and how often their verbs look at the subject "
      "most, in fractions. Signs and reads come after \"with her cat\", and a cat signs nothing. "
      "The last head is always right, by counting places.");
  figure.alt(
      "Groups of five bars. For all verbs they rise from 0.86 over 0.90, 0.96 and 0.98 to 1. For "
      "signs "
      "and reads the first two are at one half, the others at 1; for sees, see and sleeps the "
      "fourth is still below 1, and the fifth is 1 everywhere.");
}
