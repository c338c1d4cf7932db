#include "epreuve/chapter.hpp"
#include "epreuve/instruments/derivative.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "figures.hpp"

#include <cmath>
#include <vector>

/**
# A sphere in a hyperplane

Layer norm subtracts $\mu$ from every entry. In geometry's words that is the orthogonal projection onto
the hyperplane $H$ of the vectors whose entries sum to 0. Then it divides by $\sigma$, which puts the
vector on the sphere of radius $\sqrt n$, for $\sum_j y_j^2 = n$ is variance 1. So all tokens land on a
sphere of $n - 2$ dimensions. With $n = 3$ it is a circle, and can be drawn.
*/
using namespace epreuve::course;

SECTION(sphere)
{
  const auto on_the_sphere = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 9);
    arma::vec x = draw.vector("x", n, -5, 5);
    x(0) += 20;
    const arma::vec y = layer_norm(x);
    return difference(arma::vec{arma::accu(y), arma::dot(y, y)}, arma::vec{0, double(n)});
  };
  const auto forgotten = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 9);
    const arma::vec u = draw.integer_matrix("u", n, 1, -9, 9);
    const arma::vec x = arma::join_cols(arma::vec{20}, u);
    // A power of 2 times a sum of whole numbers: nothing is rounded before the division.
    const double a = draw.one_of("a", {0.25, 2., 1024.}), c = double(draw.integer("c", -99, 99));
    return difference(layer_norm(arma::vec(a * (x + c))), layer_norm(x));
  };
  chapter
      .finding("sphere",
               "Layer norm puts every token on the sphere of radius √n in the hyperplane of "
               "mean 0, and forgets shift and positive scale")
      .property("Σ y = 0 and Σ y² = n", on_the_sphere, absolute(2e-14))
      .property("LN(a (x + c)) and LN(x)", forgotten, absolute(1e-14))
      .agree("LN(−x) and −LN(x), which is not forgotten", layer_norm(arma::vec{-1, 2, -6}),
             -layer_norm(arma::vec{1, -2, 6}), exactly());
  chapter.figure("circle", draw_circle);
}

/**
The figure looks along $(1, 1, 1)$. Along that axis nothing is seen, as layer norm sees nothing of it;
and whatever the length, the arrow ends on the circle. In a stream of $n = 768$ dimensions two of 768
are lost: the mean, and the length. So the sign of a token is kept, and so are the proportions of the
differences between its entries; what is gone is how loud it spoke, and on what level. A learned gain
then stretches the sphere to an ellipsoid along the axes, and the bias moves its centre. That is why
chapters on GPT-2's weights fold the gain into the matrix that reads next: $W (\gamma \cdot y) =
(W\,\mathrm{diag}\,\gamma)\,y$.

## What epsilon does

Programs divide by $\sqrt{\sigma^2 + \varepsilon}$; GPT-2 has $\varepsilon = 10^{-5}$. Then tokens land
inside the sphere, at the radius $\sqrt n\,\sigma / \sqrt{\sigma^2 + \varepsilon}$. For a token with
$\sigma = 1$ that is shorter by five millionths, and for one with $\sigma \ll \sqrt\varepsilon$ layer
norm is nearly linear: it multiplies by $1/\sqrt\varepsilon \approx 316$.
*/
SECTION(epsilon)
{
  const double epsilon = 1e-5;
  const arma::vec ones(4, arma::fill::ones), x{1, -1, 1, -1};
  const auto radius = [&](double sigma) {
    return arma::norm(layer_norm(arma::vec(sigma * x), ones, 0 * ones, epsilon)) / 2;
  };
  Claim& finding =
      chapter.finding("epsilon", "With ε the sphere becomes a ball, of radius √n σ/√(σ² + ε)");
  for (const double sigma : {1e-4, 0.0031622776601683794, 1., 1e3})
    finding.agree(fmt::format("radius of a token of σ = {:.4g}, in units of √n", sigma),
                  radius(sigma), 1 / std::sqrt(1 + epsilon / (sigma * sigma)), ulps(6));
  finding.agree("a token of equal entries", layer_norm(ones, ones, 0 * ones, epsilon), 0 * ones,
                exactly());
}

