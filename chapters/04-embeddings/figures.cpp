#include "figures.hpp"

#include "epreuve/chapter.hpp"
#include "epreuve/figures/diagram.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/reference.hpp"
#include "epreuve/math/patches.hpp"
#include "near_orthogonal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::course;

void epreuve::draw_where_the_weights_are(Figure& figure)
{
  const auto millions = [](std::initializer_list<const char*> endings) {
    double sum = 0;
    for (const char* ending : endings)
      sum += arma::accu(published_sizes(ending));
    return sum / 1e6;
  };
  const arma::vec parts{
      millions({"wte.weight"}), millions({"wpe.weight"}),
      millions(
          {"attn.c_attn.weight", "attn.c_attn.bias", "attn.c_proj.weight", "attn.c_proj.bias"}),
      millions({"mlp.c_fc.weight", "mlp.c_fc.bias", "mlp.c_proj.weight", "mlp.c_proj.bias"}),
      millions(
          {"ln_1.weight", "ln_1.bias", "ln_2.weight", "ln_2.bias", "ln_f.weight", "ln_f.bias"})};
  figure.title("Where the 124 million weights of GPT-2 are")
      .axes("part", "weights, in millions")
      .bars({"tokens", "positions", "attention", "MLPs", "norms"}, parts, "",
            {.value_text = true, .digits = 2})
      .caption("The embedding of tokens has 38.60 million weights, 31 of a hundred, more than all "
               "attention "
               "heads together.")
      .alt(fmt::format(
          "Bars: tokens {:.2f}, positions {:.2f}, attention {:.2f}, MLPs {:.2f} and norms {:.2f} "
          "million weights.",
          parts(0), parts(1), parts(2), parts(3), parts(4)));
}

void epreuve::draw_boxes(Figure& figure)
{
  const auto word = [](const char* text, Ink ink) {
    return stack({label(text), to("E", Side::below), column({"x₁", "x₂", "⋮", "x₅₁₂"}, ink)});
  };
  figure.title("Each word becomes a vector");
  draw(figure,
       row({word("je", Ink::plain), word("suis", Ink::accent), word("étudiant", Ink::muted)})
           .spaced(3));
  figure
      .caption("Four boxes stand for 512 numbers. Each word has its own column, and all columns "
               "together, one for "
               "every word of the vocabulary, are the matrix E.")
      .alt("Three words, je, suis and étudiant, and below each an arrow to a column of four boxes, "
           "labelled x1, "
           "x2, dots and x512.");
}

void epreuve::draw_patches(Figure& figure)
{
  arma::cube image(8, 8, 1);
  for (arma::uword i = 0; i < 8; ++i)
    for (arma::uword j = 0; j < 8; ++j) {
      const double y = double(i) - 3.5, x = double(j) - 3.5;
      image(i, j, 0) = std::abs(std::sqrt(x * x + y * y) - 3) < 0.7 ? 3 : x > 0 && y > 0 ? 2 : 1;
    }
  const HeatMap shown{.range = Range{0, 4}, .value_text = true, .digits = 0};
  figure.title("An image, and the same as a matrix of patches").size(1000, 470);
  figure.panel("8 x 8 pixels, P = 4").axes("column of pixels", "row of pixels");
  figure.heat_map(image.slice(0), shown)
      .segment(4.5, 0.5, 4.5, 8.5, "", {.width = 3})
      .segment(0.5, 4.5, 8.5, 4.5, "", {.width = 3});
  figure.panel("its patches, 16 x 4").axes("patch", "pixel of the patch");
  figure.heat_map(patches(image, 4), shown)
      .caption("The thick lines cut the image into four patches. Each is laid out as a column, its "
               "own columns on top "
               "of each other; patches follow as one reads. Nothing is lost, and a dense layer now "
               "acts on columns, "
               "as on tokens.")
      .alt("Two heat maps with numbers from 1 to 3: an 8 by 8 image of a ring cut into four "
           "squares, and a matrix of "
           "16 rows and 4 columns with the same numbers.");
}

