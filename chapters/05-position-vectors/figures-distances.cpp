#include "figures-distances.hpp"

#include <string>

using namespace epreuve::figures;

void draw_least_distance(Figure& figure, const std::vector<arma::uword>& widths,
                         const std::vector<std::vector<epreuve::instruments::NearPositions>>& of_n,
                         arma::uword K)
{
  figure.title("The least distance between two of K position vectors");
  figure.axes("number of positions K", "least distance").size(720, 430);
  figure.log_x().log_y().x_range(2, double(K)).y_range(1e-6, 10);
  for (arma::uword c = of_n.size(); c-- > 0;) {
    std::vector<double> x, y; // from K = d + 1 on the difference d is there
    for (const auto& [difference, distance] : of_n[c]) {
      if (!y.empty()) {
        x.push_back(double(difference + 1));
        y.push_back(y.back());
      }
      x.push_back(double(difference + 1));
      y.push_back(distance);
    }
    x.push_back(double(K));
    y.push_back(y.back());
    figure.line(arma::vec(x), arma::vec(y), "n = " + std::to_string(widths[c]));
  }
  figure.curve([](double k) { return arma::datum::tau / k; }, 2, double(K), 20, "2π/K")
      .caption("Base 10 000. With many frequencies neighbours remain the nearest; with one (n = 2) "
               "some two of K "
               "positions are nearer than 2π/K.")
      .alt("On logarithmic axes, falling steps. For n = 2 they fall from 1 to three millionths at "
           "a million positions, below "
           "a straight line of slope minus 1. For n = 4, 6 and 8 they end between one "
           "two-thousandth and two "
           "hundredths. For n = 16 they hardly fall; for n = 64 and 768 they are level lines, at "
           "1.5 and 4.5.");
}

void draw_noise(Figure& figure, const arma::vec& sigmas, const arma::mat& read,
                const arma::mat& surely, const arma::mat& at_most)
{
  figure.title("Reading a position from a noisy vector").panel("three widths");
  figure.axes("σ of the noise in each coordinate", "share read right").log_x();
  figure.x_range(0.1, 2.4).y_range(0, 1.05).x_ticks({0.1, 0.2, 0.5, 1, 2});
  const char* names[] = {"n = 16", "n = 64", "n = 256"};
  for (arma::uword c = 0; c < 3; ++c)
    figure.line_points(sigmas, read.col(c), names[c]);
  figure.panel("n = 64 and its bounds")
      .axes("σ of the noise in each coordinate", "share read right");
  figure.log_x().x_range(0.1, 2.4).y_range(0, 1.05).x_ticks({0.1, 0.2, 0.5, 1, 2});
  figure.line(sigmas, at_most.col(1), "confused with one neighbour")
      .line(sigmas, surely.col(1), "sum over all others")
      .points(sigmas, read.col(1), "read")
      .caption(
          "Of 256 positions, 2000 vectors for each σ, read as the nearest. Right: the share is "
          "between one "
          "minus the probability of one neighbour and one minus the sum over all.")
      .alt("Left: three falling curves from 1 towards 0, for n = 16 first, for n = 256 last. "
           "Right: nine points "
           "between two falling curves.");
}
