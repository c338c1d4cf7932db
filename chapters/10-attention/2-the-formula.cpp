#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-heads.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

/**
# exo7's formula, piece by piece

Section 6.3 of exo7 gives the formula of a head in two halves: what is done with the tokens, if the pattern
$A$ is known, and how $A$ comes about. Its tokens are columns of $x$, $n \times K$. There are four matrices of
weights, and of the five formulas that join them two are right.
*/
using namespace epreuve::course;

/**
## Whose formula, and which way round

The document names its sources, and announces that it will write tokens as columns where most write rows.
That is a transposition of everything, and no more: the result by columns is the result by rows, turned over.

A product of matrices read by its tokens says the same. Row $k$ of $x^T W_Q^T$ is the query of token
$k$, lying down; column $k$ of $W_Q x$ is the same query, standing. One sentence then
replaces a table of conventions: in exo7 a token stands, everywhere else it lies.
*/
SECTION(conventions)
{
  chapter.reading("exo7-6.3-source", holds,
                  "Vaswani et al. (2017), most of whom were at Google, is where the formula comes "
                  "from; the tensor products are those of Elhage et al. (2021)");
  const auto turned_over = [](Draw& draw) {
    const arma::uword d = draw.size("d", 1, 4), q = draw.size("queries", 1, 4),
                      k = draw.size("keys", 1, 4);
    const arma::mat Q = draw.matrix("Q", d, q, -2, 2), K = draw.matrix("K", d, k, -2, 2),
                    V = draw.matrix("V", 3, k, -2, 2);
    return difference(attention_written_out(Q, K, V, std::sqrt(double(d))).t(),
                      attend_rows(Q.t(), K.t(), V.t()));
  };
  chapter.claim("exo7-6.3-column-convention", holds)
      .property("attention by rows, softmax(QKᵀ/√d)V, against columns written out, transposed",
                turned_over, absolute(1e-13))
      .by_reading("thomas, masterclass and iaetnous print rows");
  const auto tokens = over_integer_matrices({"x n x K", "W_Q r x n"}, [](auto& x, auto& W_Q) {
    const arma::mat product = x.t() * W_Q.t();
    arma::mat by_token(x.n_cols, W_Q.n_rows);
    for (arma::uword k = 0; k < x.n_cols; ++k)
      by_token.row(k) = (W_Q * x.col(k)).t();
    return difference(product, by_token);
  });
  chapter.claim("exo7-6.3-x", holds)
      .property("row k of xᵀ W_Qᵀ is W_Q times token k, lying down", tokens, exactly())
      .by_reading("x in M(n, K) has K columns of n numbers, one per token");
}

/**
## A head with a given pattern

With its pattern fixed, a head is $h(x) = (A \otimes W_{OV})\, x = W_{OV}\, x A^T$, $A$ of $K \times K$ and
$W_{OV}$ of $n \times n$. (The document's line has $x$ on the left and $x_i$ on the right; $i$ is the number
of the layer, and the two are the same matrix.) Token $k$ gets $\sum_j A_{kj}\, W_{OV} x_j$.

$W_{OV}$ is $W_O \times W_V$, and here the shapes matter. Printed are $W_V \in M_{r,n}$ *and*
$W_O \in M_{r,n}$. Then $W_O W_V$ is a product of $r \times n$ by $r \times n$, which there is only for $r = n$.
The document itself says further down that $W_O$ takes $\mathbb R^r$ to $\mathbb R^n$, so it must be
$n \times r$. With $n = 2$ and $r = 1$, the smallest case, one sees both. GPT-2 has room for nothing else: its output matrix
has $768 \times 768$ entries in each layer, twelve heads side by side, each $768 \times 64$.
*/
SECTION(given_pattern)
{
  const auto by_token =
      over_integer_matrices({"A K x K", "W n x n", "x n x K"}, [](auto& A, auto& W, auto& x) {
        arma::mat sums(arma::size(x), arma::fill::zeros);
        for (arma::uword k = 0; k < x.n_cols; ++k)
          for (arma::uword j = 0; j < x.n_cols; ++j)
            sums.col(k) += A(k, j) * (W * x.col(j));
        return difference(kronecker(A, W) * vec(x), vec(sums));
      });
  chapter.claim("exo7-6.3-head-tensor", holds)
      .property("(A⊗W_OV) x, token by token Σⱼ A_kj W_OV xⱼ, all K and n", by_token, exactly());

  const arma::mat W_V(1, 2), as_printed(1, 2), W_O(2, 1);
  chapter.claim("exo7-6.3-WO-shape", slip)
      .as_printed("W_V and W_O in M(r, n), and W_OV = W_O W_V in M(n, n)")
      .conformable("W_O, n = 2, r = 1", arma::size(as_printed), "W_V", arma::size(W_V))
      .meant("W_V in M(r, n), W_O in M(n, r)",
             "the same page: a product of matrices of r x n and n x r; and W_O leads from ℝʳ to ℝⁿ")
      .conformable("W_O, n = 2, r = 1", arma::size(W_O), "W_V", arma::size(W_V))
      .equal("a layer's output matrix, published size: n · 12 r",
             published_sizes("attn.c_proj.weight")(0), 768.0 * 12 * 64);
  const auto one_after_the_other = over_integer_matrices(
      {"W_O n x r", "W_V r x n", "x n x K"}, [](auto& output, auto& value, auto& x) {
        const arma::mat W_OV = output * value;
        return difference(W_OV * x, output * (value * x));
      });
  chapter.claim("exo7-6.3-WOV", holds)
      .property("(W_O W_V) x = W_O (W_V x), all n and r", one_after_the_other, exactly());
}

