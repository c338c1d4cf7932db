#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/softmax_to_base.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-lookup.hpp"

#include <cmath>

using namespace epreuve::course;
using arma::SizeMat;

/**
# Query, key, value: the masterclass

The masterclass tells attention twice. First as an idea: every output is a mean of everything that
came in, weighted. Then as a formula, with tokens as *rows* ($n$ of them, where exo7 has $K$
columns):
$$ Q = XW^Q, \quad K = XW^K, \quad V = XW^V, \qquad
   \mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{QK^T}{\sqrt{d_k}}\right) V. $$

Both are right. The slides only lack letters: they are overlays, the same slide several times
with one line more, and each time the copy has lost other ones. That is lucky, for one overlay
restores another; and we shall see that a lost index is not harmless. And one sentence is wrong in
itself: that attention is *invariant* under permutations.

## A mean of everything

Four sentences of the idea can be computed. Every word is considered: all weights are positive. An
output is a mean: its weights have sum 1, and it is what the definition gives, written out number
by number. Distance does not count: exchange two tokens, and the weights are exchanged with them.
And the outputs do not wait for each other: a query asked alone gets what it gets among others.

The entries are whole numbers, so that scores are exact. There remain the roundings of
softmax, 9 ulp on either side, and of a mean of at most five numbers of size 9.
*/
static arma::mat weights_of_rows(const arma::mat& Q, const arma::mat& K)
{
  return attention_pattern(Q.t(), K.t());
}

static const auto output_written_out = [](const arma::mat& Q, const arma::mat& K,
                                          const arma::mat& V) {
  return difference(attend_rows(Q, K, V),
                    attention_written_out(Q.t(), K.t(), V.t(), std::sqrt(Q.n_cols)).t());
};

SECTION(mean_of_everything)
{
  const auto positive = over_integer_matrices(
      {"Q n x d", "K n x d"}, [](auto& Q, auto& K) { return weights_of_rows(Q, K).min() > 0; });
  const auto heard =
      over_integer_matrices({"Q n x d", "K n x d", "V n x m"}, [](auto& Q, auto& K, auto& V) {
        arma::mat louder = V;
        louder.row(0) += 1;
        return difference(attend_rows(Q, K, louder) - attend_rows(Q, K, V),
                          weights_of_rows(Q, K).col(0) * arma::rowvec(V.n_cols, arma::fill::ones));
      });
  const arma::mat one_each(3, 3, arma::fill::eye);
  chapter.claim("masterclass-beyond-all-words", holds)
      .property("every weight is positive, all pairs of tokens", positive, 300)
      .property("a value that grows by 1 moves output i by αᵢⱼ", heard, absolute(1e-13), 300)
      .equal("weights that are 0 under a causal mask, three tokens",
             arma::accu(causal_pattern(one_each, one_each) == 0), 3);

  /**
  A causal mask takes away three of the nine weights of three tokens; nothing else does. Now the
  mean: its weights, and its value against a double loop that knows nothing of matrices. Whole
  numbers up to 4 keep the scores below 36, so that both sides are right to some hundred roundings
  of numbers of size 4.
  */
  const auto sums = over_integer_matrices({"Q n x d", "K n x d"}, [](auto& Q, auto& K) {
    return difference(arma::sum(weights_of_rows(Q, K), 1), arma::vec(Q.n_rows, arma::fill::ones));
  });
  const auto written_out =
      over_integer_matrices({"Q n x d", "K n x d", "X n x m"}, {5, -4, 4}, output_written_out);
  chapter.claim("masterclass-att-weights", holds)
      .property("the weights of a row have sum 1", sums, absolute(5e-15), 300)
      .property("outputs, written out as weighted sums of all rows", written_out, absolute(2e-13),
                300);

  /**
  Independent of distance: write the tokens in reverse order, so that neighbours stay neighbours
  and the first and the last change places. Each pair keeps its weight, whatever its places. An
  LSTM would have to carry what the first word said through all that come after it; here the path
  from any word to any other has length 1.
  */
  const auto exchanged = over_integer_matrices({"Q n x d", "K n x d"}, [](auto& Q, auto& K) {
    const arma::uvec order = arma::reverse(arma::regspace<arma::uvec>(0, Q.n_rows - 1));
    return difference(weights_of_rows(Q.rows(order), K.rows(order)),
                      weights_of_rows(Q, K).eval().submat(order, order));
  });
  chapter.claim("masterclass-att-output", holds)
      .property("Outputᵢ = Σⱼ αᵢⱼ xⱼ, written out", written_out, absolute(2e-13), 300)
      .property("tokens in reverse order: their weights, in reverse order", exchanged, ulps(18),
                300);
}

