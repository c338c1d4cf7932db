#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/math/residual_stream.hpp"
#include "figures.hpp"

#include <vector>

/**
# Talking past a block

The output of block $i$ is multiplied by $W_{out}^i$ and added; block $j$ reads it multiplied by
$W_{in}^j$. In between nothing happens to it. So for every later block $j$

$$ W_{in}^j x_j = W_{in}^j x_1 + \sum_{i < j} \bigl(W_{in}^j W_{out}^i\bigr)\, y_i, $$

where $y_i$ is what block $i$ returned: as if each pair of blocks were joined by a layer of
its own with the weights $W_{in}^j W_{out}^i$. Nobody trains these *virtual weights*; they
follow from the others.
*/
using namespace epreuve::course;

static arma::mat bent(const arma::mat& u)
{
  return arma::sign(u) + u; // integers stay integers
}

/**
## The next block, and any later one

For the next block, $j = i + 1$, the document says that the output arrives *almost* directly.
It is right to say almost: multiplied by $W_{in}^{i+1} W_{out}^i$, and on top of all that was
there. (In GPT-2 there is one thing more in between, the layer norm, which divides by the
length of the whole: chapter 15.)
*/
SECTION(virtual_weights)
{
  const Integers small{3, -3, 3};
  const auto next = [](auto& x, auto& A, auto& B, auto& C) {
    const StreamBlock block{A, bent, B};
    return difference(C * residual_stream({block}, x).back(),
                      C * x + (C * B) * block_output(block, x));
  };
  const auto later = [](auto& x, auto& A, auto& B, auto& C) {
    const std::vector<StreamBlock> blocks{{A, bent, B}, {B, bent, C}, {C, bent, A}};
    const auto stream = residual_stream(blocks, x);
    const auto terms = read_by_source(C, blocks, x);
    const arma::mat first = C * B * block_output(blocks[0], x);
    return arma::all(arma::vectorise(terms.at(1) == first)) &&
           arma::all(
               arma::vectorise(terms[0] + terms[1] + terms[2] + terms[3] == C * stream.back()));
  };
  const char* const shapes[] = {"x n x K", "A n x n", "B n x n", "C n x n"};
  chapter.claim("exo7-3.2-next-block", holds)
      .property("W_in² x₂ = W_in² x₁ + (W_in² W_out¹) y₁",
                over_integer_matrices(shapes, small, next), exactly());
  chapter.claim("exo7-3.3-any-later-block", holds)
      .property("what block 4 reads: its share of x₁ and one term for each of three blocks",
                over_integer_matrices(shapes, small, later));
  chapter.proposition("residual-stream", {"read_sum", "any_later_block"});
  chapter.claim("exo7-3.2-fig-two-blocks", holds)
      .property("b₂ is given W_in² x₁ + W_in² W_out¹ y₁",
                over_integer_matrices(shapes, small, next), exactly());
  chapter.claim("exo7-3.3-fig-virtual-weights", holds)
      .property("the block that reads gets a term from the block that writes, past two others",
                over_integer_matrices(shapes, small, later));
  chapter.figure("two-blocks", draw_two_blocks);
  chapter.figure("virtual-weights", draw_virtual_weights);
}

/**
The identity is exact for any functions $b_i$, and the figure shows all that it needs: the output of
a block is not touched again until another block reads it. The sum does not say how *loud* it is for
the reader. If $W_{in}^j$ maps everything to 0 that $W_{out}^i$ can write, block $j$
is deaf to block $i$.

## Three blocks, and one that keeps out

The document wants block 1 to speak to block 3 without any interference of block 2, and gives
matrices for it, in blocks of $p$ and $n - p$:

$$ W_{out}^1 = \begin{pmatrix} X & 0 \\ 0 & \tilde X \end{pmatrix}, \quad
   W_{out}^2 = \begin{pmatrix} 0 & 0 \\ 0 & \tilde Y \end{pmatrix}, \quad
   W_{in}^3 = \begin{pmatrix} Z & 0 \\ 0 & \tilde Z \end{pmatrix}, \qquad W_{in}^1, W_{in}^2 \text{ any}. $$

Write $(u, v)$ for the first $p$ rows and the others. Block 2 may read all it likes,
$W_{in}^2$ is arbitrary, and it may be any function; its upper rows of $W_{out}^2$ are 0, so
it writes nothing there. That much is exact, whatever the numbers are.
*/
/// diag(A, B)
static arma::mat diagonal_blocks(const arma::mat& A, const arma::mat& B)
{
  arma::mat W(A.n_rows + B.n_rows, A.n_cols + B.n_cols, arma::fill::zeros);
  W.submat(0, 0, arma::size(A)) = A;
  W.submat(A.n_rows, A.n_cols, arma::size(B)) = B;
  return W;
}