/**
## Read, attend, write

Now the head in three steps. $W_V$ reads each token, and what lies in its kernel, at least $n - r$ dimensions, is
never heard of again. $A$ mixes the columns that are left. $W_O$ takes the mixtures, of $r$ numbers, back into
$\mathbb R^n$, where they are added to the stream. As a product of three tensor products:

$$ A \otimes (W_O W_V) = \underbrace{(I \otimes W_O)}_{\text{write}}\,
   \underbrace{(A \otimes I)}_{\text{attend}}\, \underbrace{(I \otimes W_V)}_{\text{read}} . $$

The document prints $W_O \otimes I$ for the first. That is no harmless exchange. It acts on the wrong side, on
words instead of coordinates. As an action on $r \times K$ matrices it does not even fit, unless $K = r$. As a
Kronecker product it fits, with the identity of $K$ rows in place of the other one, and is wrong already for
two words, $n = 2$ and $r = 1$. It is right for a single word and where $W_O$ and $W_V$ are numbers, $n = r = 1$, and for
no other sizes.

Why this mistake and no other? Where *rows* are stacked into a vector, and not columns, all factors of a Kronecker product
change places, and $W_O \otimes I$ is right; but then so do those of the other two, $I \otimes A$ and $W_V \otimes I$. The
printed line has one factor in the one convention and two in the other.
*/
SECTION(three_steps)
{
  const char* const shapes[]{"A K x K", "W_O n x r", "W_V r x n"};
  const auto product = [](bool printed) {
    return [=](const arma::mat& A, const arma::mat& W_O, const arma::mat& W_V) {
      const arma::mat I_K = arma::eye(arma::size(A)), I_r = arma::eye(W_V.n_rows, W_V.n_rows);
      const arma::mat write = printed ? kronecker(W_O, I_K) : kronecker(I_K, W_O);
      return difference(write * kronecker(A, I_r) * kronecker(I_K, W_V), kronecker(A, W_O * W_V));
    };
  };
  const Matrices smallest = smallest_counterexample(shapes, Integers{2, 0, 1}, product(true));
  const Cases units = on_unit_matrices(shapes, product(false), 3);
  const auto by_rows = over_integer_matrices(shapes, [](auto& A, auto& W_O, auto& W_V) {
    const arma::mat I_K = arma::eye(arma::size(A)), I_r = arma::eye(W_V.n_rows, W_V.n_rows);
    return difference(kronecker(W_O, I_K) * kronecker(I_r, A) * kronecker(W_V, I_K),
                      kronecker(W_O * W_V, A));
  });
  chapter.claim("exo7-6.3-factorisation", refuted)
      .as_printed("A⊗(W_O W_V) = (W_O⊗I)(A⊗I)(I⊗W_V)")
      .property("the product of three, with W_O⊗I, all K, n and r",
                over_integer_matrices(shapes, product(true)), exactly())
      .corrected("A⊗(W_O W_V) = (I⊗W_O)(A⊗I)(I⊗W_V)")
      .property("the product of three, with I⊗W_O, all K, n and r",
                over_integer_matrices(shapes, product(false)), exactly())
      .fact("the same on unit matrices with sides up to 3, all of them", units == Cases{2744, 0},
            fmt::format("{} triples, {} fail", units.tried, units.failed));
  chapter
      .finding("printed-for-rows", "W_O⊗I is right where rows are stacked: W_OV⊗A = "
                                   "(W_O⊗I)(I⊗A)(W_V⊗I); the print mixes two conventions")
      .property("the three factors the other way round, all K, n and r", by_rows, exactly())
      .fact("the smallest contradiction to the printed mixture",
            smallest.at(0).n_rows == 2 && smallest.at(1).n_elem + smallest.at(2).n_elem <= 4,
            fmt::format("K = {}, n = {}, r = {}", smallest.at(0).n_rows, smallest.at(1).n_rows,
                        smallest.at(1).n_cols));
  chapter.proposition("product-formula", {"product_formula", "printed_product_differs",
                                          "printed_array_differs", "printed_array_agrees"});
  chapter.figure("three-steps", draw_three_steps);

  /**
  The first and the last step work inside of each column. They could be done for every token by itself, on machines
  that never speak to each other; the middle one is the only step at which a word hears of another. It takes $K^2 r$
  multiplications, reading and writing together $2nrK$. So for GPT-2 to mix the values costs more than to read and to
  write them only for more than $2n = 1536$ tokens, and it has places for 1024.

  Now the three steps by themselves. A $W_V$ of $2 \times 3$ leaves one dimension unread, and two tokens that differ in it
  look the same to the head. $A \otimes I$ combines columns, whole tokens; and $W_O$ makes of $r$ numbers a column of
  the stream's shape again, or it could not be added.
  */
  const RationalMatrix reader{{1, 2, 0}, {0, 1, 1}}; // r = 2, n = 3
  chapter.claim("exo7-6.3-reading", holds)
      .equal("dimensions that a W_V of 2 x 3 does not read", kernel(reader).cols(), 1)
      .equal("two tokens that differ in such a dimension, read", reader * kernel(reader),
             RationalMatrix{{0}, {0}})
      .by_reading("W_V is r x n, so W_V x has r numbers per token");
  const auto columns = over_integer_matrices({"A K x K", "z r x K"}, [](auto& A, auto& z) {
    const arma::mat I_r = arma::eye(z.n_rows, z.n_rows);
    return difference(kronecker(A, I_r) * vec(z), vec(z * A.t()));
  });
  const auto back = over_integer_matrices({"W_O n x r", "z r x K"}, [](auto& W_O, auto& z) {
    return arma::size(arma::mat(W_O * z)) == arma::size(W_O.n_rows, z.n_cols);
  });
  chapter.claim("exo7-6.3-writing", holds)
      .property("(A⊗I) z = z Aᵀ: combinations of columns, all shapes", columns, exactly())
      .property("W_O z has the shape of the stream", back);
}

