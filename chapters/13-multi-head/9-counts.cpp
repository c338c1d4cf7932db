#include "epreuve/attention/heads.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/config.hpp"
#include "epreuve/instruments/counted.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "figures-heads.hpp"
#include "layer_directions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

/**
# Twelve for the price of one

Eight heads in the Transformer of 2017, twelve in GPT-2, 96 in GPT-3: why not one, or a thousand?
On this page we count. What do heads cost, in weights, in multiplications, in memory? The answer
is that nearly everything costs the same, however many heads there are. But not all weights are
worth the same.
*/
using namespace epreuve::course;

/**
## As many weights

A head of dimension $r$ has $W_Q$, $W_K$, $W_V$ with a bias of $r$ numbers each, and $W_O$: $4rn +
3r$ weights. $H = n/r$ of them, and one bias for what the layer writes, make

$$ H\,(4rn + 3r) + n = 4n^2 + 4n . $$

$H$ has dropped out. For GPT-2 that is 2 362 368 in each of twelve layers, 28 million of its 124.
*/
SECTION(weights)
{
  const auto whatever_heads = [](Draw& draw) {
    const arma::uword H = draw.size("H", 1, 16), r = draw.size("r", 1, 64), n = H * r;
    const Head<double> head{arma::mat(r, n), arma::mat(r, n), arma::mat(r, n), arma::mat(n, r)};
    const arma::uword of_head = head.W_Q.n_elem + head.W_K.n_elem + head.W_V.n_elem +
                                head.W_O.n_elem + head.W_Q.n_rows + head.W_K.n_rows +
                                head.W_V.n_rows;
    return H * of_head + n == 4 * n * n + 4 * n;
  };
  const arma::vec published =
      published_sizes("attn.c_attn.weight") + published_sizes("attn.c_attn.bias") +
      published_sizes("attn.c_proj.weight") + published_sizes("attn.c_proj.bias");
  chapter
      .finding("as-many-weights", "a layer of n/r heads of dimension r has 4n² + 4n weights, for "
                                  "every r")
      .property("entries of all matrices and biases of H heads, for H and r at random",
                whatever_heads, 300)
      .equal("GPT-2's layers, published sizes", published,
             arma::vec(12, arma::fill::value(4 * 768 * 768 + 4 * 768)))
      .equal(
          "of all its weights: 28 348 416 of 124 439 808",
          arma::uword(arma::accu(published) * 1000 / double(gpt2::parameter_count(gpt2::Config{}))),
          227);
}

/**
So the published files cannot tell how many heads there are. GPT-2's matrices are $2304 \times
768$ and $768 \times 768$, and would be for one head or for 768. The number twelve is in a file of
settings that comes with the weights; a program that cuts the weights into six bands gets no error,
and another model.

## Idle ones

But weights may do nothing. Of $W_Q$ and $W_K$ only the product $W_Q^T W_K$ is ever seen, and of
$W_V$ and $W_O$ only $W_O W_V$. For invertible $G$ of $r \times r$ the head with

$$ G\, W_Q, \quad G^{-T} W_K, \quad F\, W_V, \quad W_O F^{-1} $$

is the same head. That makes $2 r^2$ directions for each head in which its weights can wander
without any effect, $2Hr^2 = 2nr$ for the layer; and

$$ 4n^2 - 2nr = 4n^2 - \frac{2n^2}{H} $$

are left. With one head half of the weights are idle. With two it is a quarter, with twelve a
24th. This twelve heads get for the price of one.
*/
SECTION(idle)
{
  const auto same_head = over_integer_matrices(
      {"W_Q r x n", "W_K r x n", "W_V r x n", "W_O n x r", "x n x K", "G r x r"},
      Integers{3, -1, 1}, [](auto& W_Q, auto& W_K, auto& W_V, auto& W_O, auto& x, auto& some) {
        // At least 3 on the diagonal and at most 2 in the rest of a row: invertible.
        const RationalMatrix G =
            RationalMatrix(some) + Rational(4) * RationalMatrix::identity(some.n_rows);
        const ExactHead head = exact_head(W_Q, W_K, W_V, W_O);
        const ExactHead other{G * head.W_Q, transpose(inverse(G)) * head.W_K,
                              transpose(G) * head.W_V, head.W_O * inverse(transpose(G))};
        const RationalMatrix tokens(x);
        return exact_output(other, tokens) == exact_output(head, tokens);
      });
  Claim& idle = chapter.finding("idle-weights", "of the 4n² weights of n/r heads without biases, "
                                                "4n² − 2nr matter and 2nr are idle");
  idle.property("a head with other weights, G W_Q and G⁻ᵀ W_K, F W_V and W_O F⁻¹, in fractions",
                same_head, 300);
  /**
  That no more than these are idle is a matter of rank. We differentiate what the layer makes of
  some sentences by each of its weights, in fractions (the word `derivative_by_weights` of the
  library), and count the directions in which it can move, modulo the prime $2^{31} - 1$: what is
  independent there is independent. Weights and sentences are small integers, and for special ones
  directions may coincide (in one draw of 250 for $n = 2$, $r = 1$, more rarely for larger sizes);
  so we take the largest of three counts, for weights of full rank. No count can exceed the number
  that almost all weights have, nor what the idle weights leave.
  */
  const auto drawn = [](arma::uword rows, arma::uword columns) {
    arma::mat M;
    do
      M = arma::conv_to<arma::mat>::from(
          arma::randi<arma::imat>(rows, columns, arma::distr_param(-2, 2)));
    while (rank(RationalMatrix(M)) < std::min(rows, columns));
    return RationalMatrix(M);
  };
  for (const auto& [n, r] : {std::pair<arma::uword, arma::uword>{2, 2},
                             {2, 1},
                             {3, 3},
                             {3, 1},
                             {4, 4},
                             {4, 2},
                             {4, 1}}) {
    arma::uword most = 0;
    for (int draws = 0; draws < 3; ++draws) {
      std::vector<ExactHead> heads;
      std::vector<RationalMatrix> sentences;
      for (arma::uword h = 0; h < n / r; ++h)
        heads.push_back({drawn(r, n), drawn(r, n), drawn(r, n), drawn(n, r)});
      for (arma::uword s = 0; s < 3 * n; ++s)
        sentences.push_back(drawn(n, 3));
      most = std::max(most, rank_modulo_prime(derivative_by_weights(heads, sentences)));
    }
    idle.equal(fmt::format("directions of a layer of n = {}, heads of dimension {}", n, r), most,
               4 * n * n - 2 * n * r);
  }
  chapter.figure("weights-that-matter", draw_idle_weights);
}

