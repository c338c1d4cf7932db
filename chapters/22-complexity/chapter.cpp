#include "epreuve/chapter.hpp"
#include "costs.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"

#include <string>

using namespace epreuve::course;

/**
# Complexity: what attention costs, and what costs less

Twice as many tokens, how much more work? The masterclass says that attention takes $O(n^2 d)$, compares it with
recurrent networks, calls it inefficient above 2048 tokens, and names five variants that cost less "while keeping the
performance". How much of this can be counted?

## The answer

All of the costs. We write the layers in numbers that notice when they are computed with, let them run at small sizes,
and find the polynomial that the counts are; at sizes that were not used it is right again. Attention with $Q$, $K$ and
$V$ given takes exactly

$$ 4n^2 d + 5n^2 - nd - 2n $$

operations, with sums of $d$ terms counted as $d - 1$ additions. That is quadratic in the length. The five variants are
linear in it, and here is when that pays:
*/
SECTION(answer)
{
  chapter.shows("variants");
}

/**
But what they compute is not attention. Each is attention under a condition that this chapter states, and something else
otherwise. Memory, on the other hand, can be had for nothing: attention in tiles is exact, and never holds the matrix.

## What the documents have wrong

All of it is in **masterclass**.

- The memory of attention is not $O(n^2 d)$, as it is said to be twice: $n^2$ numbers for each pattern, and $nd$ for each
  matrix of tokens. The document's own comparison with recurrent networks has $O(n^2)$.
- A "product of keys and values" does not occur in the formula below that title, and $K$ and $V$ cannot be multiplied:
  the pattern is multiplied by the values.

## Four letters

$n$ is the length, $d$ the dimension of tokens, $h$ the number of heads and $b$ that of texts. A layer of multi-head
attention, with its four projections, is the place where all four of them meet. We count it at 36 sizes, the largest
$2 \cdot 3$ tokens of dimension 6, and compare the polynomial with counts at three larger ones.
*/
SECTION(notation)
{
  const Counting layer = layer_cost();
  Claim& claim = chapter.claim("masterclass-cplx-notation", holds);
  claim.equal("operations of a layer of multi-head attention", text(layer.polynomial),
              std::string("4bn²d + 5bn²h + 8bnd² − 5bnd − 2bnh"));
  for (const Point& at : {Point{3, 5, 12, 3}, Point{1, 9, 8, 4}, Point{2, 4, 10, 5}})
    claim.equal(fmt::format("operations of a layer, counted, b = {}, n = {}, d = {}, h = {}", at[0],
                            at[1], at[2], at[3]),
                layer.count(at), value(layer.polynomial, at));
}

/**
Every term says where it comes from. $8bnd^2$ are the projections, $4bn^2d$ the two products with the pattern, and
$5bn^2h$ is softmax: for each score a division by $\sqrt{d/h}$, a subtraction of the largest, an exponential, and in sums
one addition, one comparison and one division, less one. Heads cost nothing but these (chapter 13): $n^2 d$ has no $h$.

## The two products

For $d$ terms there are $d$ products and $d - 1$ additions, so $QK^T$, which has $n^2$ entries, takes $n^2(2d - 1)$, and the
pattern times $V$, with $nd$ sums of $n$ terms, $nd(2n - 1)$. Both are $O(n^2 d)$, and with $2 n^2 d$ both are no less.
*/
SECTION(products)
{
  const Counting scores = scores_cost(), mixing = mixing_cost();
  chapter.claim("masterclass-cplx-QKT", holds)
      .equal("operations of Q Kᵀ", text(scores.polynomial), std::string("2n²d − n²"))
      .equal("operations of Q Kᵀ, counted, n = 11, d = 7", scores.count({11, 7}),
             value(scores.polynomial, {11, 7}));
  chapter.claim("masterclass-cplx-V", holds)
      .equal("operations of the pattern times V", text(mixing.polynomial), std::string("2n²d − nd"))
      .equal("operations of the pattern times V, counted, n = 11, d = 7", mixing.count({11, 7}),
             value(mixing.polynomial, {11, 7}));
}

/**
The document calls the second one the "product of the matrices of keys and values". Read literally, that is a product of
two matrices of $n \times d$, and there is none. What multiplies the values is the pattern, $n \times n$:
*/
SECTION(label)
{
  const arma::mat Q(5, 3, arma::fill::randn), K(5, 3, arma::fill::randn),
      V(5, 3, arma::fill::randn);
  const arma::mat A = attention_pattern(Q.t(), K.t());
  chapter.claim("masterclass-cplx-label", ill_typed)
      .as_printed("a product of the matrices of keys and of values")
      .conformable("K", arma::size(K), "V", arma::size(V))
      .corrected("the product of the pattern and the matrix of values")
      .conformable("A", arma::size(A), "V", arma::size(V))
      .agree("A V, n = 5, d = 3", A * V, attend_rows(Q, K, V), ulps_of_norm(16));
}

/**
(Keys and values do have a product, $K^T V$, of $d \times d$. It is what the Performer of a later page makes, and the
reason that it is linear: without softmax, $(QK^T)V = Q(K^TV)$.)

## Time and space

"Time and space" are then given as one, $O(n^2 d)$, and the summary says it again. The time is that. For the space the
matrices tell how many entries they hold at a time. $O$ alone would be satisfied by anything larger, such as $n^3$; but the
document compares with it, and finds the memory of recurrent networks smaller because theirs is $O(nd)$. So we read it as
the order of growth, and ask what share of $n^2 d$ numbers is ever there.
*/
static void time_and_space(Claim& claim)
{
  const Counting time = attention_cost(), space = attention_memory();
  claim.as_printed("the space of attention grows like n²d")
      .at_least("numbers that attention holds over n²d, n = 12, d = 12 against d = 3",
                double(space.count({12, 12})) / double(space.count({12, 3})) / 4, 0.9)
      .corrected("the time grows like n²d, the space like n² + nd")
      .equal("operations of attention", text(time.polynomial), std::string("4n²d + 5n² − nd − 2n"))
      .equal("numbers that attention holds at a time, besides Q, K and V", text(space.polynomial),
             std::string("2n² + nd"));
  for (const Point& at : {Point{9, 4}, Point{5, 16}})
    claim
        .equal(fmt::format("operations of attention, counted, n = {}, d = {}", at[0], at[1]),
               time.count(at), value(time.polynomial, at))
        .equal(fmt::format("numbers that attention holds, counted, n = {}, d = {}", at[0], at[1]),
               space.count(at), value(space.polynomial, at));
}

SECTION(space)
{
  time_and_space(chapter.claim("masterclass-cplx-time-space", refuted));
  time_and_space(chapter.claim("masterclass-cplx-summary", refuted));
}

/**
Four times the dimension, and the numbers held are hardly more: $n^2$ scores, their softmax, and $K^T$, copied. No product
of three sizes is in it. At GPT-2's size, $n = 1024$ and $d = 64$ for each head, $n^2 d$ would be 67 million numbers for one
head, and it is one million for the pattern. The two lines are also in contradiction with a third, where the comparison with
recurrent networks gives the transformer "$O(n^2)$ for the attention matrices". That one is right.
*/
