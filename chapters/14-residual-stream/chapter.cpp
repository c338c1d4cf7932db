#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/math/residual_stream.hpp"
#include "figures.hpp"

#include <cstddef>
#include <vector>

/**
# The residual stream: blocks that only ever add

A transformer is a pile of blocks, attention and dense layers in turn. In an ordinary network
each layer *replaces* what it was given. Here a block reads a matrix, computes something, and
its result is *added* to that matrix: $x_{i+1} = x_i + y_i$. The matrix through which
everything flows is the residual stream (*flux résiduel*). What is gained by that sum? Does it
keep what early blocks have found, can a block speak to another past those between, and is
there room for all of them in $\mathbb R^{768}$?
*/
using namespace epreuve::course;

/**
## The answer

Adding keeps a straight way through the whole pile. A gradient that has to come back through
plain layers is multiplied by each of them, and in a deep pile vanishes or explodes; with the
stream it has one path that is multiplied by nothing.
*/
SECTION(answer)
{
  chapter.shows("gradients");
}

/**
Everything else follows from the sum. Block $j$ reads what block $i$ wrote, for every $i < j$,
through the product $W_{in}^j W_{out}^i$, whatever is between. In GPT-2's own weights the
pairs of heads that are known to work together are conspicuous by that product alone. But the sum
forgets nothing by itself, has no room for all, and dilutes too: the output of the first block
stays there, as an ever smaller part of the whole.

## What the documents have wrong

- **exo7** says that block 3 receives $u_3 = u_2 = X u_1$. That is what block 1 *added*. The stream
  has $u_0 + X u_1$, where $u_0$ was there before, and block 3 reads $Z$ times it.
- **exo7** says that backpropagation first changes the weights of the last layers and then
  goes back. It *computes* in that order. If it changed weights in that order, it would be
  another method.

## Words that are columns of a matrix

$K$ tokens are $K$ vectors $v_1, \dots, v_K$ of $\mathbb R^n$; put side by side they are the
columns of a matrix $x$ of $n$ rows. Nothing is lost by that, and nothing gained: sums and
multiples of lists of vectors are those of the matrices, entry by entry, so that the two are
the same space under two names. Its dimension is $nK$.
*/
static arma::mat joined(const std::vector<arma::vec>& v)
{
  arma::mat x;
  for (const arma::vec& column : v)
    x.insert_cols(x.n_cols, column);
  return x;
}

static std::vector<arma::vec> cut(const arma::mat& x)
{
  std::vector<arma::vec> v;
  for (arma::uword k = 0; k < x.n_cols; ++k)
    v.emplace_back(x.col(k));
  return v;
}

SECTION(matrix)
{
  const auto undone = over_integer_matrices({"x n x K"}, [](auto& x) {
    const std::vector<arma::vec> v = cut(x);
    return v.size() == x.n_cols && v.front().n_elem == x.n_rows &&
           arma::all(arma::all(joined(v) == x));
  });
  const auto linear =
      over_integer_matrices({"x n x K", "y n x K"}, [](Draw& draw, auto& x, auto& y) {
        const long c = draw.integer("c", -9, 9);
        std::vector<arma::vec> v = cut(x), w = cut(y);
        for (std::size_t k = 0; k < v.size(); ++k)
          v.at(k) = double(c) * v.at(k) + w.at(k);
        return difference(joined(v), double(c) * x + y);
      });
  chapter.claim("exo7-3.2-matrix-identification", holds)
      .property("K vectors of n entries, joined and cut apart again", undone)
      .property("c v + w vector by vector is c x + y", linear, exactly());
  chapter.claim("exo7-3.2-fig-matrix", holds)
      .property("column k of x is v_k, over all of the K", undone);
  chapter.figure("matrix", draw_matrix);
}

/**
Equal to the last bit, for all shapes. In memory it is not even a change: Armadillo stores
matrices column after column, so the numbers of a token lie side by side, and the tokens one
after the other.
*/

