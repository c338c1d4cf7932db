#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "figures-heads.hpp"
#include "layer_of_heads.hpp"

#include <cstddef>
#include <vector>

/**
# A sum of heads

exo7 puts the heads together twice. In 6.2 each is a function $h_j$ on $r \times K$ matrices, with
a matrix before it and a matrix after it, and the layer is their sum. In 6.3 the two matrices
have moved into the heads, and the layer is $x + \sum h(x)$. We ask of each formula whether it can
be computed as it is written, and whether it gives the result of GPT-2's attention.

## The layer to be computed

A program has no list of heads. GPT-2 keeps three square matrices for reading and one for writing,
$n \times n$ each. It makes all queries, all keys and all values at once, cuts them into bands of
$r$ rows, lets each band attend by itself, puts the results one below the other and multiplies by
$W_O$. A function of the library (`by_bands`) does that number by number, in fractions, with no matrix
product in it but those four; the document's formulas are compared with it. Random layers have up
to three heads of one or two dimensions and up to three tokens, and entries from $-1$ to 1. That
is small, and enough: two sides are equal as fractions or they are not.
*/
using namespace epreuve::course;

/**
## The sum

$$ x_{i+1} = x_i + \sum_{j=1}^{n/r} W_{out}^{(j)} \cdot h_j \cdot W_{in}^{(j)} \cdot x_i $$

The dots have to be interpreted. $h_j$ is not a matrix that could be a factor of a product: a few
lines above it is defined by its action, $h_j(M) = (A_j \otimes B_j)\, M = B_j M A_j^T$. So $h_j \cdot
M$ is $h_j(M)$; a note in 3.2 asks for just that reading, where chapter 14 will find the same dots
around a block called $b_i$, without a tensor product to explain them. Then every step has its shape:
$W_{in}^{(j)} x$ is $r \times K$, the head keeps it, and $W_{out}^{(j)}$ makes $n \times K$ of it.

And it is the layer of GPT-2, with $W_{in}^{(j)}$ the $j$-th band of $W_V$, $W_{out}^{(j)}$ the
$j$-th columns of $W_O$ and $B_j = I$. Another $B_j$ would bring nothing: $W_{out}^{(j)} B_j$ is
as good a matrix of $n \times r$ as $W_{out}^{(j)}$.
*/
static RationalMatrix applied(const RationalMatrix& A, const RationalMatrix& B,
                              const RationalMatrix& M) // (A ⊗ B) M
{
  return B * M * transpose(A);
}

SECTION(sum)
{
  const auto as_a_sum = [](Draw& draw, const LayerOfHeads& layer, const RationalMatrix& x) {
    const RationalMatrix B(draw.integer_matrix("B", layer.r, layer.r, -1, 1));
    RationalMatrix plain = x, with_B = x, absorbed = x;
    for (const ExactHead& head : heads_of(layer)) {
      const RationalMatrix A = exact_pattern(head, x), I = RationalMatrix::identity(layer.r);
      plain = plain + head.W_O * applied(A, I, head.W_V * x);
      with_B = with_B + head.W_O * applied(A, B, head.W_V * x);
      absorbed = absorbed + (head.W_O * B) * applied(A, I, head.W_V * x);
    }
    return plain == x + by_bands(layer, x) && with_B == absorbed;
  };
  chapter.claim("exo7-6.2-sum-of-heads", holds)
      .property("x + Σ W_out h(W_in x), against a layer computed by bands, in fractions",
                over_layers(as_a_sum), 300)
      .by_reading(
          "h · M is h applied to M, as the definition h(M) = (A⊗B)M and the note of 3.2 say");
  chapter.claim("exo7-6.2-fig-heads", holds)
      .property("n/r heads between the W_in and the W_out of their own, added to x: the layer",
                over_layers(as_a_sum), 300)
      .by_reading("the figure is lost in our copy; its place is after the formula that it shows");
  chapter.figure("one-layer", draw_one_layer);
}

