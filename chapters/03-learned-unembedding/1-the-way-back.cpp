#include "bigrams.hpp"
#include "figures.hpp"

#include "epreuve/instruments/exact/integer_systems.hpp"
#include "epreuve/instruments/exact/rational_angle.hpp"
#include "epreuve/instruments/vectors.hpp"

#include <cmath>

/**
# What a way back can be

Before anything is learned: which maps $\psi: \mathbb R^n \to \mathbb R^N$ deserve to be called the
way back from $\varphi(x) = Ax$? The document says *sort of a reciprocal*, and *in a way the
inverse*. In which way?
*/
using namespace epreuve::course;

/**
## In one order only

If $A$ has rank $n$ there are matrices $B$ with $AB = I$: applied after $\psi$, $\varphi$ recovers
$y$. In the other order nothing can help. As $N > n$, some $z \neq 0$ has $Az = 0$, so $x$ and $x +
z$ have the same $\varphi$, and no $\psi$, linear or not, tells them apart. Chapter 02 has the
details, and its example serves here.
*/
SECTION(one_order)
{
  const RationalMatrix A{{1, 2, 0, -1}, {1, 1, -1, 0}}, B = right_inverse(A),
                                                        I = RationalMatrix::identity(4);
  chapter.claim("exo7-1.2-unembedding-inverse", holds)
      .equal("the example of chapter 02: A B = I, embedding after unembedding", A * B,
             RationalMatrix::identity(2))
      .property("for every A of rank n: some B has A B = I", wide_systems([](const System& s) {
                  return s.A * right_inverse(s.A) == RationalMatrix::identity(s.A.rows());
                }));
  chapter.claim("exo7-2.1-psi", holds)
      .same_shape("ψ of the example of chapter 02", arma::size(B.to_double()), "N x n",
                  arma::SizeMat(4, 2))
      .property("φ(ψ(y)) = y, A of rank n", wide_systems([](const System& s) {
                  return s.A * (right_inverse(s.A) * s.y) == s.y;
                }))
      .property("φ(x + z) = φ(x) for some z ≠ 0 if n < N: no ψ has ψ(φ(x)) = x for all x",
                wide_systems([](const System& s) {
                  const RationalMatrix z = kernel(s.A);
                  return z.cols() > 0 && rank(s.A * z) == 0 && rank(z) > 0;
                }));
  chapter.reading("notes-y-unembedding-inverse", illustrative,
                  "a question, which claims nothing; the answer is the finding below");
  chapter
      .finding(
          "no-inverse",
          "An embedding of n < N rows has no inverse: whatever C is, C A ≠ I; at best A B = I.")
      .fact("the example of chapter 02: B A is not I", !(B * A == I),
            fmt::format("rank {} of 4", rank(B * A)))
      .equal("the example of chapter 02: A B, and I", A * B, RationalMatrix::identity(2))
      .property("for every A of n < N rows and every C: C A ≠ I, since its rank is below N",
                wide_systems([](const System& s, Draw& draw) {
                  const RationalMatrix C = draw_integers(draw, "C", s.A.cols(), s.A.rows());
                  return rank(C * s.A) < s.A.cols();
                }));
}

