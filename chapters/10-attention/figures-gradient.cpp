#include "figures-gradient.hpp"

#include "epreuve/attention/head_gradient.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/complex_step.hpp"
#include "epreuve/instruments/reference.hpp"
#include "head_by_steps.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace epreuve::course;

namespace {

namespace multiprecision = boost::multiprecision;

/// A double without its exponent's ends, computed in software.
using Rounded =
    multiprecision::number<multiprecision::cpp_bin_float<53, multiprecision::digit_base_2>,
                           multiprecision::et_off>;

/// A head on three tokens, and what its output is asked for: nothing special about either.
const attention::HeadGradient<double> example{.W_Q = {{0.5, -1}, {1, 0.25}},
                                              .W_K = {{1, 0.5}, {-0.5, 1}},
                                              .W_V = {{1, -1}, {0.5, 2}},
                                              .W_O = {{1, 0.5}, {-0.5, 1}},
                                              .x = {{1, 0.25, -1}, {0.5, 1, 0.75}}};
const arma::mat asked{{1, -2, 0.5}, {0.25, 1, 1}};

} // namespace

arma::mat epreuve::errors_of_steps(arma::uword decades)
{
  using C = Complex<Rounded>;
  const HeadSizes sizes{2, 2, 2, 3};
  const arma::vec z = head_variables(example);
  const std::vector<Rounded> at(z.begin(), z.end()), G(asked.begin(), asked.end());
  const double truth =
      head_gradient_50({example.W_Q, example.W_K, example.W_V, example.W_O}, example.x, asked)
          .W_Q(0);
  const auto loss = [&](const Rounded& first) {
    std::vector<Rounded> moved = at;
    moved[0] = first;
    return head_loss(sizes, moved, G, Rounded(sqrt(Rounded(2))));
  };
  const auto into_the_plane = [&](const Rounded& h) {
    std::vector<C> moved;
    for (const Rounded& value : at)
      moved.push_back({value, 0});
    moved[0].im = h;
    return Rounded(head_loss(sizes, moved, G, C{sqrt(Rounded(2)), 0}).im / h);
  };
  arma::mat errors(decades, 4);
  for (arma::uword i = 0; i < decades; ++i) {
    const Rounded h = pow(Rounded(10), -int(i)), ahead = loss(at[0] + h), behind = loss(at[0] - h);
    const std::vector<Rounded> slopes{(ahead - loss(at[0])) / h, (ahead - behind) / (2 * h),
                                      into_the_plane(h)};
    errors(i, 0) = double(h);
    for (arma::uword way = 0; way < 3; ++way)
      errors(i, way + 1) =
          std::max(std::abs(double(Rounded(slopes[way] - truth)) / truth), 0x1p-54);
  }
  return errors;
}

void epreuve::draw_steps(Figure& figure, const arma::mat& errors)
{
  const arma::vec h = errors.col(0);
  figure.title("The derivative of a head's loss by one entry of W_Q, by steps of h").size(720, 400);
  figure.axes("h", "relative error").log_x().log_y().x_range(1e-16, 1).y_range(1e-17, 10);
  figure.x_ticks({1e-16, 1e-12, 1e-8, 1e-4, 1}, {"10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "1"});
  figure.y_ticks({1e-16, 1e-12, 1e-8, 1e-4, 1}, {"10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "1"});
  figure.line_points(h, errors.col(1), "(L(z + h) − L(z)) / h");
  figure.line_points(h, errors.col(2), "(L(z + h) − L(z − h)) / 2h");
  figure.line_points(h, errors.col(3), "Im L(z + ih) / h");
  figure.caption(
      "Three ways to a derivative in 53 binary digits. Differences have a best h, beyond "
      "which they lose digits again; the complex step loses none. An error of 0 is "
      "drawn at 2⁻⁵⁴.");
  figure.alt(
      "Errors against the step h, both logarithmic. From h = 1 to the left all three fall. The "
      "forward difference turns near 10⁻⁶ at 10⁻⁸ and rises again, the central difference at "
      "10⁻¹⁰; the complex step falls to 10⁻¹⁵ and stays there.");
}

arma::mat epreuve::gradient_lengths(const arma::vec& scales)
{
  const arma::mat x = arma::join_rows(example.x, arma::vec{0.25, -1}),
                  G = arma::join_rows(asked, arma::vec{-1, 0.5});
  arma::mat lengths(scales.n_elem, 4);
  for (arma::uword i = 0; i < scales.n_elem; ++i) {
    const auto g = attention::head_gradient<double>(
        {scales(i) * example.W_Q, example.W_K, example.W_V, example.W_O}, x, G);
    lengths.row(i) = {arma::norm(g.W_Q, "fro"), arma::norm(g.W_K, "fro"), arma::norm(g.W_V, "fro"),
                      arma::norm(g.W_O, "fro")};
  }
  return lengths;
}

void epreuve::draw_saturation(Figure& figure, const arma::vec& scales, const arma::mat& lengths)
{
  figure.title("What is left to learn when the scores grow").size(720, 400);
  figure.axes("factor of W_Q", "length of the gradient").log_x().log_y();
  figure.x_range(1. / 16, 64).y_range(1e-5, 10);
  figure.x_ticks({1. / 16, 0.25, 1, 4, 16, 64}, {"1/16", "1/4", "1", "4", "16", "64"});
  figure.y_ticks({1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10},
                 {"10⁻⁵", "10⁻⁴", "10⁻³", "0.01", "0.1", "1", "10"});
  figure.line(scales, lengths.col(0), "by W_Q").line(scales, lengths.col(1), "by W_K");
  figure.line(scales, lengths.col(2), "by W_V").line(scales, lengths.col(3), "by W_O");
  figure.caption(
      "A head of four tokens whose W_Q is multiplied by a factor. Small scores: W_K learns "
      "nothing, for no query asks. Large ones: neither W_Q nor W_K does, for only one key is "
      "heard. W_V and W_O learn throughout.");
  figure.alt(
      "Lengths of four gradients against the factor of W_Q, both logarithmic. Those by W_V and W_O "
      "stay near 1. That by W_K rises to a hump near a factor of 1 and falls below a thousandth; "
      "that by W_Q is level for small factors, and falls steeply too.");
}