/// The document's example: the parts of the stream and of what block 1 returned, on the first p rows.
struct Example
{
  arma::uword p;
  std::vector<StreamBlock> blocks; ///< 1 and 2
  arma::mat W_in_3;
  std::vector<arma::mat> x; ///< x₁, x₂, x₃
  arma::mat X, Z, u_1;      ///< u₁: of what b₁ returned

  arma::mat part(const arma::mat& of) const { return of.head_rows(p); }
};

static Example example(Draw& draw)
{
  const arma::uword p = draw.size("p", 1, 2), q = draw.size("n - p", 1, 2), n = p + q;
  const auto matrix = [&](const char* name, arma::uword rows, arma::uword cols) {
    return draw.integer_matrix(name, rows, cols, -3, 3);
  };
  const arma::mat x = matrix("x", n, draw.size("K", 1, 2));
  const arma::mat X = matrix("X", p, p), Z = matrix("Z", p, p);
  const arma::mat out_1 = diagonal_blocks(X, matrix("X~", q, q));
  const arma::mat out_2 = diagonal_blocks(arma::mat(p, p, arma::fill::zeros), matrix("Y~", q, q));
  const arma::mat in_3 = diagonal_blocks(Z, matrix("Z~", q, q));
  const arma::mat in_1 = matrix("W_in1", n, n);
  std::vector<StreamBlock> blocks{{in_1, bent, out_1}, {matrix("W_in2", n, n), bent, out_2}};
  return {
      p, blocks, in_3, residual_stream(blocks, x), X, Z, block_output(blocks[0], x).head_rows(p)};
}

