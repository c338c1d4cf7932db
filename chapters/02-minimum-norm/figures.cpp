#include "figures.hpp"

#include <cmath>

using namespace epreuve::figures;

void draw_projection(Figure& figure, const arma::mat& zero, const arma::mat& line,
                     const arma::vec& foot, const arma::vec& end)
{
  const arma::vec back = foot - 0.13 * foot, along = 0.13 * (end - foot);
  const arma::vec ahead = foot + along, corner = back + along;
  figure.title("Of all solutions, x_min is the foot of the perpendicular").size(640, 560);
  figure.axes("x₁", "x₂").x_range(-3, 5).y_range(-2.2, 3.7).equal_axes();
  figure.line(line.row(0).t(), line.row(1).t(), "A x = y, here x₁ + 2 x₂ = 5")
      .line(zero.row(0).t(), zero.row(1).t(), "A x = 0")
      .arrow(0, 0, end(0), end(1), "", {Ink::muted, 1.5, true})
      .arrow(foot(0), foot(1), end(0), end(1), "", {Ink::plain, 2})
      .arrow(0, 0, foot(0), foot(1), "", {Ink::accent, 2.5})
      .segment(back(0), back(1), corner(0), corner(1))
      .segment(ahead(0), ahead(1), corner(0), corner(1))
      .text(0.3, 1.25, "x_min", Align::right, Ink::accent)
      .text(2.1, 1.75, "z, with A z = 0", Align::left)
      .text(1.35, 0.14, "x_min + z, longer", Align::left, Ink::muted)
      .text(-0.12, -0.28, "0", Align::right)
      .caption("The shortest solution, x_min, is the orthogonal projection of 0 on the line of "
               "all; any other is a hypotenuse.")
      .alt("Two parallel descending lines, one through the origin. A red arrow goes from the "
           "origin to the other line, which it meets at a right angle; a dashed arrow to "
           "another point of that line is longer.");
}

void draw_pythagoras(Figure& figure, const arma::vec& x_min, const arma::mat& Z)
{
  const auto along = [&](arma::uword k) {
    return [&, k](double s) { return arma::accu(arma::square(x_min + s * Z.col(k))); };
  };
  figure.title("Every way out of x_min through the kernel leads upwards");
  figure.axes("s", "|x_min + s z|²").y_range(0, 30);
  figure.curve(along(0), -3, 3, 121, "z = (2, −1, 1, 0)")
      .curve(along(1), -3, 3, 121, "z = (−1, 1, 0, 1)")
      .horizontal_line(10.0 / 3, "|x_min|² = 10/3")
      .caption("The squared norm of solutions x_min + s z of the printed example, for two z of the "
               "kernel.")
      .alt("Two parabolas with their common bottom at s = 0 and height ten thirds.");
}

/// The axes, and what the analysis says.
static void digits_and_analysis(Figure& figure)
{
  figure.axes("condition number κ of A", "decimal digits lost").log_x();
  figure.x_range(1, 1e14).y_range(-1, 17.5);
  figure.x_ticks({1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12, 1e14},
                 {"1", "10²", "10⁴", "10⁶", "10⁸", "10¹⁰", "10¹²", "10¹⁴"});
  figure.curve([](double x) { return 2 * std::log10(x); }, 1, 1e8, 2, "κ² u")
      .curve([](double x) { return std::log10(x); }, 1, 1e14, 2, "κ u")
      .horizontal_line(std::log10(0x1p53), "all digits of a double");
}

void draw_one_rounding(Figure& figure, const arma::vec& kappa, const arma::vec& rounded_gram,
                       const arma::vec& rounded_A)
{
  figure.title("One rounding of A Aᵀ costs twice the digits that one of A costs")
      .points(kappa, rounded_gram, "A Aᵀ rounded once")
      .points(kappa, rounded_A, "A rounded once");
  digits_and_analysis(figure);
  figure
      .caption("One rounding, exact rationals after it: medians of 21 systems of 3 equations in 6 "
               "unknowns. Lines: the analysis.")
      .alt("Digits lost against condition number. One series of points rises two digits per "
           "power of ten and meets the ceiling of 16 at ten to the eighth; the other rises one "
           "digit per power of ten.");
}

void draw_digits_lost(Figure& figure, const arma::vec& kappa, const arma::vec& formula,
                      const arma::vec& semi_normal, const arma::vec& qr, const arma::vec& svd)
{
  figure.title("The formula runs out of digits at κ = 10⁸, the others do not").measured();
  figure.line_points(kappa, formula, "formula as printed")
      .line_points(kappa, semi_normal, "semi-normal equations")
      .line_points(kappa, qr, "QR")
      .line_points(kappa, svd, "SVD");
  digits_and_analysis(figure);
  figure
      .caption("Medians of 21 systems for each κ. Rounding noise: the curves differ a little "
               "between processors.")
      .alt("Digits lost against condition number: the formula rises two digits per power of ten "
           "up to the ceiling at ten to the eighth and stays there; the semi-normal equations, QR "
           "and SVD rise one digit per power of ten, close together.");
}

void draw_singular_values(Figure& figure, const arma::vec& sigma, double edge)
{
  figure.title("The singular values of a wide random matrix hardly differ")
      .axes("number i of the singular value, of 96", "σᵢ / (s √N)");
  figure.x_range(1, sigma.n_elem).y_range(0, 1.3);
  figure.line(arma::regspace(1, sigma.n_elem), sigma, "96 x 6282")
      .horizontal_line(1 + edge, "1 + √(n/N)")
      .horizontal_line(1 - edge, "1 − √(n/N)")
      .caption("A random matrix with the proportions of GPT-2's embedding, and the limits of "
               "Marchenko and Pastur.")
      .alt("A nearly straight line falling from 1.12 to 0.88, inside two horizontal lines.");
}

void draw_cost(Figure& figure, const arma::vec& seconds, const arma::vec& gigabytes)
{
  figure.title("The shortest solution at GPT-2's size").measured();
  figure.panel("Time")
      .axes("method", "seconds")
      .bars({"formula", "QR"}, seconds, "", {true, 2})
      .panel("Peak memory")
      .axes("method", "GB")
      .bars({"formula", "QR", "N x N matrix"}, gigabytes, "", {true, 2})
      .caption("Single precision, one thread. The peak is that of the whole program; the bar of "
               "the N x N matrix is 4 N² bytes.")
      .alt("Two bar charts, of time and of memory, for the formula and QR. Both need a few "
           "tenths of a gigabyte, and a bar of ten gigabytes for an N x N matrix.");
}

void draw_memory(Figure& figure, double n, double N)
{
  const auto gigabytes = [](double floats) { return floats * sizeof(float) / 1e9; };
  figure.title("Memory as the vocabulary grows").axes("vocabulary N", "GB").log_x().log_y();
  figure.curve([&](double size) { return gigabytes(size * size); }, 1e3, 1e6, 61, "an N x N matrix")
      .curve([&](double size) { return gigabytes(2 * n * size); }, 1e3, 1e6, 61,
             "QR: A and its factor")
      .curve([&](double size) { return gigabytes(n * size + n * n); }, 1e3, 1e6, 61,
             "formula: A and A Aᵀ")
      .vertical_line(N, "GPT-2, N = 50257")
      .horizontal_line(16, "16 GB")
      .caption("What each way holds at once, in single precision, for n = 768.")
      .alt("Three lines on logarithmic axes; that of the N x N matrix is twice as steep and "
           "crosses 16 gigabytes a little beyond the vocabulary of GPT-2, where the others are "
           "below one gigabyte.");
}
