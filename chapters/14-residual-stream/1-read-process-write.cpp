#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/units.hpp"
#include "epreuve/math/residual_stream.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::course;

/**
# Read, process, write

## Attention plus what was there

With tokens as rows, as in masterclass, attention without matrices is
$\mathrm{softmax}(XX^T/\sqrt d)X$; with tokens as columns, as here, its transpose. We add it
to $X$ and ask three things: that the shapes agree; that each token moves by a mean of tokens,
with weights of sum 1; and that the two conventions are transposes of each other.
*/
static arma::mat attention_of_rows(const arma::mat& X)
{
  return softmax_rows(scaled_attention_scores(X.t(), X.t())) * X;
}

static arma::mat attention_of_columns(const arma::mat& x) // V softmax(K^T Q), by columns
{
  return x * softmax_rows(arma::mat(scaled_attention_scores(x, x).t())).t();
}

SECTION(attention_adds)
{
  const auto drawn = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 6), K = draw.size("K", 1, 6);
    return draw.matrix("x", n, K, -3, 3);
  };
  const auto same_shape = [=](Draw& draw) {
    const arma::mat X = drawn(draw).t();
    return arma::size(attention_of_rows(X)) == arma::size(X);
  };
  const auto transposed = [=](Draw& draw) {
    const arma::mat x = drawn(draw), I(x.n_rows, x.n_rows, arma::fill::eye);
    const arma::mat next = residual_stream({{I, attention_of_columns, I}}, x).back();
    return difference(arma::mat(x.t()) + attention_of_rows(x.t()), next.t());
  };
  chapter.claim("masterclass-enc-residual-att", holds)
      .property("Attention(X) has the shape of X, so that X + Attention(X) exists", same_shape, 300)
      .property("X + Attention(X) by rows is the residual update by columns", transposed,
                ulps_of_norm(64), 300);

  const auto by_token = [=](Draw& draw) {
    const arma::mat x = drawn(draw), next = x + attention_of_columns(x);
    const arma::uword t = draw.size("t", 0, x.n_cols - 1);
    arma::vec weights = x.t() * x.col(t) / std::sqrt(double(x.n_rows));
    weights = softmax(weights);
    arma::vec mean(x.n_rows, arma::fill::zeros);
    for (arma::uword s = 0; s < x.n_cols; ++s)
      mean += weights(s) * x.col(s);
    return difference(next.col(t), x.col(t) + mean);
  };
  // A token and the mean may cancel, so the bound is absolute: scores are below 23 and right to 180 u, weights to 360 u
  // relative, the mean of entries of at most 3 to 1100 u, and there are two of them: 3e-13.
  chapter.claim("notes-2-add-to-embedding", holds)
      .property("column t of x + V softmax(KᵀQ) is v_t plus the weighted mean of the values",
                by_token, absolute(1e-12), 300);
}

/**
Up to rounding, all three hold, for all shapes that we draw. It is worth seeing an alternative
that would *not* do. Replace the sum by the attention alone, and a token forgets itself as soon as it
looks elsewhere: with weight 1 on another token it becomes that token. With the sum, the worst
that attention can do to a token is to add something to it.

## Two matrices around every block

A block need not read the stream as it is. The document puts a matrix before it and one after
it, $W_{in}^i$ and $W_{out}^i$, both $n \times n$, and says that they act on each column by
itself: a product of matrices does. They are linear, and they leave the tokens apart, and
these two properties characterise them: a linear map of $n \times K$ matrices that treats
every column by itself, and all of them alike, is a product with one matrix.
*/
SECTION(in_and_out)
{
  const auto columns = over_integer_matrices({"W n x n", "x n x K"}, [](auto& W, auto& x) {
    arma::mat by_column(arma::size(x));
    for (arma::uword k = 0; k < x.n_cols; ++k)
      by_column.col(k) = W * x.col(k);
    return difference(W * x, by_column);
  });
  const auto shape = over_integer_matrices({"W n x n", "x n x K"}, [](auto& W, auto& x) {
    return arma::size(arma::mat(W * x)) == arma::size(x);
  });
  chapter.claim("exo7-3.2-Win-Wout", holds)
      .property("column k of W x is W times column k of x", columns, exactly())
      .property("W x is n x K again", shape);
  chapter.reading("exo7-3.2-Win-Wout-weights", holds,
                  "they are parameters of the function that is trained: changed by the gradient "
                  "like every other weight");

  /**
  GPT-2 has no such pair of matrices around each block. Of each layer's tensors the list
  of the published ones has $2304 \times 768$ numbers that read for attention ($W_Q$, $W_K$, $W_V$ of
  all heads), $768 \times 768$ that write, $3072 \times 768$ and $768 \times 3072$ of the dense block,
  and no other matrices that touch the stream. Reading and writing matrices are *inside* the blocks; the
  document's $W_{in}$ and $W_{out}$ are a way of speaking of them, and lose nothing by it.
  */
  const double n = 768;
  const auto each = [&](const char* tensor, double size) {
    const arma::vec sizes = published_sizes(tensor);
    return sizes.n_elem == 12 && arma::all(sizes == size);
  };
  const double named = 12 * (3 + 1 + 4 + 4) * n * n,
               matrices = arma::accu(published_sizes("weight"));
  const double others = arma::accu(published_sizes("wte.weight")) +
                        arma::accu(published_sizes("wpe.weight")) + 25 * n; // and the gains
  chapter
      .finding("matrices-inside", "GPT-2 has no W_in and W_out around its blocks: the blocks' own "
                                  "matrices read and write the stream")
      .fact("every layer: attention reads by 3n x n and writes by n x n",
            each("attn.c_attn.weight", 3 * n * n) && each("attn.c_proj.weight", n * n), "12 layers")
      .fact("every layer: the dense block reads by 4n x n and writes by n x 4n",
            each("mlp.c_fc.weight", 4 * n * n) && each("mlp.c_proj.weight", 4 * n * n), "12 layers")
      .equal("weights in all that is named weight, less those, embeddings and gains",
             matrices - named - others, 0.0);
}