/**
In the draws, $p$ and $n - p$ are 1 or 2, all the blocks are random integers, $W_{in}^1$ and
$W_{in}^2$ arbitrary, and the functions are not linear. Three of the document's four
statements are then exact.
*/
SECTION(three_blocks)
{
  const auto typed = [](Draw& draw) {
    const Example e = example(draw);
    return e.x.size() == 3 && arma::size(e.x[2]) == arma::size(e.x[0]) &&
           arma::size(arma::mat(e.W_in_3 * e.x[2])) == arma::size(e.x[0]);
  };
  const auto adds = [](Draw& draw) {
    const Example e = example(draw);
    return difference(e.part(e.x[1]) - e.part(e.x[0]), e.X * e.u_1);
  };
  const auto silent = [](Draw& draw) {
    const Example e = example(draw);
    return difference(e.part(e.x[2]), e.part(e.x[1]));
  };
  chapter.claim("exo7-3.3-block-matrices", holds)
      .property("blocks of p and n − p fit, for every W_in¹ and W_in²", typed, 300)
      .property("and the upper rows of W_out² b₂ are 0, for every b₂", silent, exactly(), 300);
  chapter.claim("exo7-3.3-block1-adds", holds)
      .property("what block 1 adds on the first p rows is X u₁, u₁ of what b₁ returned", adds,
                exactly(), 300);
  chapter.claim("exo7-3.3-block2-silent", holds)
      .property("u₃ = u₂, the first p rows of the stream, for every b₂ and W_in²", silent,
                exactly(), 300);

  /**
  ## What block 3 receives

  "So block 3 receives $u_3 = u_2 = X u_1$." Here the name $u_2$ has changed its meaning. In
  the first point it was the vector that block 1 *adds*; in the second it is what the stream
  *has*. But the purpose of a stream is to keep what was there before:
  $u_2 = u_0 + X u_1$ with $u_0$ the part that block 1 found. And block 3 does not read $u_3$
  but $Z u_3$. The least example has $n = 2$, $p = 1$, one token, the stream $(1, 1)$, and
  blocks that return what they read. It becomes $(2, 2)$ and then $(2, 4)$: $u_3 = 2$, and
  $X u_1 = 1$.
  */
  const auto same = [](const arma::mat& u) { return u; };
  const arma::mat I(2, 2, arma::fill::eye), lower = arma::diagmat(arma::vec{0, 1});
  const std::vector<StreamBlock> blocks{{I, same, I}, {I, same, lower}};
  const auto x = residual_stream(blocks, arma::vec{1, 1});
  const auto receives = [](Draw& draw) {
    const Example e = example(draw);
    return difference(e.part(e.W_in_3 * e.x[2]), e.Z * (e.part(e.x[0]) + e.X * e.u_1));
  };
  const auto without = [](Draw& draw) {
    const Example e = example(draw);
    return difference(e.part(e.W_in_3 * e.x[2]), e.part(e.W_in_3 * e.x[1]));
  };
  const auto only_then = [](Draw& draw) {
    const Example e = example(draw);
    const bool alone = arma::all(arma::vectorise(e.part(e.x[2]) == e.X * e.u_1));
    return alone == arma::all(arma::vectorise(e.part(e.x[0]) == 0));
  };
  chapter.claim("exo7-3.3-block3-receives", refuted)
      .as_printed("block 3 receives u₃ = u₂ = X u₁, as if block 2 did not exist")
      .equal("u₃ of the stream (1, 1) against X u₁", x[2](0), 1.0)
      .corrected("u₃ = u₂ = u₀ + X u₁; in these rows block 3 receives Z u₃, as without block 2")
      .property("the first p rows of W_in³ x₃ are Z (u₀ + X u₁)", receives, exactly(), 300)
      .property("and the same as if block 2 did not exist", without, exactly(), 300)
      .property("u₃ is X u₁ alone if and only if u₀ = 0", only_then, 300);

  /**
  ## Which zeros does it take?

  Fewer than the document has. Put a 1 in the place of a zero, one at a time, and see whether block
  3 hears block 2 in its first row. Of $W_{out}^2$ both blocks of the upper row must be 0, and the
  lower row may be anything; of $W_{in}^3$ the upper right block must be 0, or block 2 is heard
  through $v$. Likewise block 1 adds $X u_1$, and nothing of its $v$, if the upper right block of
  $W_{out}^1$ is 0.
  */
  const auto heard = [&](const arma::mat& out_2, const arma::mat& in_3) {
    const auto y = residual_stream({{I, same, I}, {I, same, out_2}}, arma::vec{1, 1});
    return arma::mat(in_3 * (y[2] - y[1]))(0); // what block 3 hears of block 2 in its first row
  };
  const auto unit = [](arma::uword i, arma::uword j) {
    arma::mat E(2, 2, arma::fill::zeros);
    E(i, j) = 1;
    return E;
  };
  chapter
      .finding("which-zeros",
               "Block 2 keeps out of the first rows if the upper row of W_out² is 0 and block 3 is "
               "deaf to v; its lower row and W_in² may be anything")
      .equal("1 upper left in W_out²: block 3 hears", heard(lower + unit(0, 0), I), 2.0)
      .equal("1 upper right in W_out²: block 3 hears", heard(lower + unit(0, 1), I), 2.0)
      .equal("1 lower left in W_out²: block 3 hears", heard(lower + unit(1, 0), I), 0.0)
      .equal("1 upper right in W_in³: block 3 hears", heard(lower, I + unit(0, 1)), 2.0)
      .equal("1 lower left in W_in³: block 3 hears", heard(lower, I + unit(1, 0)), 0.0);

  const auto terms = read_by_source(I, blocks, arma::vec{1, 1});
  chapter.figure("read-by-source", [&](Figure& figure) {
    draw_read_by_source(figure, arma::join_rows(terms[0], terms[1], terms[2]), x[2]);
  });
}

/**
One thing more may spoil it, and the document is silent on it: block 3's own function. It is
given $(Z u_3, \tilde Z v_3)$, and $v_3$ carries block 2's voice. A $b_3$ that mixes rows, as
every dense block does, lets it in. The channel ends at the input of block 3.

"In reality", the document concludes, training determines these matrices, and it is surely
hard to understand what passes from block to block. Hard, but not hopeless: the products
$W_{in}^j W_{out}^i$ can be computed from published weights, and the last page of this chapter
does so.
*/
SECTION(learned)
{
  chapter.reading(
      "exo7-3.3-learned-structure", holds,
      "nobody sets the matrices by hand; how hard they are to understand is an opinion, and the "
      "subject of a field of its own");
}
