#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/instruments/vectors.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <cmath>

using namespace epreuve::course;

/**
# The formulas as they are printed

Three documents print what is done with the divided scores. We compare each formula with attention
written out, number by number: token $i$ becomes $\sum_j w_{ij} v_j / \sum_j w_{ij}$ with $w_{ij} =
e^{q_i \cdot k_j / \sqrt d}$.

## exo7: what equals what?

exo7 prints $(A \otimes I)x = \mathrm{softmax}(Q^T K/\sqrt r)$. Count: $A \otimes I$ acting on the
sentence $x$, $n \times K$, is $x A^T$, again $n \times K$. On the right, with $Q$ and $K$ of size
$r \times K$, is a matrix of queries against keys, $K \times K$. What the softmax gives is the
pattern $A$, not its action. (That $A \otimes I$ sends $\mathrm{vec}\,x$ to $\mathrm{vec}(x A^T)$ is
chapter 8's, and proven. Here its product is formed, and compared with attention written out.)
*/
SECTION(exo7_formula)
{
  chapter.proposition("kronecker", {"vec_identity"});
  const arma::mat x = arma::randn(5, 3), Q = arma::randn(2, 5) * x, K = arma::randn(2, 5) * x;
  const arma::mat A = softmax_rows(scaled_attention_scores(Q, K));
  const arma::mat action = kronecker_action(A, arma::eye(5, 5), x);
  const auto token_by_token = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 5), r = draw.size("r", 1, 4);
    const arma::mat stream = draw.matrix("x", n, 4, -2, 2);
    const arma::mat queries = draw.matrix("Q", r, 4, -2, 2), keys = draw.matrix("K", r, 4, -2, 2);
    const arma::mat pattern = softmax_rows(scaled_attention_scores(queries, keys));
    return difference(kronecker(pattern, arma::eye(n, n)) * vec(stream),
                      vec(attention_written_out(queries, keys, stream, std::sqrt(r))));
  };
  chapter.claim("exo7-6.3-QtK-scaled", ill_typed)
      .as_printed("(A ⊗ I) x = softmax(QᵀK/√r)")
      .same_shape("(A ⊗ I) x", arma::size(action), "softmax(QᵀK/√r)", arma::size(A))
      .corrected("A = softmax(QᵀK/√r), and (A ⊗ I) x = x Aᵀ")
      .same_shape("(A ⊗ I) x", arma::size(action), "x", arma::size(x))
      .agree("(A ⊗ I) x = x Aᵀ, five dimensions, three tokens", action, x * A.t(), absolute(1e-14))
      .property("(A ⊗ I) x, token by token Σᵢ Aⱼᵢ xᵢ", token_by_token, absolute(1e-13), 200);

  /**
  If the sentence has as many tokens as dimensions, $n = K$, the shapes agree by accident. The
  two sides still differ: for the sentence $x = 0$ the left side is 0, while the rows of the right
  side sum to 1.
  */
  const arma::mat zero(2, 2, arma::fill::zeros);
  const arma::mat halves = softmax_rows(scaled_attention_scores(zero, zero));
  chapter
      .finding("square-by-accident",
               "even where the shapes agree, n = K = 2, (A ⊗ I) x is not softmax(QᵀK/√r)")
      .same_shape("(A ⊗ I) x", arma::size(zero), "softmax", arma::size(halves))
      .agree("(A ⊗ I) x = 0 for x = 0", kronecker_action(halves, arma::eye(2, 2), zero), zero,
             exactly())
      .agree("row sums of softmax(QᵀK/√r) for x = 0", arma::sum(halves, 1), arma::ones(2), ulps(1));
}