/**
## Without the mean: RMS norm

Later models (Llama among them) leave the mean where it is and divide by the root of the mean square,
$x / \sqrt{\frac1n \sum_j x_j^2}$: Zhang and Sennrich's RMS norm [-@zhang-sennrich-2019]. It saves a sum, and forgets one
dimension less. The two are one map on the hyperplane $H$, and the angle between their results is that
between $x$ and $H$: with mean $\mu$ and deviation $\sigma$ its tangent is $|\mu|/\sigma$.
*/
SECTION(without_mean)
{
  const auto same = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 9);
    arma::vec x = draw.integer_matrix("x", n, 1, -9, 9);
    x(0) += 20;
    x = double(n) * x - arma::accu(x); // mean 0, without rounding
    return difference(rms_norm(x, arma::vec(n, arma::fill::ones), 0), layer_norm(x));
  };
  const auto angle = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 9);
    arma::vec x = draw.vector("x", n, -5, 5);
    x(0) += 20;
    const arma::vec r = rms_norm(x, arma::vec(n, arma::fill::ones), 0), y = layer_norm(x);
    return difference(arma::dot(r, y) / double(n),
                      1 / std::hypot(1, arma::mean(x) / arma::stddev(x, 1)));
  };
  chapter
      .finding("rms", "RMS norm is layer norm on tokens of mean 0; in general the angle between "
                      "the two has the "
                      "tangent |μ|/σ")
      .property("RMS norm and layer norm of tokens of mean 0", same, absolute(1e-14))
      .property("cosine of the angle between the two, and 1/√(1 + μ²/σ²)", angle, absolute(1e-14));
  chapter.figure("rms", draw_rms);
}

/**
## The derivative is a projection

How does the result move with the token? Along $(1, \dots, 1)$ not at all, along $x$ not at all, and in
the directions orthogonal to both it is only divided by $\sigma$. So, with $y = \mathrm{LN}(x)$,

$$ \frac{\partial\,\mathrm{LN}}{\partial x} = \frac1\sigma \left( I - \tfrac1n \mathbf 1 \mathbf 1^T
   - \tfrac1n y y^T \right) , $$

$1/\sigma$ times an orthogonal projection of rank $n - 2$. With $\varepsilon$ the direction $y$ is not lost
wholly: it keeps the factor $\varepsilon/(\sigma^2 + \varepsilon)$. For a gradient $g$ this says two things.
What comes back has no part along $\mathbf 1$ and none along the token: a step against it never
changes a token's mean or, to first order, its length. And it is divided by the token's size: large
tokens learn slowly.
*/
SECTION(derivative)
{
  const auto by_differences = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 6);
    arma::vec x = draw.vector("x", n, -5, 5);
    x(0) += 20;
    const auto f = [](const std::vector<Reference>& z) {
      Reference mean = 0, variance = 0;
      for (const Reference& entry : z)
        mean += entry / z.size();
      for (const Reference& entry : z)
        variance += (entry - mean) * (entry - mean) / z.size();
      std::vector<Reference> y;
      for (const Reference& entry : z)
        y.push_back((entry - mean) / sqrt(variance));
      return y;
    };
    return difference(layer_norm_jacobian(x), jacobian_50(f, x));
  };
  // x of mean 0 with |x|² = n σ² in whole numbers: σ² J σ = σ² I - σ² 11ᵀ/n - xxᵀ/n is exact.
  const RationalMatrix x{{1}, {-4}, {2}, {1}}, one{{1}, {1}, {1}, {1}};
  const Rational variance(22, 4);
  const RationalMatrix projection = RationalMatrix::identity(4) -
                                    Rational(1, 4) * (one * transpose(one)) -
                                    1 / (4 * variance) * (x * transpose(x));
  chapter
      .finding("projection",
               "The Jacobian of layer norm is 1/σ times the orthogonal projection onto what is "
               "orthogonal to (1, …, 1) and to the token")
      .property("the formula, and quotients of differences in 50 digits", by_differences,
                absolute(1e-15), 100)
      .equal("P² and P, in fractions", projection * projection, projection)
      .equal("P x and 0", projection * x, RationalMatrix(4, 1))
      .equal("P 1 and 0", projection * one, RationalMatrix(4, 1))
      .equal("rank of P for n = 4", rank(projection), 2);
  chapter.proposition("layer-norm-jacobian",
                      {"layer_norm_derivative", "jacobian_projection", "projection_symmetric",
                       "projection_idempotent", "projection_forgets_mean",
                       "projection_forgets_length"});
}
