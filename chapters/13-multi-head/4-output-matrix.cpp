#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/gpt2/attention_layer.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "figures-concatenation.hpp"
#include "layer_of_heads.hpp"

#include <vector>

/**
# The use of the last matrix

Heads are put side by side, and then $W^O$ multiplies them. It looks like bookkeeping: one
more matrix, so that the shapes fit. One document leaves it out, and its shapes fit as
well. What does it do, and does all that the heads have found survive it?

## Without it

thomas ends with $\mathrm{MultiHead}(Q, K, V) = \mathrm{Concat}(\mathrm{head}_1, \dots,
\mathrm{head}_H)$. With $d_v = d_{model}/H$ this is $L \times d_{model}$, so no shape
complains. (Nor can the copy be blamed: it loses lines, not letters.) But then each head
owns $d_v$ coordinates of the stream, and no other head of the layer ever writes there.
Every number that comes out is *one* mean, with the weights of one pattern.

Take two words with the contents $a$ and $b$, and two heads that are not even sure of
themselves: one weighs the words by $\frac23$ and $\frac13$, the other one by $\frac13$
and $\frac23$. Then

$$ \bigl(\tfrac{2a + b}3,\; \tfrac{a + 2b}3\bigr)
   \begin{pmatrix} 2 & -1 \\ -1 & 2 \end{pmatrix} = (a, b) . $$

Both words are there, exactly, each in a place of its own. No head does that alone, as
softmax never gives a weight of 1; and no heads do it side by side, without mixing.
*/
using namespace epreuve::course;

static std::vector<HeadByRows> unsure_heads()
{
  const RationalMatrix content{{1}, {0}, {0}}, any{{0}, {1}, {1}}; // of (content, first?, second?)
  return {{any, {{0}, {1}, {0}}, content}, {any, {{0}, {0}, {1}}, content}};
}

static RationalMatrix two_contents(Draw& draw)
{
  const Rational a = draw.integer("a", -99, 99), b = draw.integer("b", -99, 99);
  return {{a, 1, 0}, {b, 0, 1}};
}

SECTION(two_words)
{
  const auto in_two_places = [](Draw& draw) {
    const RationalMatrix X = two_contents(draw);
    const RationalMatrix both{{X(0, 0), X(1, 0)}, {X(0, 0), X(1, 0)}};
    return side_by_side(unsure_heads(), X) * RationalMatrix{{2, -1}, {-1, 2}} == both;
  };
  chapter
      .finding("two-words-in-two-places",
               "two heads with the weights 2/3 and 1/3, and W^O, hand on both of two words exactly")
      .property("their two contents, of either word's place, in fractions", in_two_places)
      .equal("the first head alone, contents 9 and 0",
             head_by_rows(unsure_heads().at(0), {{9, 1, 0}, {0, 0, 1}}), RationalMatrix{{6}, {6}});
  chapter.figure("sharpened", draw_sharpened);
}

/**
The figure has the price. Heads that look for a word with a lead of $g$ over the other
one miss $1/(1 + e^g)$ of it. The inverse of their two rows of weights makes it exact,
by a gain of $\coth \frac g2$: 3 for our unsure heads. Sure heads need no gain, and
heads that do not care need an infinite one, since their means are the same.

## Why nothing else can do it

Without $W^O$, *no* choice of weights makes a coordinate the difference of two words, to
say nothing of $a$ here and $b$ there. The proof takes two lines. Such a coordinate is
$\sum_j \alpha_j\, w \cdot x_j$ with weights of sum 1, which may depend on the words as
they like. If all words are the same $x$, it is $w \cdot x$; but their difference is 0,
for every $x$. So $w = 0$, and the coordinate is 0 for all words. With $W^O = (3, -3)^T$
our two heads subtract.

By the same argument one head, even with a $W^O$, cannot put $a$ here and $b$ there for
words of one kind. Where all words are alike, both places must read by the same $w$;
then they hold the same mean for all words.

Our two words are never quite alike, as each has its place in its vector. It does not
help. Let both contents be $t$ and let $t$ grow. The result is $w\,t$ and something
bounded, which the places contribute; the difference stays 0, so $w$ is 0 for the
contents. The rest is bounded, and differences of contents are not.
*/
SECTION(difference_of_words)
{
  const auto subtracted = [](Draw& draw) {
    const RationalMatrix X = two_contents(draw);
    const Rational difference = X(0, 0) - X(1, 0);
    return side_by_side(unsure_heads(), X) * RationalMatrix{{3}, {-3}} ==
           RationalMatrix{{difference}, {difference}};
  };
  const auto words_alike = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, 2);
    RationalMatrix alike(X.rows(), X.cols());
    for (arma::uword i = 0; i < X.rows(); ++i)
      for (arma::uword j = 0; j < X.cols(); ++j)
        alike(i, j) = X(0, j);
    return side_by_side(heads, alike) == alike * join_rows(heads.at(0).W_V, heads.at(1).W_V);
  };
  chapter
      .finding("no-difference-without-mixing",
               "heads side by side cannot subtract two words in any coordinate; with W^O they can")
      .property("the difference of two contents, by W^O = (3, −3), in fractions", subtracted)
      .property("words that are all alike: x W_V, whatever the patterns are", words_alike, 300);
}