/**
The figure of the whole architecture is lost in our copy, so that nothing can be said against it. It shows the
stream as an arrow, and three blocks, each of which reads from it and writes back to it. (Should it label the
stream $\mathbb R^n \times \mathbb R^K$, that is not the space of pairs, of dimension $n + K$, with GPT-2's
sizes 1792 numbers: the stream has 786 432.)
*/
SECTION(architecture)
{
  const arma::uword n = 768, K = 1024;
  chapter.claim("exo7-1.1-fig-stream", illustrative)
      .invented("the place for the figure is empty in the copy, and no sentence says what it shows")
      .same_shape("vec(x)", arma::size(n * K, 1), "a vector of ℝ^{nK}", arma::size(n * K, 1))
      .property("three blocks read the stream and add to it, all shapes",
                over_integer_matrices({"x n x K", "A n x n", "B n x n", "C n x n"},
                                      [](auto& x, auto& A, auto& B, auto& C) {
                                        const auto same = [](const arma::mat& u) { return u; };
                                        const arma::mat I(x.n_rows, x.n_rows, arma::fill::eye);
                                        const auto stream = residual_stream(
                                            {{A, same, I}, {B, same, I}, {C, same, I}}, x);
                                        return difference(stream.back(),
                                                          (I + C) * (I + B) * (I + A) * x);
                                      },
                                      {4, -5, 5}),
                exactly());
  chapter.figure("stream", draw_stream);
}

/**
We let the three blocks be linear and each write back what it reads through its matrix. Then
the stream after them is $(I + C)(I + B)(I + A)\,x$, and the two are equal on random integers.
That product of sums will come back: multiplied out, it holds one term for every way through
the three blocks.
*/

/**
## A block adds

Block $i$ is given $x_i$ and returns $y_i$ of the same shape, and the stream goes on as
$x_{i+1} = x_i + y_i$. Only the shape is demanded; inside, the block may do anything. We try it with random integer matrices and two kinds of block: one that treats
each token alone, as a dense layer does, and one that looks at all tokens at once, as
attention does.
*/
static arma::mat squares(const arma::mat& x)
{
  return x % x; // each token alone
}

static arma::mat sums(const arma::mat& x)
{
  return arma::sum(x, 1) * arma::rowvec(x.n_cols, arma::fill::ones); // all tokens at once
}

SECTION(update)
{
  const auto kinds = [](auto& x, auto& A, auto& B) {
    const StreamBlock blocks[] = {{A, squares, B}, {B, sums, A}};
    for (const StreamBlock& block : blocks) {
      const arma::mat y = block.W_out * block_output(block, x);
      const arma::mat next = residual_stream({block}, x).back();
      if (arma::size(y) != arma::size(x) || arma::any(arma::vectorise(next != x + y)))
        return false;
    }
    return true;
  };
  const auto columns = over_integer_matrices({"x n x K", "A n x n"}, [](auto& x, auto& A) {
    const arma::mat next = residual_stream({{A, squares, A}}, x).back();
    arma::mat by_token(arma::size(x));
    for (arma::uword k = 0; k < x.n_cols; ++k)
      by_token.col(k) = x.col(k) + A * squares(A * x.col(k));
    return difference(next, by_token);
  });
  const char* const shapes[] = {"x n x K", "A n x n", "B n x n"};
  chapter.claim("exo7-3.2-update", holds)
      .property("y has the shape of x, and x + y is the next stream: two kinds of block",
                over_integer_matrices({"x n x K", "A n x n", "B n x n"}, kinds))
      .property("a block that treats tokens alone updates each vector by its own", columns,
                exactly());
  chapter.claim("exo7-3.2-fig-block", holds)
      .property("what is read is x, what is written y, what goes on x + y",
                over_integer_matrices(shapes, kinds));
  chapter.figure("block", draw_block);
}

/**
The other documents have the same sum. Masterclass writes $X + \mathrm{Attention}(X)$ with
tokens as rows and no matrices, $Q = K = V = X$; the notes add to each embedding the weighted
mean of the values. Both are the update above with an attention for a block. (That the notes'
product $\mathrm{softmax}(K^TQ)V$ is in the wrong order is a matter for the chapter on
attention; here only the adding counts, and $V\,\mathrm{softmax}(K^TQ)$ has a column to add
for each token.)

The sum exists only because attention gives back as many numbers as it took. A head alone does
not: it returns 64 numbers for each token, and $W_O$ has to bring them to 768 first.
*/
