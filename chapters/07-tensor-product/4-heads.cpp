#include "epreuve/attention/patterns.hpp"
#include "epreuve/instruments/exact/determinant.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "figures.hpp"
#include "tensors.hpp"

#include <cmath>

/**
# Attention heads

The document needs the tensor product for one purpose: an attention head is $h(x) = (A \otimes W_{OV})\,x$,
where $A$ is the pattern (*matrice d'attention*), one row per query, and $W_{OV} = W_O W_V$. What do the
rules say about heads? And does the transposition matter there?
*/
using namespace epreuve::course;

/**
## Is the transposition useless?

The document remarks that it is, in practice, *in our situation*, as the coefficients of $A$ and $B$
are determined by learning. The situation is attention, and there the transposition is not useless,
as the next section shows. But take the reason at its word: let $A$ be a matrix of free
coefficients. Then $A' = A^T$ is as free as $A$, and whatever one model does with $BMA^T$ the other
does with $BMA'$. That is more than equal expressiveness. The gradients of a loss are transposed as
well,

$$ \frac{\partial L}{\partial A'} = \Bigl(\frac{\partial L}{\partial A}\Bigr)^T , $$

so two such models that start from $A_0$ and $A_0^T$ stay transposes of each other at each step of gradient
descent. We follow both for three steps on $\frac12 \lVert BMA^T - Y \rVert^2$, in fractions.
*/
SECTION(transposition)
{
  const auto same_family = over_integer_matrices(all_triples, [](auto& A, auto& B, auto& M) {
    const arma::mat A_prime = A.t();
    return difference(B * M * A_prime, act(A, B, M));
  });
  const auto same_steps = over_integer_matrices(
      {"A p x p", "B n x n", "M n x p", "Y n x p"},
      Integers{.largest_side = 3, .low = -3, .high = 3}, [](auto& A, auto& B, auto& M, auto& Y) {
        RationalMatrix with(A), b(B), without(A.t().eval()), c(B);
        const RationalMatrix m(M), y(Y);
        const Rational rate(1, 64);
        for (int step = 0; step < 3; ++step) {
          const RationalMatrix off = b * m * transpose(with) - y, also_off = c * m * without - y;
          const RationalMatrix of_b = off * with * transpose(m);
          const RationalMatrix of_c = also_off * transpose(without) * transpose(m);
          with = with - rate * (transpose(off) * b * m);
          without = without - rate * (transpose(c * m) * also_off);
          b = b - rate * of_b;
          c = c - rate * of_c;
        }
        return without == transpose(with) && b == c;
      });
  const RationalMatrix causal{{1, 0}, {Rational(1, 2), Rational(1, 2)}}, x{{0, 1}};
  chapter.claim("exo7-5.1-transposition-useless", refuted)
      .as_printed("in attention, where A is a pattern, x A does as well as x Aᵀ")
      .equal("tokens 0 and 1, each attending equally to those so far: x A against x Aᵀ", x * causal,
             x * transpose(causal))
      .corrected("for an A of free coefficients it is useless: A′ = Aᵀ is as free as A")
      .property("B M A′ with A′ = Aᵀ is B M Aᵀ, all shapes", same_family, exactly())
      .property(
          "three steps of gradient descent on A and on A′ = Aᵀ: still transposes, in fractions",
          same_steps, 200);
}

/**
## Not for a pattern

The $A$ of an attention head is not free. Section 6.2 says so itself: its coefficients are computed,
and are not weights of the network. They come out of a softmax along each row, after a mask: row $j$
holds probabilities, and only for positions $i \le j$. Both properties are properties of rows, and
the transposition puts the rows of $A$ where the sums over columns of $M$ need them. Without it, two
things break, and no other pattern mends them.

- *Causality.* Column $j$ of $xA^T$ is made of tokens up to $j$. Column $j$ of $xA$ is made of
  tokens *from* $j$ on: the first token sees the whole future.
- *Means.* Column $j$ of $xA^T$ is a mean of tokens. The weights in column $j$ of $xA$ may have any
  sum; if all tokens are the same vector $v$, that is $v$ times the sum of column $j$.
- *No other pattern helps.* A causal $A'$ with $xA' = xA^T$ for all $x$ would be $A^T$, which is upper
  triangular; so it exists only if $A$ is diagonal and each token attends to itself alone.
  (Proposition 18 has this and the first point for every size.)

One might hope to get $A^T$ by exchanging $W_Q$ and $W_K$, which transposes the scores. It does not
transpose the pattern, because softmax still goes along rows.
*/
/// A causal pattern of fractions: weights from 1 to 9, below the diagonal and on it, divided by their
/// sum. Softmax makes its weights e^s instead; for what follows they only have to be positive.
static RationalMatrix pattern_of(const arma::mat& weights, bool causal = true)
{
  RationalMatrix A(weights.n_rows, weights.n_cols);
  for (arma::uword j = 0; j < A.rows(); ++j) {
    const arma::uword seen = causal ? j + 1 : A.cols();
    Rational sum = 0;
    for (arma::uword i = 0; i < seen; ++i)
      sum += Rational(weights(j, i));
    for (arma::uword i = 0; i < seen; ++i)
      A(j, i) = Rational(weights(j, i)) / sum;
  }
  return A;
}