/**
## The verdict on the formula

A layer that followed directly could do the mixing; in a stack of attention and nothing else $W^O$ could
be hidden in the next layer's projections. In GPT-2 the result is added to the stream first, and then it
is too late: the output of head 3 would have to be in the coordinates 192 to 255 (counted from 0, as the
heads are), where the words and all other layers have put something as well. So the formula is not that
of *most modern systems*, of which its paragraph speaks. It is not what masterclass and iaetnous print,
nor exo7's sum; and it has no use for a quarter of the attention weights in GPT-2's file. (That file
decides. A comparison of the printed formula with exo7's sum would decide nothing: the one lacks $W^O$
and the other has it, by definition.)
*/
SECTION(without_mixing)
{
  const auto two_heads_of_half = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_square_row_layer(draw, 2);
    return side_by_side(heads, X) * W_O == written_one_by_one(heads, X, W_O);
  };
  const double published = published_sizes("attn.c_attn.weight")(0) +
                           published_sizes("attn.c_proj.weight")(0),
               reading = 3. * 12 * 768 * 64; // W_Q, W_K and W_V of twelve heads
  chapter.claim("thomas-mh-concat", refuted)
      .as_printed("MultiHead = Concat(head_1, …, head_H)")
      .equal("weights of a layer of GPT-2, published, against 3 H d_model d_k", published, reading)
      .corrected("MultiHead = Concat(head_1, …, head_H) W^O, with W^O of H d_v x d_model")
      .property("two heads of d_model/2 side by side, times W^O, against what they write",
                two_heads_of_half, 200)
      .equal("weights of a layer of GPT-2, published, against that and H d_v d_model", published,
             reading + 12. * 64 * 768);
}

/**
## Do the real ones mix?

The file holds a $W^O$ of $768 \times 768$ in each of twelve layers. They need not make
use of it: were it the identity, thomas's formula would be right. Cut it into $12 \times
12$ blocks, row by row the heads, column by column the coordinates that each would own.
How much of a head's output (as a sum of squares) falls into its own block?
*/
static const AttentionLayer& layer_of_gpt2(arma::uword l)
{
  static const std::vector<AttentionLayer> all = [] {
    std::vector<AttentionLayer> layers;
    for (arma::uword i = 0; i < 12; ++i)
      layers.push_back(attention_layer(gpt2::PublishedFiles::here().checkpoint(), i));
    return layers;
  }();
  return all.at(l);
}

/// Of what each of 12 heads writes, the shares that fall into each 64 coordinates; a row per head.
static arma::mat written_shares(const AttentionLayer& layer)
{
  arma::mat parts(12, 12);
  for (arma::uword head = 0; head < 12; ++head) {
    const arma::vec squares = arma::sum(arma::square(layer.W_O(head)), 1);
    parts.row(head) = arma::sum(arma::reshape(squares, 64, 12), 0) / arma::accu(squares);
  }
  return parts;
}

SECTION(real_mixing, gpt2::attention_weights)
{
  arma::mat own(12, 12);
  for (arma::uword l = 0; l < 12; ++l)
    own.col(l) = written_shares(layer_of_gpt2(l)).diag();
  chapter
      .finding("real-mixing", "every head of GPT-2 writes more than four fifths of what it writes "
                              "into coordinates that thomas's formula gives to others")
      .at_most("largest share in a head's own coordinates, of 144 heads", own.max(), 0.2);
  chapter.figure("who-writes-where", [&](Figure& figure) {
    draw_who_writes_where(figure, written_shares(layer_of_gpt2(5)),
                          written_shares(layer_of_gpt2(11)));
  });
}