static double log10_of(const Integer& count)
{
  return rounded(log10(Reference(count)));
}

void epreuve::draw_how_many_directions(Figure& figure)
{
  const arma::vec thousandths = arma::regspace(40, 5, 200);
  arma::vec above(thousandths.n_elem), below(thousandths.n_elem), greedy(thousandths.n_elem);
  for (arma::uword i = 0; i < thousandths.n_elem; ++i) {
    const Rational epsilon(long(thousandths(i)), 1000);
    above(i) = log10_at_most_directions(768, thousandths(i) / 1000);
    below(i) = std::max(log10_of(polynomial_directions(768, epsilon).count), std::log10(768));
    greedy(i) = log10_of(gilbert_directions(768, epsilon));
  }
  figure.title("How many directions of ℝ⁷⁶⁸ have cosines up to ε")
      .axes("ε, the largest |cos| of two of them", "log₁₀ of their number")
      .line(thousandths / 1000, above, "at most (polynomials of Levenshtein)")
      .line(thousandths / 1000, below, "at least (polynomials modulo a prime)")
      .line(thousandths / 1000, greedy, "by chance (Gilbert)")
      .horizontal_line(std::log10(768), "the axes: 768")
      .legend_at(Corner::above)
      .caption("The truth lies between the first two curves. The upper one is proven by a "
               "polynomial of degree 4 at "
               "0.05, of 24 at 0.2; the lower one by vectors that can be written down. Chance "
               "finds fewer than the "
               "768 axes below 0.115.")
      .alt("Curves against epsilon from 0.04 to 0.2. The upper bound rises from below 6 to 26, the "
           "lower from 4 to "
           "10, in steps; the curve of chance begins near 0.6, crosses the horizontal line at 2.9 "
           "near 0.11 and "
           "ends at 7.5.");
}

void epreuve::draw_random_cosines(Figure& figure)
{
  // density of a coordinate on the sphere: Γ(n/2) / (√π Γ((n-1)/2)) (1 - t²)^((n-3)/2)
  const auto density = [](double n) {
    const double scale =
        std::exp(std::lgamma(n / 2) - std::lgamma((n - 1) / 2)) / std::sqrt(arma::datum::pi);
    return [=](double t) { return scale * std::pow(1 - t * t, (n - 3) / 2); };
  };
  figure.title("Cosines of two random directions")
      .axes("cosine", "density")
      .curve(density(3), -0.5, 0.5, 401, "n = 3")
      .curve(density(30), -0.5, 0.5, 401, "n = 30")
      .curve(density(768), -0.5, 0.5, 401, "n = 768")
      .vertical_line(-0.1, "±0.1")
      .vertical_line(0.1)
      .caption("In 768 dimensions nearly all pairs of random directions have a cosine below 0.1: "
               "it is about 1/√768 = "
               "0.036. In three dimensions every cosine is as likely as any other.")
      .alt("Three densities on cosines from -0.5 to 0.5: flat at 0.5 for n = 3, a low bell for n = "
           "30, and for n = 768 "
           "a narrow peak of height 11 at 0, nearly all of it between lines at -0.1 and 0.1.");
}