/**
Nothing is ever ignored, then, however long the sentence: this is what a mask (chapter 11) takes
back, and why softmax alone cannot. How *little* a word can get depends on the lengths of queries
and keys; the section on what a head can look up has the exact bound.

The weight of one word depends on the keys of all: raise one score, and all others lose, each the
same share of what it had. That is exact to the base 2 (write $t$ for $e$: softmax of whole
numbers is then a fraction).
*/
SECTION(all_keys)
{
  const auto loses = over_integer_matrices({"s n x 1"}, [](auto& s) {
    const arma::vec before = s.col(0);
    arma::vec after = before;
    after(0) += 1;
    const RationalMatrix p = softmax_to_base(2, before), q = softmax_to_base(2, after);
    bool same_share = q(0, 0) > p(0, 0) || s.n_rows == 1;
    for (arma::uword j = 1; j < s.n_rows; ++j)
      same_share = same_share && q(j, 0) < p(j, 0) && q(j, 0) * (1 + p(0, 0)) == p(j, 0);
    return same_share;
  });
  const auto row_of = over_integer_matrices(
      {"Q n x d", "K n x d", "V n x m"}, [](Draw& draw, auto& Q, auto& K, auto& V) {
        const arma::uword i = draw.size("i", 0, Q.n_rows - 1);
        return difference(attend_rows(Q.row(i), K, V), attend_rows(Q, K, V).eval().row(i));
      });
  /**
  The second thing that all outputs have in common is that they need not wait for each other. What
  a query gets does not depend on the other queries: ask it alone, with one row instead of $n$,
  and the answer is the same. This is why the slide may promise parallelism, and why a decoder can
  add one token at a time (chapter 11 keeps keys and values for it).
  */
  chapter.claim("masterclass-sa-context", holds)
      .property("to the base 2, one score more by 1: each other weight is divided by 1 + p", loses,
                300)
      .property("a query alone gets what it gets among others", row_of, absolute(1e-13), 300);
  chapter.claim("masterclass-att-advantages", holds)
      .property("parallel: a query alone gets what it gets among others", row_of, absolute(1e-13),
                300)
      .by_reading(
          "explicit: output i contains vⱼ with the weight αᵢⱼ at any distance, in one step; "
          "and a row of weights is a distribution, which can be drawn");
}

/**
The third advantage, that one can look at the weights, deserves care. They say where a head looks.
They do not determine its output: values of $d_v$ numbers leave $n - 1 - d_v$ dimensions of
patterns that all have the *same* output. With four tokens and values of two numbers, here are two
of them, exactly:
*/
SECTION(weights_do_not_tell)
{
  const RationalMatrix V{
      {1, 0, 1}, {0, 1, 1}, {-1, 0, 1}, {0, -1, 1}}; // and a column of ones: the sum
  const RationalMatrix direction = kernel(transpose(V));
  const RationalMatrix one{{{1, 4}, {1, 4}, {1, 4}, {1, 4}}};
  const RationalMatrix other = one + Rational(1, 5) * transpose(direction);
  chapter
      .finding("same-output-other-pattern",
               "n tokens with values of d_v numbers: every pattern of positive weights shares its "
               "output with n − 1 − d_v dimensions of others")
      .equal("dimensions, n = 4, d_v = 2", direction.cols(), 4 - 1 - 2)
      .equal("output of (¼, ¼, ¼, ¼) and of the other, and both sums", one * V, other * V)
      .equal("the other pattern", other, RationalMatrix{{{1, 20}, {9, 20}, {1, 20}, {9, 20}}});
}