/**
In the figure the heads are side by side, and none sees the work of another. So the order
in which they are added does not matter to the result, and the sum can be cut anywhere: some heads on
one machine, the others on another, and one addition at the end.

The notes say the same in words. Each head proposes a change $\Delta E$ of the embeddings, and
all of them are added. As the heads all read the same $E$, no proposal answers another one; if the
second head read the output of the first, the changes would be different. That is the difference
between heads and layers, and one head of one dimension is enough to see it.
*/
SECTION(proposals)
{
  const auto in_any_order = [](Draw&, const LayerOfHeads& layer, const RationalMatrix& E) {
    RationalMatrix forwards = E, backwards = E;
    const std::vector<ExactHead> heads = heads_of(layer);
    for (std::size_t j = 0; j < heads.size(); ++j) {
      forwards = forwards + exact_output(heads[j], E);
      backwards = backwards + exact_output(heads[heads.size() - 1 - j], E);
    }
    return forwards == E + by_bands(layer, E) && backwards == forwards;
  };
  chapter.claim("notes-2-sum-deltas", holds)
      .property("E + ΔE₁ + ... + ΔE_H, forwards and backwards: the layer, in fractions",
                over_layers(in_any_order), 300);
  const RationalMatrix one{{1}}, E{{1, 1}};
  const ExactHead head{one, one, one, one}; // of equal tokens it makes the token itself
  const RationalMatrix after_one = E + exact_output(head, E);
  chapter
      .finding("heads-are-not-layers", "two heads that read the same stream add other changes than "
                                       "two of which one comes after the other")
      .equal("the tokens 1 1, two heads side by side", after_one + exact_output(head, E),
             RationalMatrix{{3, 3}})
      .equal("the tokens 1 1, one head after the other", after_one + exact_output(head, after_one),
             RationalMatrix{{4, 4}});
}

/**
## A head reads three times

One thing the sum hides. $h_j$ is applied to $W_{in}^{(j)} x$, which has $r$ rows: as a function
of that matrix alone it could not tell two streams apart in which these $r$ readings agree. With
its pattern given that is so. But the pattern comes from $W_Q x$ and $W_K x$, which are other
readings, and in 6.3 they are taken from the whole stream. Together a head reads $3r$ dimensions,
192 in GPT-2, and writes into $r$.

No other choice of $W_{in}$ saves the sentence. Take $n = 3$ and $r = 1$, the query being the
first number of a token, the key its second, the value its third. Any $W_{in}$ of $1 \times 3$ is
blind to a plane of changes, and in each plane there is a change of query and key that leaves the
value alone; for some sentence it changes the pattern, and with it what is written. Two sentences
of two tokens are enough to show it for each of 125 matrices.
*/
SECTION(three_readings)
{
  const ExactHead head{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}, {{1}, {0}, {0}}};
  const RationalMatrix asking{{1, 1}, {0, 0}, {1, 0}}, offering{{0, 0}, {1, 0}, {1, 0}};
  const auto seen = [&](const RationalMatrix& u) { // added to the first of two tokens
    const RationalMatrix change = join_rows(u, RationalMatrix(3, 1));
    return exact_output(head, asking + change) != exact_output(head, asking) ||
           exact_output(head, offering + change) != exact_output(head, offering);
  };
  int blind = 0;
  for (int code = 0; code < 125; ++code) {
    const RationalMatrix W_in{{code / 25 - 2, code / 5 % 5 - 2, code % 5 - 2}};
    const RationalMatrix unread = Rational(2) * kernel(W_in); // integers: pivots are 1 or 2
    bool missed = false;
    for (arma::uword j = 0; j < unread.cols(); ++j)
      missed = missed || seen(columns_of(unread, j, 1));
    blind += missed;
  }
  chapter
      .finding("three-readings",
               "a head is a function of 3r readings of the stream, and in general "
               "of no r: its pattern is not made of W_in x")
      .equal("W_in of 1 x 3 that miss a change which the head sees, of 125", blind, 125);
}