/**
No head keeps even a fifth for itself. Spread evenly it would be $\frac1{12}$, and most
heads are near that. GPT-2 computed by thomas's formula would be another function.

## Does everything survive?

$W^O$, says masterclass, gathers all information that the heads have captured in one
representation of $d_{model}$ numbers. One vector of that size it is, and every head is
in it. Whether *all* information is there as well is a matter of rank. The outputs of the
heads, any $h d_k$ numbers, can be recovered from the product if and only if $W^O$ has rank
$h d_k$: then by $W^{O\,T}(W^O W^{O\,T})^{-1}$, the right inverse of chapter 2. It never
can if $h d_k > d_{model}$, and the slide leaves that open. In T5's largest model 16 384
numbers become 1024.
*/
SECTION(what_survives)
{
  const auto undone = [](Draw& draw) {
    const auto [heads, X, square] = draw_square_row_layer(draw, draw.size("h", 1, 2));
    const arma::uword more = draw.size("more", 0, 2);
    const RationalMatrix further(draw.integer_matrix("further", square.rows(), more, -3, 3)),
        W_O = join_rows(square, further), all = side_by_side(heads, X);
    return all * W_O * right_inverse(W_O) == all;
  };
  const auto gathered = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, draw.size("h", 1, 3));
    const RationalMatrix product = side_by_side(heads, X) * W_O;
    return product == written_one_by_one(heads, X, W_O) && product.rows() == X.rows() &&
           product.cols() == X.cols();
  };
  const RationalMatrix narrow{{1}, {1}}; // two heads of one number, d_model = 1
  chapter.claim("masterclass-mh-output", holds)
      .property("Concat · W^O: d_model numbers per word, the sum of what all heads write", gathered,
                200);
  chapter
      .finding("what-survives", "the outputs of heads can be recovered after W^O if its rank is h "
                                "d_k, and not if it is less")
      .property("Concat W^O times the right inverse of W^O, in fractions: Concat", undone, 200)
      .equal("heads that say 1 and 0, or 0 and 1, after W^O = (1; 1)",
             RationalMatrix{{1, 0}} * narrow, RationalMatrix{{0, 1}} * narrow);
}

/**
GPT-2's matrices are square. A square matrix of floats is invertible in all but the
rarest cases, so it would be no surprise; but nearly singular it might be. We ask for
the least singular value. It is computed with an error of some $768\, \varepsilon\,
\sigma_1$ (the norm of the matrix, times the unit of rounding, times the number of its
rows), so if it is a hundred times as large as that, it is certainly not 0.
*/
SECTION(real_rank, gpt2::attention_weights)
{
  arma::mat values(768, 12);
  for (arma::uword l = 0; l < 12; ++l)
    values.col(l) = arma::svd(layer_of_gpt2(l).output);
  const arma::vec least = values.tail_rows(1).t(), largest = values.head_rows(1).t();
  chapter
      .finding("real-rank", "the twelve matrices W^O of GPT-2 are invertible: nothing that its "
                            "heads say is lost in them")
      .at_least("least of the twelve smallest singular values, in units of 768 ε σ₁",
                arma::vec(least / (768 * arma::datum::eps * largest)).min(), 100);
  chapter.table("Singular values of W^O, and their quotient",
                Columns()
                    .column("layer", arma::regspace(0, 11), "{:.0f}")
                    .column("largest", largest, "{:.1f}")
                    .column("smallest", least, "{:.1e}")
                    .column("quotient", arma::vec(largest / least), "{:.0e}"));
}

/**
They are invertible. But the quotients go from eight thousand to more than a hundred
thousand: some directions of the heads' outputs are written so much more faintly than
others. Arithmetic could bring them back, a reader of the stream hardly will. And the
next step, the sum, certainly loses something: from $x + \mathrm{Concat}\, W^O$ nobody
can say which head wrote what.

## In short

To put heads side by side and multiply by $W^O$ is to let every head write into the
whole stream, and to add. Without $W^O$ each coordinate hears one head, which can only
take means; with it, two heads that are not sure of themselves hand on two words
exactly. thomas leaves it out, GPT-2 does not: there no head keeps to coordinates of its
own.
*/