/**
For dense blocks the shapes even say more than the document's square matrices do: a dense
block reads 768 numbers by 3072 neurons and writes by 768, so it looks at four times as many
directions as there are. An attention block reads by three matrices and writes by one.

## The recurrence that is printed

$$ x_{i+1} = x_i + W_{out}^i \cdot b_i \cdot W_{in}^i x_i $$

The document itself says that this is a little abusive, as $b_i$ is no matrix, and gives the correct form. So the dots
stand for the application of a function, as they do in 6.2. Taken for products they would not type-check: a dot between
$W_{out}^i$ ($n \times n$) and $b_i$ asks for a matrix of $n$ rows. Even if $b_i$ were linear,
it acts on whole matrices $n \times K$, all tokens at once, and its matrix would be
$nK \times nK$ (chapter 8 is about that): it fits neither after $W_{out}$ nor before
$W_{in} x$, unless $K = 1$. And the block that adds the totals of all tokens *is* linear, so
that no good will helps. The smallest case has one row and two tokens.
*/
static arma::mat totals(const arma::mat& x)
{
  return arma::sum(x, 1) * arma::rowvec(x.n_cols, arma::fill::ones);
}

SECTION(recurrence)
{
  const arma::uword n = 1, K = 2;
  arma::mat matrix_of_b(n * K, n * K);
  for (arma::uword e = 0; e < n * K; ++e) {
    arma::mat unit(n, K, arma::fill::zeros);
    unit(e) = 1;
    matrix_of_b.col(e) = arma::vectorise(totals(unit));
  }
  const auto corrected =
      over_integer_matrices({"x n x K", "A n x n", "B n x n"}, [](auto& x, auto& A, auto& B) {
        const auto stream = residual_stream({{A, totals, B}}, x);
        return difference(stream.back(), x + B * totals(A * x));
      });
  const auto shape =
      over_integer_matrices({"x n x K", "A n x n", "B n x n"}, [](auto& x, auto& A, auto& B) {
        return arma::size(residual_stream({{A, totals, B}}, x).back()) == arma::size(x);
      });
  const arma::mat one(n, n, arma::fill::eye);
  chapter.claim("exo7-3.2-recurrence-abusive", holds)
      .as_printed("x + W_out · b(W_in x): the dots apply b, as the note under the formula says")
      .fact("read as a product, W_out · b would not exist", one.n_cols != matrix_of_b.n_rows,
            fmt::format("W_out is {} x {}, the matrix of b {} x {}", n, n, matrix_of_b.n_rows,
                        matrix_of_b.n_cols))
      .property("x + W_out b(W_in x) has the shape of x", shape)
      .property("the stream after a block against the formula", corrected, exactly());

  /**
  Most blocks have no matrix of any size. A block with a non-linear function gives for $2x$
  not twice what it gives for $x$, which a matrix would have to. The note's form needs nothing
  of that kind: $b_i$ is applied, not multiplied, and the result is right for all functions.
  */
  const auto any_function =
      over_integer_matrices({"x n x K", "A n x n", "B n x n"}, [](auto& x, auto& A, auto& B) {
        const auto b = [](const arma::mat& u) -> arma::mat { return u % u + 3; };
        const arma::mat inside = A * x;
        return difference(residual_stream({{A, b, B}}, x).back(), x + B * (inside % inside + 3));
      });
  const auto doubled = smallest_counterexample({"u m x m"}, Integers{1, -2, 2}, [](auto& u) {
    return difference(arma::mat((2 * u) % (2 * u)), arma::mat(2 * (u % u)));
  });
  chapter.claim("exo7-3.2-recurrence-correct", holds)
      .property("x + W_out b(W_in x) with a b that no matrix gives", any_function, exactly())
      .property("the same shape on both sides, all shapes", shape)
      .fact("b(u) = u² is not linear", std::abs(doubled.at(0)(0)) == 1,
            fmt::format("u = {}: b(2u) = 4, 2 b(u) = 2", doubled.at(0)(0)));
}