/**
## iaetnous: dividing by 8

iaetnous does it with numbers: the keys of the original article have dimension 64, so divide by
8, then take softmax.

The slide's drawing did not survive the copy, so there are no numbers to reproduce; but the slide
says what the drawing shows. The scores are divided by 8, and softmax turns them into positive
numbers of sum 1: that holds. For a picture we choose scores of our own, 64 and 56. Divided they are
8 and 7, and the first token gets 73 % of the attention. Undivided, a lead of 8 leaves the second
token 0.03 %.
*/
SECTION(divide_by_8)
{
  chapter.claim("iaetnous-step3-sqrt64", reproduced)
      .prints_exactly("8", std::sqrt(64.0))
      .equal("512 dimensions shared by 8 heads, as in the article", 512 / 8, 64);

  const arma::vec scores = {64, 56};
  chapter.figure("divide-by-8", [&](Figure& figure) { draw_divide_by_8(figure, scores); });
  chapter.claim("iaetnous-step34-fig", holds)
      .agree("attention of the first token", softmax(scores / 8)(0), 1 / (1 + std::exp(-1)),
             ulps(12))
      .property("softmax of scores/8 is positive, of sum 1, and softmax at temperature 8",
                vectors({1, 12}, 300, [](const arma::vec& x) {
                  const arma::vec p = softmax(x / 8);
                  return p.min() > 0 && std::abs(arma::accu(p) - 1) < 1e-14 &&
                         arma::abs(p / softmax(x, 8.0) - 1).max() < 1e-14;
                }));
}

/**
The slide after next draws the whole computation as a grid, tokens as rows: $Q$, $V$ and $Z$ of
$2 \times 3$ squares, $K^T$ of $3 \times 2$. In the copy the fraction has a numerator and
nothing below the bar. Without a denominator the result is different; and if what comes next in
the formula, $V$, were the denominator, $2 \times 2$ would be divided by $2 \times 3$. The shapes
themselves are right.
*/
SECTION(matrix_form)
{
  chapter.figure("matrix-form", draw_matrix_form);
  const arma::mat Q = {{1, 2, 0}, {0, 1, 1}}, K = {{1, 1, 0}, {0, 2, 1}},
                  V = {{1, 0, 2}, {3, 1, 0}};
  const arma::mat scores = Q * K.t(), divided = scaled_attention_scores(Q.t(), K.t());
  const arma::mat Z = attention_written_out(Q.t(), K.t(), V.t(), std::sqrt(3)).t();
  chapter.claim("iaetnous-matrix-form", damaged)
      .as_copied("softmax(QKᵀ) V = Z, nothing below the bar")
      .agree("softmax(QKᵀ) V, and Z written out", softmax_rows(scores) * V, Z, absolute(1e-14))
      .as_copied("softmax(QKᵀ / V) = Z, V below the bar")
      .same_shape("QKᵀ", arma::size(scores), "V", arma::size(V))
      .restored("softmax(QKᵀ/√dₖ) V = Z, with dₖ = 3 in the drawing")
      .conformable("Q", arma::size(Q), "Kᵀ", arma::size(3, 2))
      .conformable("softmax(QKᵀ/√dₖ)", arma::size(scores), "V", arma::size(V))
      .same_shape("softmax(QKᵀ/√dₖ) V", arma::size(scores * V), "Z", arma::size(2, 3))
      .agree("softmax(QKᵀ/√3) V, and Z written out", softmax_rows(divided) * V, Z, absolute(1e-14));
}