/**
A pattern that gives each word a quarter, and one that looks at two of them nine times as hard,
and the next layer cannot tell. Look at weights, but look at the values as well
[@brunner-2020].

## Three matrices

Row $i$ of $XW^Q$ is $x_i W^Q$, and depends on token $i$ alone. With tokens as columns, as in
exo7, the same vector is $(W^Q)^T x_i$: the matrices of the two documents are transposes of each
other, and so are the outputs.
*/
SECTION(three_matrices)
{
  const auto transposed = over_integer_matrices(
      {"X n x d", "A d x k", "B d x k", "C d x m"}, {4, -2, 2},
      [](auto& X, auto& A, auto& B, auto& C) {
        return difference(attend_rows(X * A, X * B, X * C),
                          attend(A.t() * X.t(), B.t() * X.t(), C.t() * X.t()).t());
      });
  chapter.claim("masterclass-qkv-X", holds)
      .property("attention of the rows of X is the transpose of that of columns", transposed,
                absolute(1e-12), 300);

  /**
  The later slide says the same token by token: $x_i$ becomes a triplet $(q_i, k_i, v_i)$. So
  nothing has passed between tokens yet; up to here each of them could be alone. All that follows,
  and nothing else in a transformer, lets them meet.
  */
  const auto by_token = over_integer_matrices(
      {"X n x d", "A d x k", "B d x k", "C d x k"}, [](auto& X, auto& A, auto& B, auto& C) {
        const arma::mat all = arma::join_rows(X * A, X * B, X * C);
        arma::mat triplets(arma::size(all));
        for (arma::uword i = 0; i < X.n_rows; ++i)
          triplets.row(i) = arma::join_rows(X.row(i) * A, X.row(i) * B, X.row(i) * C);
        return difference(triplets, all);
      });
  const auto sizes = over_integer_matrices({"X n x d", "W d x k"}, [](auto& X, auto& W) {
    return arma::size(arma::mat(X * W)) == SizeMat(X.n_rows, W.n_cols);
  });
  chapter.claim("masterclass-qkv-projections", holds)
      .conformable("X, 5 tokens of 7 numbers", SizeMat(5, 7), "W^Q, dₖ = 3", SizeMat(7, 3))
      .property("X W is n × dₖ", sizes, 300)
      .property("row i of X W is xᵢ W, for all three", by_token, exactly(), 300);
  chapter.claim("masterclass-sa-triplet", holds)
      .property("(qᵢ, kᵢ, vᵢ) from token i alone", by_token, exactly(), 300);
  chapter.reading("masterclass-qkv-interpretation", holds,
                  "a way of speaking of three linear maps; heads for which it can be measured are "
                  "constructed at the end of the chapter");

  /**
  The slide speaks of three distinct subspaces into which one projects. The word claims more than
  happens: $W^Q$ is any $d \times d_k$ matrix, no projection in the sense of $W^2 = W$ (which
  is not even defined), and the three results live in $\mathbb R^{d_k}$, not in the space of the
  tokens. They are less than subspaces: their coordinates mean nothing. Change the queries by any
  invertible $M$ and the keys by $M^{-T}$, and no score changes: $(QM)(KM^{-T})^T = QMM^{-1}K^T$.
  The question of a head is not in $W^Q$ but in $W^Q (W^K)^T$.
  */
  const auto no_coordinates =
      over_integer_matrices({"Q n x 2", "K n x 2"}, [](Draw& draw, auto& Q, auto& K) {
        const long a = draw.integer("a", -9, 9), b = draw.integer("b", -9, 9);
        const double ab = double(a * b + 1);
        const arma::mat M{{1, double(a)}, {double(b), ab}},
            M_inv{{ab, double(-a)}, {double(-b), 1}};
        return difference(attention_scores(arma::mat(Q * M).t(), arma::mat(K * M_inv.t()).t()),
                          attention_scores(Q.t(), K.t()));
      });
  chapter
      .finding("no-coordinates", "queries QM and keys KM⁻ᵀ have the scores of Q and K, for every "
                                 "invertible M")
      .property("scores for M = (1, a; b, ab + 1)", no_coordinates, exactly(), 300);
}