static RationalMatrix column(const RationalMatrix& M, arma::uword j)
{
  RationalMatrix of_one(M.cols(), 1);
  of_one(j, 0) = 1;
  return M * of_one;
}

/**
Patterns of fractions are as good as those of softmax here: of its weights $e^s$ we use only that
they are positive. We test that no token sees those after it by changing all later tokens at random,
and that the results are means by putting the same vector in all places. To show what fails without
the transposition one example each will do, and two tokens are enough. The first is 0, the second 1,
and each attends equally to what it sees, $A = \begin{pmatrix} 1 & 0 \\ 1/2 & 1/2 \end{pmatrix}$.
*/
SECTION(patterns)
{
  const Integers weights{.largest_side = 4, .low = 1, .high = 9};
  const auto first_sees_nothing = over_integer_matrices(
      {"weights p x p", "x n x p", "x2 n x p"}, weights,
      [](Draw& draw, auto& W, auto& x, auto& other) {
        const arma::uword j = draw.size("j", 0, W.n_rows - 1);
        arma::mat changed = other;
        changed.cols(0, j) = x.cols(0, j);
        const RationalMatrix after = transpose(pattern_of(W));
        return column(RationalMatrix(x) * after, j) == column(RationalMatrix(changed) * after, j);
      });
  const auto same_vector =
      over_integer_matrices({"weights p x p", "v n x 1"}, weights, [](auto& W, auto& v) {
        const RationalMatrix x(arma::repmat(v, 1, W.n_cols));
        return x * transpose(pattern_of(W)) == x;
      });
  const RationalMatrix A = pattern_of(arma::ones(2, 2)), x{{0, 1}}, same{{1, 1}};
  const RationalMatrix scores{{1, 1}, {1, 2}};
  const RationalMatrix pattern = pattern_of(scores.to_double(), false);
  chapter
      .finding("pattern",
               "For a causal pattern the transposition is needed: without it the first token sees "
               "the future, and weights do not add up to 1.")
      .property("column j of x Aᵀ stays the same when tokens after j change, in fractions",
                first_sees_nothing, 300)
      .property("x Aᵀ = x if all tokens are the same vector, in fractions", same_vector, 300)
      .equal("tokens 0 and 1, A = (1 0; 1/2 1/2), with the transposition: 0 and 1/2",
             x * transpose(A), RationalMatrix{{0, Rational(1, 2)}})
      .equal("the same without it: the first token has seen the second, 1/2 and 1/2", x * A,
             RationalMatrix{{Rational(1, 2), Rational(1, 2)}})
      .equal("tokens 1 and 1 without it: weights of sum 3/2 and 1/2", same * A,
             RationalMatrix{{Rational(3, 2), Rational(1, 2)}})
      .fact(
          "symmetric weights (1 1; 1 2): queries and keys exchanged, the pattern is not transposed",
          !(pattern == transpose(pattern)), "(1/2 1/2; 1/3 2/3)");
  chapter.figure("dropped", draw_dropped);
}