void epreuve::draw_lines_meet_once(Figure& figure)
{
  constexpr arma::uword q = 7, r = 5;
  arma::mat grid(q, r, arma::fill::zeros);
  for (arma::uword x = 0; x < r; ++x) {
    const arma::uword first = (1 + 2 * x) % q, second = (3 + x) % q;
    grid(q - 1 - first, x) += 1;
    grid(q - 1 - second, x) += 2;
  }
  std::vector<std::string> rows, columns;
  for (arma::uword y = q; y-- > 0;)
    rows.push_back(fmt::format("{}", y));
  for (arma::uword x = 0; x < r; ++x)
    columns.push_back(fmt::format("{}", x));
  figure.title("Two lines modulo 7 meet in one place at most")
      .heat_map(grid, {.row_labels = rows,
                       .column_labels = columns,
                       .range = Range{0, 4},
                       .value_text = true,
                       .digits = 0})
      .axes("place x", "value modulo 7")
      .caption("The vectors of y = 1 + 2x (cells 1) and y = 3 + x (cells 2), with 5 places of 7 "
               "coordinates each. They "
               "share one coordinate (the cell 3), since 1 + 2x = 3 + x for x = 2 alone; so their "
               "cosine is 1/5.")
      .alt("A grid of 7 rows and 5 columns with one cell 1 and one cell 2 in each column, and in "
           "one column a cell 3 "
           "that both lines share.");
}

void epreuve::draw_parallel(Figure& figure, const arma::mat& M, const language::Language& of)
{
  const auto v = [&](const char* word) -> arma::vec { return M.col(of.word(word)); };
  const arma::vec gender = arma::normalise(v("woman") - v("man"));
  const arma::vec from_woman = v("niece") - v("woman");
  const arma::vec age = arma::normalise(from_woman - arma::dot(from_woman, gender) * gender);
  figure.title("Woman is to man as niece to nephew")
      .axes("along niece − woman", "along woman − man");
  for (const auto& [she, he] :
       {std::pair("woman", "man"), {"niece", "nephew"}, {"queen", "king"}}) {
    const auto x = [&](const char* word) { return arma::dot(age, v(word) - v("man")); };
    const auto y = [&](const char* word) { return arma::dot(gender, v(word) - v("man")); };
    figure.arrow(x(he), y(he), x(she), y(she), "", {.ink = Ink::accent, .width = 2})
        .text(x(he), y(he) - 1.1, he)
        .text(x(she), y(she) + 1.1, she);
  }
  figure.x_range(-3, 13)
      .y_range(-3, 17)
      .caption("Word vectors of 480 coordinates, made of the exact probabilities of neighbouring "
               "words, seen from the "
               "plane of two differences; man is at the origin. The three arrows are equal.")
      .alt("Three vertical arrows of the same length, from man to woman, from king to queen and "
           "from nephew to niece, "
           "side by side.");
}

void epreuve::draw_gender_by_rank(Figure& figure, const arma::vec& shares, const arma::vec& sigma)
{
  const arma::vec r = arma::regspace(1, double(shares.n_elem));
  figure.title("What the best r coordinates know").size(920, 400);
  figure.panel("of gender")
      .axes("r, coordinates kept", "share of |woman − man|²")
      .line_points(r, shares);
  figure.panel("of everything").axes("place", "singular value of M").log_y().line_points(r, sigma);
  figure
      .caption("Left: how much of the difference of woman and man is left when vectors are cut to "
               "the r coordinates of "
               "the largest singular values: nothing up to 33, everything from 34 on. Right: the "
               "singular values, in "
               "which nothing special happens at 34.")
      .alt("Left a step from 0 to 1 between 33 and 34. Right singular values falling from nearly "
           "400 to about 10, "
           "smoothly.");
}

void epreuve::draw_from_a_text(Figure& figure, const arma::vec& sentences, const arma::mat& cosines)
{
  figure.title("The analogy, as a text shows it")
      .log_x()
      .axes("sentences in the text", "cosine of the two differences");
  figure.line_points(sentences, cosines.col(0), "first text")
      .line_points(sentences, cosines.col(1), "second")
      .line_points(sentences, cosines.col(2), "third")
      .horizontal_line(1, "exact probabilities")
      .y_range(0, 1.05)
      .caption("Cosine of niece − nephew and woman − man for vectors made of counts in sampled "
               "texts. In the language "
               "the two are equal.")
      .alt("Three rising curves, from between 0.1 and 0.4 at 200 sentences to about 0.9 at 25 600, "
           "below a line at 1.");
}