/**
## The formula

Now the formula, by rows; its entries; its output; and its shapes. Values may have a length of
their own, $d_v$, as the later slide says and the earlier one does not. The rows of the pattern
have sum 1; its columns need not: one token can be looked at by all.
*/
SECTION(formula)
{
  const auto formula =
      over_integer_matrices({"Q n x d", "K n x d", "V n x m"}, {5, -4, 4}, output_written_out);
  const auto weights =
      over_integer_matrices({"Q n x d", "K n x d"}, {5, -4, 4}, [](auto& Q, auto& K) {
        arma::mat alpha = arma::exp(Q * K.t() / std::sqrt(Q.n_cols));
        alpha.each_col() /= arma::vec(arma::sum(alpha, 1));
        return difference(weights_of_rows(Q, K), alpha);
      });
  const auto outputs =
      over_integer_matrices({"Q n x d", "K n x d", "V n x m"}, [](auto& Q, auto& K, auto& V) {
        const arma::mat alpha = weights_of_rows(Q, K);
        arma::mat sums(arma::size(V), arma::fill::zeros);
        for (arma::uword i = 0; i < V.n_rows; ++i)
          for (arma::uword j = 0; j < V.n_rows; ++j)
            sums.row(i) += alpha(i, j) * V.row(j);
        return difference(sums, attend_rows(Q, K, V));
      });
  /**
  Two sums are hidden in the formula: a score sums over the $d_k$ coordinates of a query and a
  key, an output over the $n$ tokens. The indices say which is which, $s_{ij} = \sum_c q_{ic}
  k_{jc}$ and $z_{ic} = \sum_j \alpha_{ij} v_{jc}$, and it pays to write them out once: most
  misprints of this formula, here and elsewhere, exchange them.
  */
  const auto products = over_integer_matrices({"Q n x d", "K n x d"}, [](auto& Q, auto& K) {
    arma::mat s(Q.n_rows, Q.n_rows);
    for (arma::uword i = 0; i < Q.n_rows; ++i)
      for (arma::uword j = 0; j < Q.n_rows; ++j)
        s(i, j) = arma::dot(Q.row(i), K.row(j));
    return difference(s, Q * K.t());
  });
  chapter.claim("masterclass-attention-formula", holds)
      .property("softmax(QKᵀ/√dₖ) V, written out", formula, absolute(2e-13), 300);
  chapter.claim("masterclass-attention-alpha", holds)
      .property("αᵢⱼ as a quotient of exponentials", weights, absolute(5e-14), 300);
  chapter.claim("masterclass-attention-output", holds)
      .property("Σⱼ αᵢⱼ vⱼ, row by row", outputs, absolute(1e-13), 300);
  chapter.claim("masterclass-attention-QKT", holds)
      .property("entry (i, j) of QKᵀ is ⟨qᵢ, kⱼ⟩", products, exactly(), 300);

  /**
  Is $\langle q_i, k_j \rangle$ a *similarity*? It is not symmetric (the query of one token meets
  the key of another), and a vector need not be most similar to itself: $1 \cdot 2 > 1 \cdot 1$.
  We take the word as the documents do, for a number that is large where both point the same way, and
  come back to it two pages later.
  */
  const arma::uword n = 4, d = 3, m = 5;
  const arma::mat tokens(n, d, arma::fill::ones), values(n, m, arma::fill::ones);
  chapter.claim("masterclass-sa-shapes", holds)
      .conformable("Q", SizeMat(n, d), "Kᵀ", SizeMat(d, n))
      .same_shape("softmax(QKᵀ)", arma::size(weights_of_rows(tokens, tokens)), "n × n",
                  SizeMat(n, n))
      .same_shape("softmax(QKᵀ) V", arma::size(attend_rows(tokens, tokens, values)), "n × d_v",
                  SizeMat(n, m))
      .property("αᵢⱼ over j as a quotient: softmax by rows", weights, absolute(5e-14), 300);

  const auto steps = over_integer_matrices(
      {"Q 3 x d", "K 3 x d", "V 3 x m"}, {5, -4, 4}, [](auto& Q, auto& K, auto& V) {
        const arma::vec alpha = softmax(arma::vec(K * Q.row(0).t()));
        return difference(alpha(0) * V.row(0) + alpha(1) * V.row(1) + alpha(2) * V.row(2),
                          attention_written_out(Q.t(), K.t(), V.t(), 1).t().eval().row(0));
      });
  chapter.claim("masterclass-sa-example", holds)
      .property("z₁ by the four steps, and written out with no division", steps, absolute(4e-13),
                300);

  const char* slot =
      "the place for the figure is empty in the copy; drawn here is what the text says";
  chapter.reading("masterclass-attention-fig", illustrative, slot);
  chapter.reading("masterclass-sa-fig", illustrative, slot);
  chapter.figure("scaled-attention", draw_scaled_attention);
  chapter.figure("one-query", draw_one_query);
}

