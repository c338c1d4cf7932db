#include "epreuve/figures/head_view.hpp"

#include "epreuve/error.hpp"
#include "epreuve/figures/text_width.hpp"
#include "epreuve/figures/theme.hpp"
#include "epreuve/shape.hpp"
#include "epreuve/text.hpp"

#include <algorithm>

namespace epreuve::figures {

namespace {

constexpr double rounding = 1e-5;     ///< what a softmax in float may exceed 1 by
constexpr double visible = 0.5 / 255; ///< opacity of the faintest line that is not paper white
constexpr double reach = 90;          ///< pixels that the lines have across, at least

void require_pattern(const std::vector<std::string>& tokens, const arma::mat& pattern)
{
  const auto K = static_cast<arma::uword>(tokens.size());
  if (tokens.empty())
    throw Error("head_view: tokens is empty, expected at least one");
  if (pattern.n_rows != K || pattern.n_cols != K)
    throw Error("head_view: pattern is {}, expected {} x {}, a row and a column per token",
                shape(pattern), K, K);
  for (arma::uword i = 0; i < K; ++i)
    for (arma::uword j = 0; j < K; ++j)
      if (!(pattern(i, j) >= 0 && pattern(i, j) <= 1 + rounding))
        throw Error("head_view: pattern({}, {}) is {}, expected a weight from 0 to 1", i, j,
                    pattern(i, j));
}

} // namespace

void head_view(Figure& figure, const std::vector<std::string>& tokens, const arma::mat& pattern)
{
  require_pattern(tokens, pattern);
  double widest = text_width("query", theme::font);
  for (const std::string& token : tokens)
    widest = std::max(widest, text_width(printable(token), theme::font));
  const double margin = (widest + 12) / reach;
  const auto row = [](arma::uword i) { return -static_cast<double>(i); };
  figure.bare().x_range(-margin, 1 + margin).y_range(row(pattern.n_rows) + 0.4, 1.5);

  constexpr double beside = 0.06;
  figure.text(-beside, 1, "query", Align::right, Ink::muted);
  figure.text(1 + beside, 1, "key", Align::left, Ink::muted);
  for (arma::uword i = 0; i < pattern.n_rows; ++i) {
    figure.text(-beside, row(i), tokens[i], Align::right);
    figure.text(1 + beside, row(i), tokens[i], Align::left);
  }
  for (const arma::uword k : arma::uvec(arma::stable_sort_index(arma::vectorise(pattern)))) {
    const double weight = std::min(pattern(k), 1.0);
    if (weight >= visible)
      figure.segment(0, row(k % pattern.n_rows), 1, row(k / pattern.n_rows), "",
                     {.ink = Ink::accent, .width = 2.5, .opacity = weight});
  }
}

} // namespace epreuve::figures
