#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "epreuve/math/residual_stream.hpp"
#include "figures.hpp"
#include "linear_stack.hpp"

#include <boost/math/special_functions/digamma.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

/**
# Deep piles, with and without the stream

The document gives two reasons for the stream. The findings of an early layer are diluted by
the later ones; and the gradient, on its way back, gets smaller and smaller. Both are
statements about products of many matrices. So we take the layers that can be computed to the
end: linear ones, $x \mapsto Wx$, or $x \mapsto x + Wx$ with the stream, the entries of $W$
independent and normal of variance $\sigma^2/n$, so that $\sigma^2$ is the factor by which a
layer multiplies squared lengths. The product $J$ of all $L$ layers takes information forward,
and its transpose takes the gradient back.
*/
using namespace epreuve::course;

/**
## The expectation, exactly

For a fixed vector $v$ and an independent $W$ of mean 0, $E|Wv|^2 = \sigma^2 |v|^2$ and
$E\langle v, Wv\rangle = 0$. Layer by layer:

$$ E\,|W_L \cdots W_1 v|^2 = \sigma^{2L} |v|^2, \qquad
   E\,|(I + W_L) \cdots (I + W_1) v|^2 = (1 + \sigma^2)^L |v|^2 . $$

Sum over the $n$ unit vectors: $E\|J\|_F^2 = n\,\sigma^{2L}$ and $n (1 + \sigma^2)^L$. Only
mean, variance and independence were used. So entries $\pm\frac12$ will do as well as normal
ones, and with these everything can be enumerated: 2 x 2 matrices, $\sigma^2 = \frac12$, all
$2^{4L}$ outcomes.
*/
static double mean_square_over_all_signs(arma::uword layers, double c)
{
  const arma::uword outcomes = arma::uword(1) << (4 * layers);
  double sum = 0; // of multiples of powers of 1/2: no rounding
  for (arma::uword outcome = 0; outcome < outcomes; ++outcome) {
    arma::mat J(2, 2, arma::fill::eye);
    for (arma::uword l = 0; l < layers; ++l) {
      arma::mat W(2, 2);
      for (arma::uword e = 0; e < 4; ++e)
        W(e) = (outcome >> (4 * l + e)) & 1 ? 0.5 : -0.5;
      J = c * J + W * J;
    }
    sum += arma::accu(J % J);
  }
  return sum / double(outcomes);
}

SECTION(expectation)
{
  Claim& finding = chapter.finding(
      "mean-gradient", "E‖J‖² = n σ^{2L} for L independent linear layers of mean 0, n (1 + σ²)^L "
                       "with the stream");
  for (const arma::uword L : {1, 2, 3}) {
    finding.equal(fmt::format("E‖J‖², entries ±1/2, all {} outcomes, plain", 1 << (4 * L)),
                  mean_square_over_all_signs(L, 0), 2 * std::pow(0.5, L));
    finding.equal(
        fmt::format("E‖J‖², entries ±1/2, all {} outcomes, with the stream", 1 << (4 * L)),
        mean_square_over_all_signs(L, 1), 2 * std::pow(1.5, L));
  }
}