/**
The example with three vectors does what its steps say. That they forget to divide by
$\sqrt{d_k}$, so that $z_1$ is not the first row of the formula printed above it, is judged in
chapter 12.

## The damaged lines

The conversion has eaten the first letters of commands (`\times` became `imes`, `\alpha` became
`lpha`: `\t` and `\a` are a tabulator and a bell to a program) and the reader of the slides has
mistaken letters: $i$ for $j$, $O$ for $Q$, a $+$ for a $\top$. Here is every such line about
attention that we found:

| lines of the document | in the copy | restored | read by the letter |
|---|---|---|---|
| 285, 305, 325, 345 | `lpha_{i i}`, $\alpha_{ii}$ | $\alpha_{ij}$ | a diagonal |
| 301, 321 | the score of $x_i$ for $i$ | of $x_j$ for $i$ | a token's own |
| 378 | $O, K, V$ | $Q, K, V$ | another letter |
| 385, 421, 622, 1114 | `n imes d`, `hd_k imes d` | $n \times d$, $h d_k \times d$ | a product |
| 441 | $OK^\top$ | $QK^\top$ | no queries |
| 442, 443, 465, 487, 532, 1197 | $q_i$ and $k_i$ | $q_i$ and $k_j$ | equal scores |
| 452, 474, 496 | the pair $(i, i)$ | $(i, j)$ | $n$ weights |
| 505 | $QK^+$ | $QK^\top$ | a pseudo-inverse |
| 1175 | $\ldots \cdot v$ | $\ldots \cdot v_j$ | one value |
| 1182 | $q_1 \cdot k_i$ for $j = 1, 2, 3$ | $q_1 \cdot k_j$ | an unbound $i$ |
| 1199 to 1202 | `lpha`, `rac`, `op`, `ight`, $u_j$ | `\alpha`, `\frac`, `\top`, `\right`, $\nu_j$ | a product |

Read by the letter, these are false, and false in instructive ways. `n imes d` is a product, so
that $X$ would be one row of numbers, which $W^Q$ cannot multiply. Weights $\alpha_{ii}$ are a
diagonal: of three weights of a row one sees a single one. And with $s_{ij} = \langle q_i, k_i
\rangle$ all scores of a row are *equal*, so that every pattern is uniform: one wrong index, and
attention is an average. Most cunning is the $+$: $K^+$ is a known matrix, the pseudo-inverse, it
has the shape of $K^T$, everything type-checks, and the scores are others (unless the columns of
$K$ are orthonormal).
*/
SECTION(damaged_lines)
{
  const RationalMatrix q{{1, 0}, {2, 1}, {0, 3}}, k{{1, 1}, {0, 2}, {1, -1}};
  const RationalMatrix scores = q * transpose(k);
  const auto by_index = [&](bool restored) {
    RationalMatrix s(3, 3);
    for (arma::uword i = 0; i < 3; ++i)
      for (arma::uword j = 0; j < 3; ++j)
        for (arma::uword c = 0; c < 2; ++c)
          s(i, j) += q(i, c) * k(restored ? j : i, c);
    return s;
  };
  const RationalMatrix alpha = softmax_to_base(2, {0, 1, 1}); // 1/5, 2/5, 2/5
  chapter.claim("masterclass-ocr-escapes", damaged)
      .as_copied("X ∈ ℝ^(n·i·m·e·s·d): nd numbers in one row")
      .conformable("X, 3 tokens of 2 numbers", SizeMat(1, 6), "W^Q", SizeMat(2, 2))
      .as_copied("the weights of row i are those that are shown, αᵢᵢ")
      .equal("weights of row 1 that are shown, their sum", alpha(0, 0), 1)
      .restored("X ∈ ℝ^(n × d), weights αᵢⱼ")
      .conformable("X, 3 tokens of 2 numbers", SizeMat(3, 2), "W^Q", SizeMat(2, 2))
      .equal("weights of row 1, their sum", Rational(alpha(0, 0) + alpha(1, 0) + alpha(2, 0)), 1);
  chapter.claim("masterclass-ocr-indices", damaged)
      .as_copied("sᵢⱼ = ⟨qᵢ, kᵢ⟩")
      .equal("⟨qᵢ, kᵢ⟩ against QKᵀ, three tokens", by_index(false), scores)
      .as_copied("a weight αᵢᵢ for each pair (i, i)")
      .equal("pairs (i, i) of three tokens against entries of the pattern", 3, 3 * 3)
      .as_copied("OKᵀ, O the number 0")
      .equal("0 Kᵀ against QKᵀ, three tokens", RationalMatrix(3, 3), scores)
      .as_copied("QK⁺, K⁺ the pseudo-inverse")
      .equal("QK⁺ against QKᵀ, three tokens", q * inverse(transpose(k) * k) * transpose(k), scores)
      .restored("QKᵀ: sᵢⱼ = ⟨qᵢ, kⱼ⟩, a weight αᵢⱼ for each pair (i, j)")
      .equal("⟨qᵢ, kⱼ⟩ against QKᵀ, three tokens", by_index(true), scores);

  /**
  The last formula has lost most. `rac{q·k}{√d}` is a product of letters, the score and
  $\sqrt{d_k}$: the score is multiplied by the root by which it should be divided, and the factor
  that should keep softmax undecided makes it decide. (The document itself leaves out an index: softmax of the one
  number $q_i \cdot k_j$ is 1. It is meant over $j$, all keys, for each $i$.)
  */
  const arma::vec s{4, -2, 0}; // scores for dₖ = 4: divided by 2, and times 2
  const auto restored =
      over_integer_matrices({"Q n x d", "K n x d", "V n x m"}, {5, -4, 4}, output_written_out);
  chapter.claim("masterclass-rem-alpha", damaged)
      .as_copied("αᵢⱼ = softmaxⱼ(r·a·c·(qᵢ · kⱼ)·√dₖ), r = a = c = 1")
      .equal("softmax of 2s against that of s/2, dₖ = 4, to the base 2", softmax_to_base(2, 2 * s),
             softmax_to_base(2, s / 2))
      .as_copied("αᵢⱼ = softmax of the one number qᵢ · kⱼ/√dₖ")
      .equal("αᵢ₁ + αᵢ₂ + αᵢ₃, each the softmax of one number",
             Rational(3 * softmax_to_base(2, {4})(0, 0)), 1)
      .restored("zᵢ = Σⱼ αᵢⱼ νⱼ, αᵢⱼ = softmaxⱼ(qᵢ kⱼᵀ / √dₖ)")
      .conformable("qᵢ, a row", SizeMat(1, 4), "kⱼᵀ", SizeMat(4, 1))
      .property("zᵢ, written out", restored, absolute(2e-13), 300);
}