/**
## How much a head can write

$W_{OV}$ has $n^2$ entries and comes from $2rn$ weights: in GPT-2 98 304 weights for 589 824 entries. The
price is its rank, $r$ at most, since the rank of a product is at most that of each factor: a head reads
from at most $r$ dimensions of the stream, and writes into at most $r$.

The count has a little more in it. For any invertible $G$ of $r \times r$ the weights $W_O G$ and
$G^{-1} W_V$ make the same $W_{OV}$. So $r^2$ of the $2rn$ weights are idle, and the matrices of rank $r$ are a
family of $2rn - r^2$ dimensions.
*/
SECTION(low_rank)
{
  const long n = 768, r = 64;
  chapter.claim("exo7-6.3-low-rank-count", holds)
      .equal("weights of W_O and W_V in GPT-2, published: of a layer's 12 heads",
             published_sizes("attn.c_attn.weight")(0) / 3 +
                 published_sizes("attn.c_proj.weight")(0),
             double(12 * 2 * r * n))
      .equal("2 r n and n², the weights and the entries: six entries a weight", 6 * 2 * r * n,
             n * n);
  const auto rank_bound = over_integer_matrices({"A n x r", "B r x m"}, [](auto& A, auto& B) {
    const RationalMatrix a(A), b(B);
    return rank(a * b) <= std::min(rank(a), rank(b));
  });
  chapter.claim("exo7-6.3-rank", holds)
      .property("rank of A B, against the ranks of A and B, in fractions", rank_bound, 300)
      .equal("rank of (1 2; 0 1; 1 1)(1 0 1; 0 1 1), n = 3, r = 2",
             rank(RationalMatrix{{1, 2}, {0, 1}, {1, 1}} * RationalMatrix{{1, 0, 1}, {0, 1, 1}}),
             2);
  chapter.proposition("rank", {"rank_product", "rank_output_value"});

  /**
  To count directions, let $W_O$ and $W_V$ change a little: $d(W_O W_V) = dW_O\, W_V + W_O\, dW_V$, a linear map of
  $2rn$ numbers, whose matrix is $(W_V^T \otimes I \mid I \otimes W_O)$. Its rank is the number of directions in which
  $W_{OV}$ can move, and we take it in fractions, at random integers of nine digits. (It is less where $W_O$ or $W_V$ has
  proportional columns, as one pair in some thousand has that is drawn from 1 to 9.)
  */
  const auto tangent_rank = [](arma::uword n_, arma::uword r_) {
    const arma::distr_param entries(1, 999'999'999);
    const auto W_O = arma::randi<arma::mat>(n_, r_, entries),
               W_V = arma::randi<arma::mat>(r_, n_, entries);
    const arma::mat I = arma::eye(n_, n_);
    return rank(RationalMatrix(
        arma::mat(arma::join_rows(kronecker(arma::mat(W_V.t()), I), kronecker(I, W_O)))));
  };
  Claim& finding = chapter.finding("idle-weights", "of the 2rn weights of W_OV r² are idle: "
                                                   "its directions of change are 2rn − r²");
  for (const auto& [n_, r_] : {std::pair<arma::uword, arma::uword>{3, 1}, {4, 2}, {5, 3}})
    finding.equal(fmt::format("directions in which W_O W_V can move, n = {}, r = {}", n_, r_),
                  tangent_rank(n_, r_), 2 * r_ * n_ - r_ * r_);
}

