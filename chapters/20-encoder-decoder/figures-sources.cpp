#include "figures-sources.hpp"

#include "captioner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

using namespace epreuve::figures;
using namespace epreuve::instruments;

namespace epreuve {
namespace {

/// A caption in lines of at most so many letters.
std::string in_lines(const std::vector<std::string>& words, std::size_t most)
{
  std::string text;
  std::size_t length = 0;
  for (const std::string& word : words) {
    if (word == ".")
      continue;
    const bool fits = length + 1 + word.size() <= most;
    text += text.empty() ? "" : fits ? " " : "\n";
    length = fits && !text.empty() ? length + 1 + word.size() : word.size();
    text += word;
  }
  return text;
}

void show_picture(Figure& figure, const arma::mat& picture, double darkest = 1)
{
  figure.bare().heat_map(picture, {.range = Range{0, darkest}});
}

void frame_quarter(Figure& figure, arma::uword quarter)
{
  const double top = 4 * double(quarter / 2) + 0.5, left = 4 * double(quarter % 2) + 0.5;
  const Stroke stroke{.ink = Ink::accent, .width = 3};
  for (const double at : {0., 4.}) {
    figure.segment(left, top + at, left + 4, top + at, "", stroke);
    figure.segment(left + at, top, left + at, top + 4, "", stroke);
  }
}

/// The first picture of some use for which a condition holds.
const Captioned& first_of(Use use, const std::function<bool(const Captioned&)>& condition)
{
  const auto& all = captioned_pictures();
  return *std::ranges::find_if(
      all, [&](const Captioned& one) { return one.use == use && condition(one); });
}

bool has_different_forms(const Picture& picture)
{
  return picture.size() == 2 && picture[0].form != picture[1].form &&
         picture[0].large != picture[1].large && picture[0].dark != picture[1].dark &&
         picture[0].quarter + picture[1].quarter == 3;
}

bool has_withheld(const Picture& picture, Form form)
{
  return std::ranges::any_of(picture, [&](const Thing& thing) {
    return thing.form == form && is_withheld_combination(thing);
  });
}

} // namespace

void draw_copied(Figure& figure, const std::vector<CopiedShares>& networks)
{
  figure.title("A text said again").size(720, 420);
  figure.axes("symbols in the text", "share without a mistake").x_range(0.5, 16.5).y_range(0, 1.04);
  for (const auto& [name, mean, least, most] : networks) {
    const arma::vec n = arma::regspace(1, double(mean.n_elem));
    figure.error_bars(n, mean, least, most, name);
  }
  figure.vertical_line(12, "longest text in the training");
  figure
      .caption("Two LSTMs, one that reads and one that writes. Mean of five seeds at the best of "
               "three rates for each length; bars are 95 % intervals of the mean.")
      .alt(
          "Three falling curves over the length from 1 to 16: that of one vector of 16 numbers "
          "falls to zero between 4 and 9, that of 32 numbers between 6 and 12, that with attention "
          "after 11.");
}

void draw_copy_pattern(Figure& figure, const arma::mat& A)
{
  figure.title("Where attention looks while it says a text again").size(560, 480);
  figure.axes("state after symbol", "about to say symbol");
  figure.heat_map(A, {.range = Range{0, 1}, .scale_label = "weight"});
  figure
      .caption("Mean over 512 texts of 12 symbols. The diagonal is the place of the symbol that is "
               "to be said.")
      .alt("A square of 12 by 12 cells, dark along the diagonal.");
}

void draw_captions(Figure& figure)
{
  const std::vector<const Captioned*> shown{
      &first_of(Use::withheld,
                [](const Captioned& one) {
                  return has_different_forms(one.picture) && one.picture[0].form == Form::frame;
                }),
      &first_of(Use::withheld,
                [](const Captioned& one) {
                  return has_different_forms(one.picture) && one.picture[0].form == Form::triangle;
                }),
      &first_of(Use::withheld,
                [](const Captioned& one) { return one.has_two_alike() && !one.mistake; }),
      &first_of(Use::combination,
                [](const Captioned& one) {
                  return has_withheld(one.picture, Form::cross) && !one.mistake &&
                         one.picture.size() == 2;
                }),
      &first_of(Use::combination,
                [](const Captioned& one) {
                  return has_withheld(one.picture, Form::triangle) && !one.mistake &&
                         one.picture.size() == 2;
                }),
      &first_of(Use::combination, [](const Captioned& one) {
        return has_withheld(one.picture, Form::triangle) && one.mistake && one.picture.size() == 2;
      })};
  figure.title("What the network writes of pictures that it has never seen").size(900, 720);
  figure.columns(3);
  for (const Captioned* one : shown) {
    figure.panel(in_lines(written_of(one->picture), 26) + (one->mistake ? "\n(wrong)" : ""));
    show_picture(figure, drawn(one->picture));
  }
  figure
      .caption(
          "Above, pictures withheld by the hash. Below, pictures with a combination that the "
          "training did not have: a large dark cross, a small light triangle, and another one, "
          "which the network takes for something else. One training.")
      .alt("Six squares of 8 by 8 cells, each with a caption above it; the last one's is "
           "marked as wrong.");
}

void draw_gaze(Figure& figure)
{
  const Captioned& one = first_of(Use::withheld, [](const Captioned& some) {
    return has_different_forms(some.picture) && !some.mistake;
  });
  const std::vector<std::string> words = caption(one.picture);
  const arma::mat A = cross_attention_of(one.picture)[1].slice(0);
  figure.title("Where the first head of the upper block looks").size(900, 680).columns(3);
  figure.panel("the picture");
  show_picture(figure, drawn(one.picture));
  for (const arma::uword word : {3, 5, 7, 11, 14}) {
    figure.panel(fmt::format("asked for “{}”", words.at(word)));
    arma::mat weights(4, 4);
    for (arma::uword patch = 0; patch < 16; ++patch) // patches follow each other as one reads
      weights(patch / 4, patch % 4) = A(word, patch);
    show_picture(figure, arma::kron(weights, arma::mat(2, 2, arma::fill::ones)), 0.5);
    for (const Thing& thing : one.picture)
      frame_quarter(figure, thing.quarter);
  }
  figure
      .caption(fmt::format(
          "“{}”, a withheld picture. The weights of 16 patches, darkest from 0.5 on; frames are "
          "the quarters of the two things.",
          fmt::join(words, " ")))
      .alt("Six squares. The first is the picture; in the others the weights are on the thing that "
           "is named, when its noun is asked for.");
}

std::string head_name(arma::uword head)
{
  return fmt::format("block {}, head {}", head / 2 + 1, head % 2 + 1);
}

void draw_gaze_by_head(Figure& figure, const arma::mat& means, double equal)
{
  std::vector<std::string> heads;
  for (arma::uword head = 0; head < means.n_rows; ++head)
    heads.push_back(head_name(head));
  figure.title("Weight on a thing").size(720, 400);
  figure.axes("head of cross-attention", "mean weight").y_range(0, 1.1);
  figure.bars(heads, means.col(0), "on the thing, asked for its noun")
      .bars(heads, means.col(1), "on the other thing, then")
      .bars(heads, means.col(2), "on the thing, given its noun");
  figure.horizontal_line(equal, "equal weights");
  figure
      .caption("Withheld pictures with two different things, described rightly; the mean over both "
               "nouns. One training.")
      .alt("Four groups of three bars. In the upper block the first bar is near 1 and the other "
           "two are small.");
}

} // namespace epreuve