/**
Exact, to the last bit, for one, two and three layers; the argument of the first lines is the
proof for all. Its only assumption is that $W$ is *independent* of all that comes before. After
training it is not, and then these are no longer laws, only a measure of what would happen by
chance.

## The gradient, measured

The gradient of the loss at layer $i$ is that at the end times the product of the layers after
$i$. Of plain layers its mean square is $\sigma^{2(L-i)}$: it vanishes for $\sigma^2 < 1$, and
*explodes* for $\sigma^2 > 1$. "Tends to become smaller" is half of the truth, and the half
that is more often met: with $\sigma^2 = 1$, where the mean square stays, the *typical* square
does not. A random layer stretches one gradient and shrinks another, and for normal entries

$$ E \ln \frac{|Wv|^2}{|v|^2} = \psi\!\left(\tfrac n2\right) - \ln \tfrac n2 \approx -\tfrac1n, $$

with $\psi$ the digamma function. Four thousand piles of twelve layers of 16 rows, drawn for each
$\sigma^2$, show both.
*/
SECTION(gradient)
{
  const arma::uword n = 16, L = 12, piles = 4000;
  const LinearStack plain{n, L, 1, false}, half_as_strong{n, L, 0.5, false},
      kept{n, L, 1. / L, true};
  arma::vec squares(piles), weak(piles), with_stream(piles), logarithms(piles);
  for (arma::uword pile = 0; pile < piles; ++pile) {
    const arma::mat J = random_product(plain), W = random_product(half_as_strong),
                    R = random_product(kept);
    squares(pile) = arma::accu(J % J) / n;
    weak(pile) = arma::accu(W % W) / n;
    with_stream(pile) = arma::accu(R % R) / n;
    logarithms(pile) = std::log(arma::accu(arma::square(J.col(0)))) / L;
  }
  const double half = n / 2., rate = boost::math::digamma(half) - std::log(half);
  Claim& claim = chapter.claim("exo7-3.1-vanishing-gradient", holds);
  estimates_noticing(claim, "mean squared gradient back through 12 plain layers, σ² = 1",
                     mean_of(squares), 1, 0.25, "a σ² of 1.04",
                     mean_of(squares * std::pow(1.04, L)));
  estimates_noticing(claim, "the same of as many other piles, σ² = ½, times 2¹²",
                     mean_of(weak * 4096), 1, 0.25, "a σ² of 0.52",
                     mean_of(weak * std::pow(1.04, L) * 4096));
  estimates_noticing(claim, "mean logarithm of the squared gradient per layer, σ² = 1",
                     mean_of(logarithms), rate, 0.03, "a rate of 0: no typical shrinking",
                     mean_of(logarithms - rate));
  estimates_noticing(chapter.finding("gradient-with-stream",
                                     "With the stream the mean squared "
                                     "gradient is (1 + σ²)^L, not less than 1"),
                     "mean squared gradient back through 12 layers with the stream, σ² = 1/12",
                     mean_of(with_stream), std::pow(1 + 1. / L, L), 0.2, "none of the cross terms",
                     mean_of(with_stream - std::pow(1 + 1. / L, L) + 2));

  /**
  With the stream the mean square is $(1 + \sigma^2)^{L-i}$: the gradient never vanishes on
  the way back, it grows. Written with $\sigma^2 = 1/L$ it grows by $(1 + 1/L)^L < e$, however
  deep the pile is. That is why GPT-2's authors divide the weights that write into the stream
  by $\sqrt{2 \cdot 12}$ before training.

  Measured over four thousand piles each, all four agree with the exact values, in intervals that
  would have shown a $\sigma^2$ off by four hundredths. So the claim holds as it is meant, as
  a tendency; and the stream turns the factor $\sigma^2$ of a layer into $1 + \sigma^2$, which
  is never less than 1.

  Are nets with a bend, like tanh, any different? We take 48 layers of 32 rows, and the exact
  Jacobians. The bend can only make the mean square of the plain gradient smaller, for no
  slope of tanh exceeds 1. The figure that opens the chapter has both.
  */
  const arma::uword deep = 48, rows = 32, nets = 12;
  const arma::vec back = arma::regspace(1, deep + 1); // the gradient at the input of layer i
  arma::mat expected(deep + 1, 2);
  expected.col(0) = arma::exp2(-(double(deep) + 1 - back)); // σ² = 1/2
  expected.col(1) = arma::pow(arma::vec(deep + 1).fill(1 + 1. / deep), double(deep) + 1 - back);
  arma::mat of_plain(deep + 1, nets), of_stream = of_plain;
  for (arma::uword net = 0; net < nets; ++net)
    for (const bool stream : {false, true}) {
      const double c = stream ? 1 : 0, scale = std::sqrt((stream ? 1. / deep : 0.5) / rows);
      std::vector<arma::mat> layers;
      arma::vec x(rows, arma::fill::randn);
      for (arma::uword l = 0; l < deep; ++l) {
        const arma::mat W = scale * arma::mat(rows, rows, arma::fill::randn);
        const arma::vec bent = arma::tanh(W * x), slope = 1 - bent % bent;
        layers.emplace_back(c * arma::mat(rows, rows, arma::fill::eye) + arma::diagmat(slope) * W);
        x = c * x + bent;
      }
      arma::mat J(rows, rows, arma::fill::eye);
      arma::mat& seen = stream ? of_stream : of_plain;
      seen(deep, net) = 1;
      for (arma::uword l = deep; l-- > 0;) {
        J = J * layers[l];
        seen(l, net) = arma::accu(J % J) / rows;
      }
    }
  const arma::vec medians = arma::median(of_plain, 1), with = arma::median(of_stream, 1);
  // Law: the logarithm is that of 7 · 10⁻¹⁶, with a standard deviation of 0.26 (8 seeds).
  claim.at_most("tanh, 48 plain layers: median squared gradient at the first, σ² = ½", medians(0),
                std::exp2(-40.));
  chapter
      .claim("exo7-3.1-residual-remedy", holds)
      // Law: 2.52 with a standard deviation of 0.07 (238 seeds).
      .within("tanh, 48 layers with the stream: median squared gradient at the first", with(0), 1,
              4);
  chapter.figure("gradients", [&](Figure& figure) {
    draw_gradients(figure, back, expected, arma::join_rows(medians, with));
  });
}