/**
## Equivariant, not invariant

Among its remarks the masterclass prints $\mathrm{Attention}(PX) = \mathrm{Attention}(X)$ for
every permutation $P$ (chapter 05 judges that line). The outputs *move with* the tokens:
$\mathrm{Attention}(PX) = P\,\mathrm{Attention}(X)$. It is proven, for all sizes; the printed line
already fails for two tokens of one number.
*/
SECTION(equivariance)
{
  chapter.proposition("permutation", {"self_attention_permutation", "printed_invariance_refuted"});
  const auto reversed = [](const arma::mat& X) { return arma::mat(arma::flipud(X)); };
  const auto equivariant = over_integer_matrices({"X n x d"}, {5, -4, 4}, [=](auto& X) {
    const arma::mat R = reversed(X);
    return difference(attend_rows(R, R, R), reversed(attend_rows(X, X, X)));
  });
  const auto two = smallest_counterexample({"X n x 1"}, {3, 0, 1}, [=](auto& X) {
    const arma::mat R = reversed(X);
    return arma::approx_equal(attend_rows(R, R, R), attend_rows(X, X, X), "absdiff", 1e-3);
  });
  chapter
      .finding("equivariant",
               "attention without positions is equivariant: the outputs are permuted "
               "with the tokens, and only their sum is invariant")
      .property("tokens in reverse order: outputs in reverse order", equivariant, absolute(1e-13),
                300)
      .equal("smallest X whose output changes when its rows do", arma::sort(two.at(0)),
             arma::vec{0, 1});
}

/**
## In short

The masterclass has attention right, as an idea and as a formula, in at least one overlay of each
line. Eleven kinds of lines are damaged, and no damage is without effect: a wrong index makes
every pattern uniform, a lost fraction turns a division into a product. A pattern shows where a
head looks, and does not determine what it says; queries and keys have no coordinates of their
own; and a permutation of the tokens permutes the outputs.
*/