/**
In the figure each token attends equally to all tokens so far. So the remark, right for a free $A$,
is wrong in the situation for which it is made. In code that keeps tokens as rows the question does
not arise: there $h(x)$ is $A\,x\,W$, and the transposition is absorbed by the storage.

## A head is a tensor product

Once the pattern is computed, a head is an action like any other, and the product rule takes it apart into
three: read, attend, write,

$$ A \otimes W_{OV} = (I \otimes W_O)\,(A \otimes I)\,(I \otimes W_V) . $$

(6.3 prints $W_O \otimes I$ for the first of them; that would act on positions, and its size does
not fit.) A head that reads what another has written is, along that path, $(A_2 \otimes W_2)(A_1
\otimes W_1) = A_2A_1 \otimes W_2W_1$: one more head, though nobody stores its matrices. Is $A_2A_1$
a pattern again? It is triangular, as a product of two lower triangular matrices, and its rows add
up to 1, since $A_2A_1$ leaves the vector of ones alone. (With $BMA$ in place of $BMA^T$ it would be
$A_1A_2$.)

We compare $(A \otimes W_{OV})\,x$ with a head that knows nothing of tensors or masks: for each
query, attention over the tokens up to it, sum by sum. With entries up to 1 and at most 4
dimensions, 3 in the head, scores are at most $27.7$ and are computed to within $5 \cdot 10^{-14}$;
twice that is the relative error of a weight on either side, and outputs are at most 12.
*/
SECTION(heads)
{
  const auto written_out = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 4), r = draw.size("r", 1, 3), p = draw.size("p", 1, 6);
    const arma::mat x = draw.matrix("x", n, p, -1, 1);
    const arma::mat Q = draw.matrix("W_Q", r, n, -1, 1) * x,
                    K = draw.matrix("W_K", r, n, -1, 1) * x;
    const arma::mat W_V = draw.matrix("W_V", r, n, -1, 1), W_O = draw.matrix("W_O", n, r, -1, 1);
    arma::mat sums(n, p);
    for (arma::uword j = 0; j < p; ++j)
      sums.col(j) = W_O * attention_written_out(Q.col(j), K.head_cols(j + 1),
                                                W_V * x.head_cols(j + 1), std::sqrt(double(r)));
    return difference(kronecker_action(attention::causal_pattern(Q, K), W_O * W_V, x), sums);
  };
  const auto in_three = over_integer_matrices(
      {"A p x p", "W_O n x r", "W_V r x n", "x n x p"}, [](auto& A, auto& W_O, auto& W_V, auto& x) {
        const arma::mat I_p = arma::eye(arma::size(A)), I_r = arma::eye(W_V.n_rows, W_V.n_rows);
        const arma::mat read = act(I_p, W_V, x), attended = act(A, I_r, read);
        return difference(act(I_p, W_O, attended), act(A, W_O * W_V, x));
      });
  const auto two_heads = over_integer_matrices(
      {"weights p x p", "weights2 p x p"}, Integers{.largest_side = 4, .low = 1, .high = 9},
      [](auto& W1, auto& W2) {
        const RationalMatrix A = pattern_of(W2) * pattern_of(W1);
        const RationalMatrix one(arma::ones(W1.n_rows, 1));
        bool causal = true;
        for (arma::uword j = 0; j < A.rows(); ++j)
          for (arma::uword i = j + 1; i < A.cols(); ++i)
            causal = causal && A(j, i) == 0;
        return causal && A * one == one;
      });
  chapter.finding("head", "A head with its pattern fixed is A⊗W_OV: read, attend, write.")
      .property("(A⊗W_OV) x against attention written out, query by query", written_out,
                absolute(3e-12), 300)
      .property("(I⊗W_O)(A⊗I)(I⊗W_V) x = (A⊗W_OV) x, all sizes", in_three, exactly())
      .property("A₂A₁ of two causal patterns is causal, with rows of sum 1, in fractions",
                two_heads, 300);
}

/**
## The spectrum of a causal head

A causal pattern is triangular, so its eigenvalues are on its diagonal: $a_{jj}$ is how much the
token at position $j$ attends to itself. The first one is 1, since the first token can attend to
nothing else. Hence, with $\mu_i$ the eigenvalues of $W_{OV}$,

$$ \text{the eigenvalues of a causal head are } a_{jj}\, \mu_i . $$

Where the rest of a head's attention goes leaves no trace in its spectrum. Softmax makes no weight
on the diagonal 0, so $A$ is always invertible, and the rank of the head is $p$ times that of
$W_{OV}$, at most $pr$ of $pn$.
*/
SECTION(spectrum)
{
  const auto spectrum = over_integer_matrices(
      {"weights p x p", "T n x n", "Q n x n"}, Integers{.largest_side = 3, .low = 1, .high = 9},
      [](Draw& draw, auto& W, auto& T_full, auto& Q_base) {
        const arma::mat T = arma::trimatu(T_full);
        const RationalMatrix Q = invertible(Q_base), A = pattern_of(W);
        const RationalMatrix B = Q * RationalMatrix(T) * inverse(Q);
        const Rational x = draw.integer("x", -99, 99);
        return has_products_for_spectrum(A, B, A, RationalMatrix(T), x);
      });
  const auto ranks = over_integer_matrices(
      {"weights p x p", "W_O 3 x r", "W_V r x 3"}, Integers{.largest_side = 3, .low = 1, .high = 3},
      [](auto& W, auto& W_O, auto& W_V) {
        const RationalMatrix A = pattern_of(W), W_OV(W_O * W_V);
        return rank(matrix_of_action(A, W_OV)) == A.rows() * rank(W_OV);
      });
  chapter
      .finding("causal-spectrum",
               "The eigenvalues of a causal head are a_jj μᵢ: attention to oneself times an "
               "eigenvalue of W_OV.")
      .property("det(x − A⊗W) = ∏ (x − a_jj μᵢ), causal patterns, in fractions", spectrum, 100)
      .property("rank of a causal head is p times that of W_OV, in fractions", ranks, 100);
  chapter.figure("spectrum", draw_spectrum);
}

/**
The figure takes the pattern that attends equally to all tokens so far, $a_{jj} = 1/j$. Each
eigenvalue of $W_{OV}$ is repeated along its own ray towards 0, at one half, one third, one quarter:
the first position sees the matrix as it is, and later ones see less and less of it *in themselves*.
*/