/**
## Queries and keys

The other half is the pattern. $W_Q$ and $W_K$, both $r \times n$, make of each token a query and a key
of $r$ numbers: $Q = W_Q x$ and $K = W_K x$ are $r \times K$. (The letter $K$ denotes the matrix of keys and
the number of tokens, in one line: $K = W_K x \in M_{r,K}$. The shapes below keep them apart by calling
the number $T$.) The scores are the products of all queries with all keys, and softmax is applied to each row:
that is, query by query, over the keys. Over columns the sums would be others.
*/
SECTION(pattern)
{
  const auto shapes = over_integer_matrices({"W r x n", "x n x T"}, [](auto& W, auto& x) {
    return arma::size(arma::mat(W * x)) == arma::size(W.n_rows, x.n_cols);
  });
  const auto by_token = over_integer_matrices(
      {"W_Q r x n", "W_K r x n", "x n x T"}, [](auto& W_Q, auto& W_K, auto& x) {
        arma::mat dots(x.n_cols, x.n_cols);
        for (arma::uword i = 0; i < x.n_cols; ++i)
          for (arma::uword j = 0; j < x.n_cols; ++j)
            dots(i, j) = arma::dot(W_Q * x.col(i), W_K * x.col(j));
        return difference(attention_scores(W_Q * x, W_K * x), dots);
      });
  chapter.claim("exo7-6.3-WQ-WK", holds)
      .property("W of r x n makes of each token r numbers, all sizes", shapes);
  chapter.claim("exo7-6.3-Q-K", holds)
      .property("W_Q x and W_K x are r x T, all sizes", shapes)
      .property("QᵀK holds the products of all queries with all keys", by_token, exactly());
  const auto rows = queries_and_keys(2, [](const auto& Q, const auto& K) {
    const arma::mat S = attention_scores(Q, K), A = softmax_rows(S);
    return A.min() > 0 && arma::abs(arma::sum(A, 1) - 1).max() < 1e-14;
  });
  const RationalMatrix A = rational_pattern({{0, 1}, {0, 3}}), ones{{1}, {1}};
  chapter.claim("exo7-6.3-softmax-rows", holds)
      .property("softmax by rows: positive, rows of sum 1", rows, 300)
      .equal("scores (0 1; 0 3), powers of 2: row sums, in fractions", A * ones, ones)
      .equal("the same: column sums, which are not 1", transpose(A) * ones,
             RationalMatrix{{Rational(4, 9)}, {Rational(14, 9)}});
}