/**
The ranks are what the formula says, in each of seven layers: for $n = 4$, 32 of 64 with one head,
48 with two, 56 with four. The more heads the better, then? In weights, yes, up to $4n^2 - 2n$
with heads of one dimension. But a head of dimension $r$ compares by $r$ numbers, its scores are a
matrix of rank $r$ at most, and chapter 10 has shown how long queries and keys must be for a key
to be found among many in few dimensions. Most published models have between 64 and 128
dimensions per head, whatever their width.

Some biases are idle too. A bias of the keys adds $q_i \cdot b_K$ to all scores of query $i$, and
softmax does not see a number that all have in common. A bias of the values is a constant, as the page on
sums has shown, and $b_O$ could hold it. So $2n$ of the $4n$ numbers add nothing that the others
could not. (GPT-2 stores them all the same; chapter 11 has looked at those of its keys.)

## As many multiplications, and more to keep

To read and to write takes $4n^2$ multiplications for each token, whatever the bands. A score
takes $r$, and there are $H K^2$ of them: $nK^2$ together, and as many to mix the values. With an
addition for each multiplication that is $8n^2K + 4nK^2$ operations, without a mask. (Chapter 22 counts softmax too, and
one addition less for each sum.) A layer of numbers that count
themselves says the same.

The scores as such do grow with $H$. $HK^2$ of them have to be computed, sent through an
exponential, divided and, if the layer is to be trained, kept.
*/
SECTION(operations)
{
  const arma::uword n = 12, K = 5;
  const CountedMatrix W(arma::ones(n, n)), x(arma::ones(n, K));
  Claim& finding = chapter.finding("as-many-operations",
                                   "a layer takes 8n²K + 4nK² operations, whatever its number of "
                                   "heads, besides the softmax of H K² scores");
  for (const arma::uword H : {1, 2, 3, 12}) {
    arma::uword scores = 0;
    const double operations = operations_of([&] {
      const CountedMatrix Q = W * x, keys = W * x, V = W * x;
      CountedMatrix mixed(n, K);
      for (arma::uword first = 0, r = n / H; first < n; first += r)
        for (arma::uword i = 0; i < K; ++i)
          for (arma::uword j = 0; j < K; ++j, ++scores) {
            Counted score;
            for (arma::uword c = first; c < first + r; ++c)
              score += Q(c, i) * keys(c, j);
            for (arma::uword c = first; c < first + r; ++c)
              mixed(c, i) += V(c, j) * score;
          }
      const CountedMatrix written = W * mixed;
    });
    finding
        .equal(fmt::format("operations of {} heads, n = 12, K = 5", H), operations,
               double(8 * n * n * K + 4 * n * K * K))
        .equal(fmt::format("scores of {} heads", H), scores, H * K * K);
  }
  chapter.figure("what-grows", draw_what_grows);
}

