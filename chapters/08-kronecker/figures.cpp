#include "figures.hpp"

#include "epreuve/instruments/units.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::course;

static const HeatMap integers_shown{
    .range = Range{-10, 10}, .palette = Palette::diverging, .value_text = true, .digits = 0};

/// The panel of the example's A (x) B, with thick lines between its blocks.
static void draw_in_blocks(Figure& figure, const Example& example)
{
  figure.panel("A ⊗ B")
      .heat_map(kronecker(example.A, example.B), integers_shown)
      .axes("column", "row")
      .segment(2.5, 0.5, 2.5, 4.5, "", {.width = 3})
      .segment(0.5, 2.5, 4.5, 2.5, "", {.width = 3});
}

void epreuve::draw_blocks(Figure& figure, const Example& example)
{
  figure.title("The example's Kronecker product: a copy of B for each entry of A").size(960, 330);
  figure.panel("A").heat_map(example.A, integers_shown).axes("column", "row");
  figure.panel("B").heat_map(example.B, integers_shown).axes("column", "row");
  draw_in_blocks(figure, example);
  figure
      .caption("The Kronecker product of the worked example. The thick lines cut it into the "
               "blocks 1B, 2B, 3B and 4B, which stand where A has 1, 2, 3 and 4.")
      .alt("Three heat maps with their values: A with rows 1 2 and 3 4, B with rows 2 -1 and "
           "1 0, and the 4 by 4 matrix of the products, cut into four blocks by thick lines.");
}

void epreuve::draw_shuffle(Figure& figure)
{
  const arma::vec count = arma::regspace(1, 12);
  const HeatMap numbered{.value_text = true, .digits = 0};
  figure.title("Two orders of the same twelve numbers").size(1020, 360);
  figure.panel("place in vec(M)").axes("column of M", "row of M");
  figure.heat_map(unvec(count, 3, 4), numbered);
  figure.panel("place in vecᵣ(M)").axes("column of M", "row of M");
  figure.heat_map(unvec_rows(count, 3, 4), numbered);
  figure.panel("S").axes("place in vecᵣ(M)", "place in vec(M)");
  figure.heat_map(shuffle(3, 4))
      .segment(4.5, 0.5, 4.5, 12.5, "", {.ink = Ink::muted})
      .segment(8.5, 0.5, 8.5, 12.5, "", {.ink = Ink::muted})
      .caption("A matrix M of 3 rows and 4 columns: where each entry lands when columns are "
               "stacked, where when rows are, and the permutation S with vec(M) = S vecᵣ(M). "
               "The lines separate the rows of M: S deals one entry from each in turn.")
      .alt("Two 3 by 4 tables, numbered 1 to 12 down the columns and along the rows, and a "
           "12 by 12 permutation matrix whose ones lie on steep parallel lines.");
}

static std::vector<std::string> two_digits(const arma::vec& values)
{
  std::vector<std::string> texts;
  for (const double value : values)
    texts.push_back(fmt::format("{}{:.2f}", value < 0 ? "−" : "", std::abs(value)));
  return texts;
}

void epreuve::draw_eigenvalues(Figure& figure, const arma::vec& lambda, const arma::vec& mu,
                               const arma::vec& computed)
{
  const arma::vec place = arma::regspace(1, 12);
  const arma::mat products = lambda * mu.t();
  figure.title("The spectrum of A ⊗ B is the multiplication table of two spectra").size(920, 420);
  figure.panel("products λ μ").axes("μ, eigenvalues of B", "λ, eigenvalues of A");
  figure.heat_map(products, {.row_labels = two_digits(lambda),
                             .column_labels = two_digits(mu),
                             .palette = Palette::diverging,
                             .value_text = true});
  figure.panel("the same twelve numbers, sorted").axes("place in the sorted list", "eigenvalue");
  figure.line(place, arma::sort(vec(products)), "products λ μ, in closed form")
      .points(place, computed, "eigenvalues of A ⊗ B, computed")
      .caption("A has 2 on the diagonal and 1 next to it, B has 1 on the diagonal and 1 next to "
               "it. Left: the products of their eigenvalues. Right: these products, and the "
               "eigenvalues of the 12 x 12 matrix found by LAPACK.")
      .alt("A 4 by 3 table of products, and a curve of the sorted products on which the twelve "
           "computed eigenvalues lie.");
}