/**
## What is kept

The remedy, says the document, is that the stream keeps what was found and hands it directly
to any later layer. To see the meaning of that, take the sum apart:

$$ x_j = x_i + y_i + y_{i+1} + \dots + y_{j-1} . $$

The output of block $i$ is a term of *every* later stream, unchanged, and one term of its
gradient is the identity. But "keeps" is no promise. A later block may write the opposite, and
then nothing is left; so forgetting is possible too, but a block has to do it. And blocks may
share the work: let three of them write into rows of their own, and a reader of one row reads
one specialist.
*/
SECTION(keeping)
{
  const auto terms =
      over_integer_matrices({"x n x K", "A n x n", "B n x n"}, [](auto& x, auto& A, auto& B) {
        const auto cube = [](const arma::mat& u) -> arma::mat { return arma::sign(u); };
        const std::vector<StreamBlock> blocks{{A, cube, B}, {B, cube, A}, {A, cube, A}};
        const auto stream = residual_stream(blocks, x);
        arma::mat rest = stream.back() - x;
        for (const std::size_t i : {1, 2})
          rest -= blocks[i].W_out * block_output(blocks[i], stream[i]);
        return difference(rest, B * block_output(blocks[0], x));
      });
  chapter.claim("exo7-3.1-residual-remedy", holds)
      .property("x₄ less x₁ and what blocks 2 and 3 wrote is what block 1 wrote", terms, exactly());

  const auto row_of = [](arma::uword k) {
    arma::mat W(3, 3, arma::fill::zeros);
    W(k, k) = 1;
    return W;
  };
  const auto one = [](const arma::mat& u) -> arma::mat { return u + 1; };
  const arma::mat I(3, 3, arma::fill::eye), x = arma::vec{4, 5, 6};
  const auto team =
      residual_stream({{I, one, row_of(0)}, {I, one, row_of(1)}, {I, one, row_of(2)}}, x);
  const auto minus = [](const arma::mat& u) -> arma::mat { return -u; };
  const auto forgets = residual_stream({{I, one, row_of(0)}, {I, minus, row_of(0)}}, x);
  chapter
      .reading("exo7-3.1-specialisation", holds,
               "it says that blocks can specialise and that the stream can retain some and lose "
               "the rest: both can be built; that training does so takes all the weights")
      .equal("three blocks that write to a row each: what is read in the rows", team.back(),
             arma::vec{9, 11, 13})
      .equal("a block that writes the opposite: row 1 is forgotten, the others are not",
             forgets.back(), arma::vec{0, 5, 6});
  chapter.reading(
      "exo7-3.1-graves-quote", holds,
      "“memory is attention through time” is Graves' own summary, in his lecture on attention "
      "and memory (DeepMind and UCL, 2020)");
}