/**
## Tokens are few

So $\mathbb R^N$ cannot be recovered. But the $N$ tokens are not $\mathbb R^N$; they are $N$ points
of it. Let their vectors $v_i$ be different and of length 1, and take $B = tA^T$. Then logit $j$ of
token $i$ is $t\, v_j \cdot v_i$, which is $t$ for $j = i$ and less for every other. The right token
comes first, and softmax gives it nearly everything if $t$ is large: if $v_i \cdot v_j \le 1 -
\delta$ for all $i \ne j$, then

$$ \sigma_i \ge \frac{1}{1 + (N - 1)\, e^{-t\delta}} . $$

For that *two dimensions suffice*, whatever $N$ is: put the tokens on a circle. Evenly spaced, they
have $\delta = 1 - \cos\frac{2\pi}{N} \approx 2\pi^2/N^2$, so $t$ of the order of $N^2 \ln N$ is
enough by this bound (in truth $N^2$ is, as only the nearest tokens count). To come back is cheap.
It is not what an unembedding is for; in the next section it has to say what *follows*, and that
will cost dimensions.
*/
SECTION(circle)
{
  const auto itself_first = [](Draw& draw) {
    const arma::uword N = draw.size("N", 2, 12);
    const long start = draw.integer("start", -20, 20), step = draw.integer("step", 1, 5);
    RationalMatrix A(2, N);
    for (arma::uword i = 0; i < N; ++i) {
      const RationalAngle angle = rational_angle(Rational(start + step * long(i), 7));
      A(0, i) = angle.cosine;
      A(1, i) = angle.sine;
    }
    const RationalMatrix gram = transpose(A) * A;
    bool first = true;
    for (arma::uword i = 0; i < N; ++i)
      for (arma::uword j = 0; j < N; ++j)
        first = first && (i == j ? gram(j, i) == 1 : gram(j, i) < 1);
    return first;
  };
  const auto regular = [](arma::uword N) {
    const arma::rowvec angle =
        2 * arma::datum::pi / double(N) * arma::regspace<arma::rowvec>(0, double(N) - 1);
    return arma::mat(arma::join_cols(arma::cos(angle), arma::sin(angle)));
  };
  const auto needed = [](double N) {
    return std::log(99 * (N - 1)) / (1 - std::cos(2 * arma::datum::pi / N));
  };
  const auto least_found = [&](arma::uword N) {
    const arma::mat A = regular(N);
    return arma::vec(arma::diagvec(softmax_columns(needed(double(N)) * A.t() * A))).min();
  };
  chapter.finding("two-dimensions", "Two dimensions suffice to come back to each of N tokens.")
      .property("N different rational points of the circle: vⱼ·vᵢ < 1 = vᵢ·vᵢ, in fractions",
                itself_first, 200)
      .at_least("12 tokens on a circle, t = ln(99 · 11)/δ: probability of the token put in",
                least_found(12), 0.99 - 1e-9)
      .at_least("200 tokens on a circle, t = ln(99 · 199)/δ: probability of the token put in",
                least_found(200), 0.99 - 1e-9);
  chapter.figure("circle", [&](Figure& figure) { draw_circle(figure, regular(12), needed(12)); });
}

/**
## Logits, not probabilities

The document says that $x = \psi(y)$ *corresponds* to a list of probabilities of the tokens, and in
the next paragraph calls it a vector of logits. Both are right, if one does not read *is* for
*corresponds to*. The document's own example, $(2.2, -1.1, 3.3, 0.44)$, has a negative entry, and if
$\psi$ is linear, $\psi(-y) = -\psi(y)$, so that they cannot both be probabilities. Softmax makes
them so; and from the probabilities the logits come back, up to a constant.

A slip of notation follows: $x$ is $\Psi(y)$, with a capital that was defined nowhere, and the
coefficients of $\sigma(x)$ are $p_i$, where they were $\sigma_i$ before. The meaning is plain, and
it is right: softmax's coefficients are probabilities.

And one word of our copy is damaged. In the LaTeX that the author has published, *retranscription* is the
*traduction officieuse* of unembedding, the unofficial one; in the copy it is the official one. It is not in the
official lists.
*/
SECTION(logits)
{
  const arma::vec x{2.2, -1.1, 3.3, 0.44};
  const auto are_probabilities = vectors({1, 20}, 30, [](const arma::vec& logits) {
    const arma::vec sigma = softmax(logits);
    return sigma.min() >= 0 && std::abs(arma::accu(sigma) - 1) < 1e-14;
  });
  chapter.claim("exo7-2.1-psi-not-probabilities", holds)
      .as_printed("to the logits ψ(y) corresponds a list of probabilities, σ(ψ(y))")
      .property("entries of σ(x) are not negative, and sum to 1", are_probabilities)
      .property("ln σ(x) is x less a constant", vectors({1, 20}, 30,
                                                        [](const arma::vec& logits) {
                                                          const arma::vec less =
                                                              logits - arma::log(softmax(logits));
                                                          return less.max() - less.min() < 1e-12;
                                                        }))
      .at_most("least entry of the document's x: not itself a probability", x.min(), -1);
  chapter.claim("exo7-2.1-notation-slips", slip)
      .as_printed("x = Ψ(y), pᵢ the i-th coefficient of σ(x)")
      .contradicted(
          "Ψ is defined nowhere, and the coefficients of σ(x) are called σᵢ a paragraph before")
      .meant("x = ψ(y), σᵢ the i-th coefficient of σ(x)",
             "x = ψ(y) and σ(x) = (σ₁, …, σ_N), a page before")
      .property("entries of σ(x) are not negative, and sum to 1", are_probabilities);
  chapter.claim("exo7-2.1-officielle", damaged)
      .as_copied("the official translation (officielle)")
      .contradicted(
          "the lists on artificial intelligence in the Journal officiel (9 December 2018, 6 "
          "September 2024) translate large language model, token and prompt; unembedding "
          "we did not find in them")
      .restored("the unofficial translation (officieuse)")
      .by_reading("so it reads in both editions of the author's published LaTeX");
}