/**
So $h_j(W_{in}^{(j)} x)$ is short for a function of two things, of $W_{in}^{(j)} x$ and of a
pattern that has come from elsewhere. We read the documents' lines so: for each sentence its
patterns are there, and $h_j = A_j \otimes B_j$ is then even linear.

## The same in 6.3

There the layer is $x_{i+1} = x_i + H_i(x_i)$ with $H_i(x) = \sum_h h(x)$, and a head is $h(x) =
(A \otimes W_{OV})\, x$: from the stream to the stream, the reading and the writing inside. No dot
is left to be read. The document says itself that this $H_i$ is not the $H$ of 6.2; it is $H_i(x)
= W_{out}\, H(W_{in} x)$. (In the second line the index of $H$ has been left out. The sum has it,
$h \in \mathcal H_i$.)
*/
SECTION(formula_of_6_3)
{
  const auto update = [](Draw&, const LayerOfHeads& layer, const RationalMatrix& x) {
    RationalMatrix H_x(x.rows(), x.cols());
    for (const ExactHead& head : heads_of(layer))
      H_x = H_x + (head.W_O * head.W_V) * x * transpose(exact_pattern(head, x));
    return x + H_x == x + by_bands(layer, x);
  };
  chapter.claim("exo7-6.3-H-update", holds)
      .property("x + H(x), against a layer computed by bands, in fractions", over_layers(update),
                300);
  const auto on_vec = [](Draw&, const LayerOfHeads& layer, const RationalMatrix& x) {
    RationalMatrix sum(x.rows() * x.cols(), x.rows() * x.cols());
    for (const ExactHead& head : heads_of(layer))
      sum = sum + kronecker(exact_pattern(head, x), head.W_O * head.W_V);
    return sum * vec(x) == vec(by_bands(layer, x));
  };
  chapter.claim("exo7-6.3-H", holds)
      .property("Σ (A⊗W_O W_V) on vec(x), against a layer computed by bands, in fractions",
                over_layers(on_vec), 300);

  /**
  GPT-2's layer adds one thing more, which belongs to no head. Its products have biases, and those
  of the values and of $W_O$ do not depend on the tokens at all: every row of a pattern has the
  sum 1, so a constant that is added to all values comes out as it went in. Layer by layer these
  biases are *one* vector, $b = b_O + W_O\, b_V$, that each token is given.
  */
  const auto constant = [](Draw& draw, const LayerOfHeads& layer, const RationalMatrix& x) {
    const arma::uword n = x.rows();
    const RationalMatrix b_V(draw.integer_matrix("b_V", n, 1, -3, 3)),
        ones(arma::ones(1, x.cols()));
    RationalMatrix with_bias(n, x.cols());
    const std::vector<ExactHead> heads = heads_of(layer);
    for (std::size_t j = 0; j < heads.size(); ++j) {
      const RationalMatrix V = heads[j].W_V * x + rows_of(b_V, j * layer.r, layer.r) * ones;
      with_bias = with_bias + heads[j].W_O * V * transpose(exact_pattern(heads[j], x));
    }
    return with_bias == by_bands(layer, x) + layer.W_O * b_V * ones;
  };
  chapter
      .finding("one-constant", "the biases of all values add W_O b_V to each token, whatever the "
                               "patterns are")
      .property("values with biases, against W_O b_V for each token, in fractions",
                over_layers(constant), 300);
}

/**
## In short

A layer is a sum, $x + \sum_j W_{out}^{(j)}\, h_j(W_{in}^{(j)} x)$. None of its terms sees another
one, and so they are heads and not layers. And a head is not quite a function of the
$r$ numbers that it reads of each token: its pattern has been made from $2r$ others.
*/