void epreuve::draw_rearrangement(Figure& figure, const Example& example)
{
  const auto& [A, B, M] = example;
  const arma::mat rearranged =
      kronecker_rearrangement(kronecker(A, B), arma::size(A), arma::size(B));
  HeatMap outer_product = integers_shown;
  outer_product.row_labels = {"a₁₁ = 1", "a₂₁ = 3", "a₁₂ = 2", "a₂₂ = 4"};
  outer_product.column_labels = {"b₁₁ = 2", "b₂₁ = 1", "b₁₂ = −1", "b₂₂ = 0"};
  figure.title("A Kronecker product, rearranged, is a multiplication table").size(920, 400);
  draw_in_blocks(figure, example);
  figure.panel("its rearrangement, vec(A) vec(B)ᵀ")
      .heat_map(rearranged, outer_product)
      .axes("entry of B", "entry of A")
      .caption("The Kronecker product of the worked example. Each of its blocks becomes a row of "
               "the rearrangement, which is the table of all products of an entry of A and an "
               "entry of B: a matrix of rank 1.")
      .alt("Two 4 by 4 heat maps with the same sixteen numbers. Left the Kronecker product, cut "
           "into four blocks; right the multiplication table of 1, 3, 2, 4 and 2, 1, -1, 0.");
}

static Figure& log_log_panel(Figure& figure, const char* title, const char* y_label)
{
  return figure.panel(title).log_x().log_y().axes("d", y_label);
}

void epreuve::draw_operations(Figure& figure, arma::SizeMat A, arma::SizeMat B)
{
  const arma::vec d = arma::exp2(arma::regspace(1, 0.25, 10.5));
  const arma::vec gpt2(2, arma::fill::value(std::sqrt(768.0 * 1024.0)));
  const std::vector<double> ticks{2, 8, 32, 128, 512};
  figure.title("Forming A ⊗ B against acting with it, all matrices d x d");
  log_log_panel(figure, "operations", "multiplications and additions")
      .x_ticks(ticks)
      .line(d, 3 * arma::pow(d, 4), "form and multiply: 3 d⁴")
      .line(d, 4 * arma::pow(d, 3), "act: 4 d³")
      .points(gpt2, arma::vec{kronecker_product_flops(A, B), kronecker_action_flops(A, B)},
              "GPT-2");
  log_log_panel(figure, "memory", "bytes")
      .x_ticks(ticks)
      .line(d, 8 * arma::pow(d, 4), "A ⊗ B: 8 d⁴")
      .line(d, 16 * arma::pow(d, 2), "B M and B M Aᵀ: 16 d²")
      .points(gpt2, arma::vec{kronecker_bytes(A, B), 16.0 * 768 * 1024}, "GPT-2")
      .horizontal_line(16e9, "16 GB")
      .caption("Operations and memory of forming the Kronecker product and multiplying by it, and "
               "of acting by two matrix products. GPT-2's sizes, 768 and 1024, stand at their "
               "geometric mean. In 16 GB the product fits up to d = 211.")
      .alt("Two log-log plots against d from 2 to 1448. Operations: a line of slope 4 above one "
           "of slope 3. Memory: a line of slope 4 that crosses 16 GB near 211, and one of slope 2. "
           "Points mark GPT-2 near 887: 1.9e12 against 2.8e9 operations, 4.9 TB against 13 MB.");
}

void epreuve::draw_measured(Figure& figure, const Growth& forming, const Growth& acting,
                            double gpt2_seconds, double free_bytes)
{
  const auto with_slope = [](const char* what, double slope) {
    return fmt::format("{}, slope {:.1f}", what, slope);
  };
  const double largest_d = std::pow(free_bytes / 8, 0.25);
  const arma::vec continued{64, 1200};
  figure.title("Forming A ⊗ B against acting with it: measured").size(920, 460).measured();
  log_log_panel(figure, "time", "seconds")
      .x_range(3, 1200)
      .line_points(forming.d, forming.seconds,
                   with_slope("form and multiply", forming.exponent_of_seconds()))
      .line_points(acting.d, acting.seconds, with_slope("act", acting.exponent_of_seconds()))
      .points(arma::vec{std::sqrt(768.0 * 1024.0)}, arma::vec{gpt2_seconds}, "act, GPT-2");
  log_log_panel(figure, "memory", "bytes of resident memory")
      .x_range(3, 1200)
      .y_range(1e3, 1e13)
      .line_points(forming.d, forming.bytes, with_slope("A ⊗ B", forming.exponent_of_bytes()))
      .line(continued, 8 * arma::pow(continued, 4), "8 d⁴, continued")
      .line_points(acting.d, acting.bytes, with_slope("B M and B M Aᵀ", acting.exponent_of_bytes()))
      .horizontal_line(free_bytes, "free here: " + with_unit(free_bytes, "B"))
      .vertical_line(largest_d, fmt::format("d = {:.0f}", std::floor(largest_d)))
      .caption(
          "Time of forming the Kronecker product of two d x d matrices and multiplying, and of "
          "acting; memory held by the results. The vertical line is the d from which the "
          "product no longer fits on the machine that drew this.")
      .alt("Two log-log plots of measurements: forming rises far more steeply than acting, in "
           "time and in memory, and meets the machine's free memory at a few hundred.");
}