/**
## masterclass: the score, and an example that forgets it

masterclass defines the score with its division, and we check that formula against another way
to write it, $\pm\sqrt{(q \cdot k)^2 / d_k}$. Integers keep the dot product exact; on each side
one root and one division round, so we allow 4 ulp.

A few slides on, its worked example computes
$z_i = \sum_j \mathrm{softmax}_j(q_i \cdot k_j)\, v_j$, and the division is gone, also from the
list of steps that precedes it. It is called a *simple* example, and its formula is that of attention without
the division: the slides before have it, and a simple example may leave it out. The $z_i$ of the next slide is another one,
row $i$ of the attention's output, with the weights $\mathrm{softmax}(q_i \cdot k_j/\sqrt{d_k})$. For scores $2 \ln 2$ and 0
and $d_k = 4$ the first key has $\frac45$ of the weight in the example, and $\frac23$ there.

(Scores stay below 32 and carry at most 12 roundings, so weights are right to 800 u, and outputs,
being at most 2, to 2e-13.)
*/
SECTION(score)
{
  const auto score_sides = [](const arma::mat& q, const arma::mat& k) {
    const double dot = arma::accu(q % k);
    return difference(arma::as_scalar(scaled_attention_scores(q, k)),
                      std::copysign(std::sqrt(dot * dot / q.n_rows), dot));
  };
  chapter.claim("masterclass-sa-score", holds)
      .property("q · k / √dₖ = ±√((q · k)²/dₖ)",
                over_integer_matrices({"q d x 1", "k d x 1"}, {100, -50, 50}, score_sides),
                ulps(4));

  const auto attention_sides = [](bool divide) {
    return [divide](Draw& draw) {
      const arma::uword dk = draw.size("dₖ", 1, 8), n = draw.size("n", 1, 4);
      const arma::mat Q = draw.matrix("Q", n, dk, -2, 2), K = draw.matrix("K", n, dk, -2, 2);
      const arma::mat V = draw.matrix("V", n, 2, -2, 2);
      const double divisor = divide ? std::sqrt(dk) : 1;
      const arma::mat S =
          divide ? scaled_attention_scores(Q.t(), K.t()) : attention_scores(Q.t(), K.t());
      return difference(attention_written_out(Q.t(), K.t(), V.t(), divisor).t(),
                        softmax_rows(S) * V);
    };
  };
  chapter.claim("masterclass-sa-example-formula", holds)
      .as_printed("in the simple example, whose steps have no division either")
      .property("Σⱼ softmaxⱼ(qᵢ · kⱼ) vⱼ, row by row, against softmax(QKᵀ) V",
                attention_sides(false), absolute(1e-12));
  chapter
      .finding(
          "with-the-division",
          "row i of the attention's output is Σⱼ softmaxⱼ(qᵢ · kⱼ / √dₖ) vⱼ, whose weights are "
          "not those of the example")
      .agree("weight of the first of two keys, scores 2 ln 2 and 0, dₖ = 4: as in the example, and "
             "with the division",
             arma::vec{softmax({2 * std::log(2.), 0})(0), softmax({std::log(2.), 0})(0)},
             arma::vec{0.8, 2. / 3}, ulps(16))
      .property("Σⱼ softmaxⱼ(qᵢ · kⱼ / √dₖ) vⱼ, row by row", attention_sides(true),
                absolute(1e-12));
}

/**
The missing division does no harm for $d_k = 1$, of course; nor when a query scores all keys
alike, for then both patterns are uniform.
*/
SECTION(idle_division)
{
  const auto one_dimension = [](Draw& draw) {
    const arma::mat q = draw.matrix("q", 1, 1, -9, 9), k = draw.matrix("k", 1, 5, -9, 9);
    return difference(scaled_attention_scores(q, k), attention_scores(q, k));
  };
  const auto orthogonal_query = [](Draw& draw) {
    const arma::uword dk = draw.size("dₖ", 2, 9), n = draw.size("n", 1, 6);
    arma::mat q = draw.integer_matrix("q", dk, 1, -9, 9),
              k = draw.integer_matrix("k", dk, n, -9, 9);
    q(0) = 0; // keys differ in their first coordinate only, where the query is 0
    k.tail_rows(dk - 1).each_col() = k.submat(1, 0, dk - 1, 0);
    return difference(softmax_rows(attention_scores(q, k)),
                      softmax_rows(scaled_attention_scores(q, k)));
  };
  chapter
      .finding("when-the-division-is-idle", "the two formulas agree for dₖ = 1, and for a query "
                                            "orthogonal to all differences of keys")
      .property("divided and undivided scores, dₖ = 1", one_dimension, exactly(), 200)
      .property("the two patterns of a query that scores all keys alike", orthogonal_query,
                exactly(), 200);
}