/**
One might read the dot as "composed with". Then the first dot is right, $W_{out} \circ b$, and
the last product is not, for $W_{in} x$ is no function; only $b(W_{in} x)$ with its brackets
is unambiguous.

## Why not keep the pair?

The document asks why one adds at all. One could keep the pair $(x_i, y_i)$ and lose nothing.
It answers that data would be added at each step. Let us count, for GPT-2's 24 blocks, 768
rows and 1024 tokens in single precision. The sum takes $nK$ numbers, always. Keeping every
$y_i$ takes $(L+1)nK$: 25 times as much. And if "pair" is meant to the letter, so that the
next block is given $(x_i, y_i)$ and returns as much again, the size doubles 24 times.

The 79 MB of the modest way would fit into any machine, and networks that keep everything so
exist [DenseNet, @huang-2017]. The price is elsewhere. Block $i$ would have to read $i$
pieces, by a matrix $n \times in$: together $n^2 L(L+1)/2$ weights for reading where the
stream has $n^2 L$.
*/
SECTION(pairs)
{
  const Integer n = 768, K = 1024, L = 24, bytes = 4;
  Integer kept = n * K, doubled = n * K, reading = 0;
  for (int i = 1; i <= 24; ++i) {
    kept += n * K;          // one more y
    doubled *= 2;           // a pair of what was there
    reading += n * (i * n); // block i reads x_1, y_1, ..., y_{i-1}
  }
  chapter.claim("exo7-3.2-pairs-too-heavy", holds)
      .equal("numbers after 24 blocks, every y kept: 25 times those of the stream", kept,
             Integer(25 * n * K))
      .equal("numbers after 24 blocks, pairs of pairs: 2²⁴ times", doubled,
             n * K * pow(Integer(2), 24))
      .equal("weights that read, every y kept: 12½ times those of the stream", Integer(2 * reading),
             Integer(25 * n * n * L));
  const auto size = [&](const Integer& numbers) {
    return with_unit(double(Integer(bytes * numbers)), "B");
  };
  chapter.table("What has to be kept for 1024 tokens, and what reads it, in single precision",
                Columns()
                    .column("kept", std::vector<std::string>{"x + y", "every y", "pairs of pairs"})
                    .column("after 24 blocks",
                            std::vector<std::string>{size(n * K), size(kept), size(doubled)})
                    .column("reading weights",
                            std::vector<std::string>{size(n * n * L), size(reading), "-"}));
}

/**
"Too heavy", then, is true of the pair in every reading, and how heavy depends on the reading.
One thing is not in the table: while a network is *trained*, all $x_i$ are kept anyway,
because the derivatives need them. The sum saves memory when the network is used.

## A memory that is updated

So the stream is a memory of fixed size, and the document is right to call it one: after each
layer it is updated, and with enough rows it has room for several things at once. The smallest
model of that: token vectors in the first $p$ rows, the position in others. Any block that
writes into the first rows only leaves the position to be read, exactly, after as many layers
as one likes; and it may *use* the position meanwhile. With too few rows that ends: where
tokens and positions need $p + q$ dimensions and $n$ is smaller, a matrix that reads all
positions and is blind to all tokens does not exist.
*/
SECTION(memory)
{
  const auto kept = over_integer_matrices(
      {"word p x K", "place q x K", "A p x p", "B p x q"},
      [](auto& word, auto& place, auto& A, auto& B) {
        const arma::uword p = word.n_rows, q = place.n_rows;
        arma::mat W_in(p + q, p + q, arma::fill::zeros), W_out = W_in;
        W_in.submat(0, 0, arma::size(A)) = A;
        W_in.submat(0, p, arma::size(B)) = B;   // the position is read
        W_out.submat(0, 0, p - 1, p - 1).eye(); // and only words are written
        const auto sign = [](const arma::mat& u) -> arma::mat { return arma::sign(u); };
        const StreamBlock block{W_in, sign, W_out};
        const auto x = residual_stream({block, block, block}, arma::join_cols(word, place));
        return difference(x.back().tail_rows(q), place);
      });
  // Tokens span p dimensions, positions q, of R^n: to read the one and not the other, a matrix W needs
  // W T = 0 and W P = I, which asks for rank (T P) = p + q.
  const RationalMatrix T{{1, 0}, {0, 1}, {0, 0}}, P{{0}, {0}, {1}};
  const RationalMatrix T_2{{1, 0}, {0, 1}}, P_2{{1}, {1}};
  chapter.claim("exo7-1.2-residual-memory", holds)
      .property("positions after three layers that read them and write elsewhere", kept, exactly())
      .equal("n = 3: tokens of 2 dimensions and 1 for positions, rank of both",
             rank(join_rows(T, P)), 3)
      .equal("n = 2: the same, rank of both, less than 2 + 1: no room", rank(join_rows(T_2, P_2)),
             2);
}

/**
Both halves of the claim hold: the memory is updated after each layer, and its size decides
what fits into it. That blocks *do* leave positions alone is not built in. In GPT-2, position
and token are added in all 768 rows from the start; chapter 18 finds the positions in few
directions of their own, all the same.

## In short

A block reads by one matrix, writes by another, and its output is added. The recurrence of
the note, with $b_i$ applied rather than multiplied, is the right one; a pair instead of a sum
would multiply memory by 25 or by $2^{24}$, and reading weights by $12\frac12$.
*/