/**
So "retains what matters and forgets the rest" describes how blocks may learn to use the
stream, not the stream. The stream itself retains everything, important or not.

## Dilution

"Diluted" has two meanings, and both can be computed. First: how much of $x_L$ still points
the way $x_0$ did? Let $a_L = E\langle \hat x_0, x_L\rangle^2$ for $|x_0| = 1$. A layer adds
to it $\sigma^2/n$ times the squared length:

$$ \frac{a_L}{E|x_L|^2} = \frac1n + \Bigl(1 - \frac1n\Bigr)(1 + \sigma^2)^{-L} \ \text{ with the stream}, \qquad
   \frac1n \ \text{ without, from the first layer on.} $$

So *plain* layers dilute all at once: a random direction has $\frac1n$, too. The stream
dilutes too, but slowly; with $\sigma^2 = 1/L$ a part of $1/e$ survives any depth.

Second: a product of random matrices is invertible, so nothing is lost for good; but it
squeezes. With $B = J^TJ$, $(\operatorname{tr} B)^2 / \operatorname{tr} B^2$ counts the
directions over which $J$ spreads its weight. For a normal layer both expectations are linear
in those before it, and for plain layers the recursion has a closed form: with
$q = \left(\frac{n-1}{n+2}\right)^L$,

$$ \frac{E (\operatorname{tr} B)^2}{E \operatorname{tr} B^2} = \frac{n + 2 + 2(n-1)q}{n + 2 - (n-1)q} \;\longrightarrow\; 1 . $$
*/
SECTION(dilution)
{
  const arma::uword n = 16, L = 4, piles = 1000;
  Claim& claim = chapter.claim("exo7-3.1-dilution", holds);
  const double q = std::pow(15. / 18, double(L));
  const double closed = (n + 2. + 2 * (n - 1.) * q) / (n + 2. - (n - 1.) * q);
  claim.agree("directions of 4 plain layers, recursion and closed form",
              expected_moments({n, L, 1, false}).directions(), closed, absolute(1e-12));
  for (const bool stream : {false, true}) {
    const LinearStack stack{n, L, stream ? 1. / L : 1, stream};
    const StackMoments m = expected_moments(stack);
    const double share = n * m.diagonal / m.squares, directions = m.directions();
    arma::vec along(piles), of_traces(piles);
    for (arma::uword pile = 0; pile < piles; ++pile) {
      const arma::mat J = random_product(stack), B = J.t() * J;
      along(pile) = arma::mean(arma::square(J.diag())) / m.diagonal - arma::accu(J % J) / m.squares;
      of_traces(pile) =
          (std::pow(arma::trace(B), 2) - directions * arma::accu(B % B)) / m.square_traces;
    }
    const char* const which = stream ? "with the stream" : "plain";
    estimates_noticing(
        claim, fmt::format("part along x₀ over {:.4f}, less 1, after 4 layers, {}", share, which),
        mean_of(along), 0, 0.2, "a quarter more", mean_of(along + 0.25));
    estimates_noticing(claim,
                       fmt::format("directions less {:.3f}, after 4 layers, {}", directions, which),
                       mean_of(of_traces), 0, 0.7, "one direction more", mean_of(of_traces + 1));
  }

  /**
  Four plain layers of 16 rows leave 3.0 of 16 directions, twelve leave 1.3; with the stream
  it is 6.3 and 5.5. A dilution of this kind is a tendency of random layers, not a law: layers
  that are orthogonal matrices lose neither directions nor length, with no stream at all.
  Before training, layers are random; afterwards they need not be.
  */
  const arma::vec layers = arma::regspace(0, 48);
  arma::mat shares(49, 2), directions(49, 2);
  for (const arma::uword l : arma::conv_to<arma::uvec>::from(layers))
    for (const bool stream : {false, true}) {
      const StackMoments m = expected_moments({64, l, stream ? 1. / 48 : 1, stream});
      shares(l, stream) = 64 * m.diagonal / m.squares;
      directions(l, stream) = m.directions();
    }
  chapter.figure("dilution",
                 [&](Figure& figure) { draw_dilution(figure, layers, shares, directions); });
  const arma::mat turn{{0, -1}, {1, 0}}, J = turn * turn * turn;
  chapter.finding("orthogonal-layers", "Orthogonal layers dilute nothing, with no stream")
      .equal("JᵀJ of three layers that turn by a right angle", arma::mat(J.t() * J),
             arma::mat(2, 2, arma::fill::eye));
}