/**
## A big cat

The example: a sentence was turned into a vector $y$, near the vectors of *lion* and *cat*, and
comes back as lion with 50 % and cat with 40 %. The numbers are invented and claim nothing about a
model. One can still ask what they say about $y$. Probabilities are not coordinates: $y =
0.5\, v_i + 0.4\, v_j$ need not be what softmax answers with 50 % and 40 %. With the vectors of the figure and
$B = A^T$ it is not; with $B = tA^T$ one of the two can come out right by chance. What they fix is a
*difference of logits*: lion's is above cat's by $\ln \frac{50}{40}$, and each of the other $N - 2$
tokens, if they share the last 10 %, lies $\ln(5 (N - 2))$ below lion's. In the figure the
document's arrows are drawn with coordinates of ours, for which $B = tA^T$ gives these two
percentages.
*/
SECTION(big_cat)
{
  const BigCat cat;
  const arma::vec sigma = softmax(cat.t * cat.A.t() * cat.y);
  const arma::vec cosines = arma::normalise(cat.A).t() * arma::normalise(cat.y);
  const arma::uvec nearest = arma::sort_index(cosines, "descend");
  chapter.claim("exo7-2.1-gros-felin", illustrative)
      .invented("a picture of the idea, with round numbers: no model is said to have given them")
      .at_most("lion's and cat's share together, in percent", 50 + 40, 100);
  chapter.claim("exo7-2.1-fig-lion-chat", illustrative)
      .invented("the figure is lost in the copy; its arrows are drawn with coordinates of ours, "
                "chosen to "
                "fit")
      .fact("the two token vectors nearest to y, by cosine: lion and cat",
            nearest(0) + nearest(1) == 1,
            fmt::format("vectors {} and {} of {}", nearest(0) + 1, nearest(1) + 1, cat.A.n_cols))
      .agree("figure's y: softmax of t Aᵀ y for lion", sigma(0), 0.5, absolute(0.005))
      .agree("figure's y: softmax of t Aᵀ y for cat", sigma(1), 0.4, absolute(0.005));
  chapter.figure("lion-and-cat", [&](Figure& figure) { draw_lion_and_cat(figure, cat); });
  chapter
      .finding("combination",
               "A vector 0.5 v + 0.4 w need not come back as v with 50 % and w with 40 %.")
      .at_least("token vectors of the figure, y = 0.5 v₁ + 0.4 v₂: distance of v₁'s probability "
                "from 50 %, t = 1",
                std::abs(softmax(cat.A.t() * (0.5 * cat.A.col(0) + 0.4 * cat.A.col(1)))(0) - 0.5),
                0.1);
}