/**
## The formula for the pattern

What is printed is $(A \otimes I)\, x = \mathrm{softmax}(x^T W_Q^T W_K^T x)$, and it fails twice. Inside,
$W_Q^T W_K^T$ is $n \times r$ times $n \times r$: one transposition too many. And with that one mended, the
right side is a pattern, $K \times K$, while the left is a sentence, $n \times K$. The shorter form,
$(A \otimes I)\, x = \mathrm{softmax}(Q^T K)$, has only the second mistake. (It comes twice more: divided by
$\sqrt r$, where chapter 12 has it, and with $h(x_1)$ on the left, in the example of Jeanne.) Both are meant as

$$ A = \mathrm{softmax}(x^T W_Q^T W_K\, x) = \mathrm{softmax}(Q^T K) . $$

We take $n = 2$, $r = 1$ and three words, so that no two sizes are equal. The *action* of the pattern is the second
half of the correction: $(A \otimes I)\, x = x A^T$ gives each word the mean of all words, weighted by its row, which is
attention written out, sum by sum. (Queries and keys below are divided by 5, so that scores are at most 3.)
*/
SECTION(printed_pattern)
{
  const arma::mat x{{1, 0, 2}, {0, 1, 1}}, W_Q{{1, 2}}, W_K{{1, -1}};
  const arma::mat Q = W_Q * x, K = W_K * x, A = softmax_rows(attention_scores(Q, K));
  const arma::mat action = kronecker_action(A, arma::eye(2, 2), x);
  const auto written_out = queries_and_keys(1, [](const auto& q, const auto& k, Draw& draw) {
    const arma::mat v = draw.matrix("x", 2, k.n_cols, -2, 2);
    return difference(
        attention_written_out(q / 5, k / 5, v, 1),
        kronecker_action(softmax_rows(attention_scores(q / 5, k / 5)), arma::eye(2, 2), v));
  });
  const arma::mat whole = softmax_rows(arma::mat(x.t() * W_Q.t() * W_K * x));
  chapter.claim("exo7-6.3-attention-formula", ill_typed)
      .as_printed("(A⊗I) x = softmax(xᵀ W_Qᵀ W_Kᵀ x)")
      .conformable("W_Qᵀ, n = 2, r = 1", arma::size(W_Q.t()), "W_Kᵀ", arma::size(W_K.t()))
      .same_shape("(A⊗I) x", arma::size(action), "softmax of the scores", arma::size(A))
      .corrected("A = softmax(xᵀ W_Qᵀ W_K x)")
      .conformable("W_Qᵀ", arma::size(W_Q.t()), "W_K", arma::size(W_K))
      .same_shape("A", arma::size(3, 3), "softmax(xᵀ W_Qᵀ W_K x)", arma::size(whole))
      .agree("softmax(xᵀ W_Qᵀ W_K x), against softmax(QᵀK), three words", whole, A, exactly());
  chapter.claim("exo7-6.3-QtK", ill_typed)
      .as_printed("(A⊗I) x = softmax(QᵀK)")
      .same_shape("(A⊗I) x", arma::size(action), "softmax(QᵀK)", arma::size(A))
      .corrected("A = softmax(QᵀK), and (A⊗I) x = x Aᵀ")
      .same_shape("A", arma::size(3, 3), "softmax(QᵀK)", arma::size(A))
      .property("x Aᵀ with that A, against attention written out", written_out, absolute(1e-13),
                300);
}

/**
One transposition is enough to see how thin the ice is: where $n = r$, as in many a small example, the printed
$x^T W_Q^T W_K^T x$ has a shape and a value, and the value is wrong. The last page of this chapter lets a program
look for such formulas, and for the least correction of each.

## In short

A head is two halves that meet in one product. One half, $W_{OV} = W_O W_V$, says *what* is handed on, and is a
matrix of rank $r$ at most. The other, $A$, says *from whom to whom*, and comes from $W_Q^T W_K$, of rank $r$ at most as
well. The first acts on coordinates, the second on words, and since they act on different sides of $x$ they do not
get in each other's way: $W_{OV}\, (x A^T) = (W_{OV}\, x)\, A^T$. To mix first and hand on afterwards is the same as to
hand on first and mix afterwards.

Of the printed formulas $h(x) = (A \otimes W_{OV})\, x$ and $W_{OV} = W_O W_V$ can be kept. The shape of $W_O$, the
factor that writes, one transposition and the equations between a pattern and a sentence have to be mended.
*/