/**
In the figure are GPT-2's sizes. With twelve heads of 64 the scores are 12.6 million numbers in
each layer for a full sentence, 50 MB in single precision, against 0.8 million numbers in the
stream. With 768 heads they would be 805 million, 3.2 GB. It is here, and not in the arithmetic, that a
thousand heads would hurt; programs that never write all scores down at once [FlashAttention,
@dao-2022] were invented for it.

## Eight, twelve, 96

iaetnous says eight for the Transformer. That is the base model of the article, where $8 \cdot 64
= 512$; its large model has 16. Eight sets of matrices belong to *one* attention, and there are
18: six in the encoder, and in the decoder six of each kind. 144 heads in all, which happens to be
the number of GPT-2's.

The notes say 96 for GPT-3. It has 96 heads of 128 dimensions, $96 \cdot 128 = 12\,288$, in each
of 96 layers. So the sentence is right of a layer, and the notes describe a layer there; the model has
9216 sets. (As many heads as layers is a habit of that article, with
exceptions: the models "Medium" and "Large" have 24 layers of 16 heads.)
*/
/// Weights of a model of GPT-3, in billions.
static double billions(arma::uword layers, arma::uword n)
{
  return double(gpt2::parameter_count({.layers = layers, .n = n, .context = 2048, .mlp = 4 * n})) /
         1e9;
}

SECTION(published_heads)
{
  chapter.claim("notes-2-gpt3-96", holds)
      .equal("heads times their dimension, the model's width", 96 * 128, 12288)
      .within("weights of 96 layers of that width, in billions: 175 are published",
              billions(96, 12288), 174.5, 175.5)
      .by_reading("96 sets in each layer, says table 2.1 of the article (Brown et al. 2020); the "
                  "sentence is about one attention");
  chapter.claim("iaetnous-mh-8", holds)
      .equal("heads times their dimension, the model's width", 8 * 64, 512)
      .by_reading(
          "section 3.2.2 of the article, of the base model; the large one has 16 (table 3)");
  chapter.finding("heads-in-all", "the Transformer has 144 heads, GPT-2 has 144, GPT-3 has 9216")
      .equal("Transformer: 8 heads in 6 encoder and 2 · 6 decoder attentions", 8 * (6 + 2 * 6), 144)
      .equal("GPT-2: tensors W_O, one per layer, times 12 heads",
             arma::uword(published_sizes("attn.c_proj.weight").n_elem * 12), 144)
      .equal("GPT-3: heads times layers", 96 * 96, 9216);

  /**
  The article's table has eight models, drawn below, and for two of them $H r$ is not $n$. The
  line "XL" has 24 heads of 128, which are 3072, for a width of 2048. Nothing forbids that, $W_O$
  could be $2048 \times 3072$; but then the model would have 1.5 billion weights and not the
  published 1.3. With 16 heads of 128 all fits. The line "13B" has a width of 5140, which no 40
  heads can divide.
  */
  const arma::vec width{768, 1024, 1536, 2048, 2560, 4096, 5140, 12288},
      heads{12, 16, 16, 24, 32, 32, 40, 96}, dimension{64, 64, 96, 128, 80, 128, 128, 128};
  const double wider = billions(24, 2048) + 24.0 * 4 * 2048 * (24 * 128 - 2048) / 1e9;
  chapter
      .finding("two-odd-lines", "of the eight sizes of GPT-3 two do not cut their width into their "
                                "heads: 24 · 128 for 2048, and 40 · 128 for 5140")
      .equal("models whose heads make their width, of eight",
             arma::uword(arma::accu(heads % dimension == width)), 6)
      .within("weights of XL if its heads make 2048, in billions: 1.3 are published",
              billions(24, 2048), 1.25, 1.35)
      .at_least("the same if they make 3072", wider, 1.45);
  chapter.figure("published", [&](Figure& figure) { draw_published(figure, width, heads); });
}

/**
## In short

A layer of $H$ heads of $n/H$ dimensions has $4n^2 + 4n$ weights and takes $8n^2K + 4nK^2$
operations, whatever $H$ is. With one head half of the weights are idle; with $H$, one in $2H$.
The number of scores grows with $H$, and the number of dimensions in which a head compares
shrinks. Most models have settled on 64 to 128 of them, and then the number
of heads grows with the width: 8, 12, 96.
*/
