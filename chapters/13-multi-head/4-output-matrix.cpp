#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/attention_layer.hpp"
#include "epreuve/instruments/heads_by_rows.hpp"
#include "epreuve/instruments/published_sizes.hpp"
#include "figures-concatenation.hpp"

#include <vector>

/**
# What the last matrix is for

Heads stand side by side, and then $W^O$ multiplies them. It looks like bookkeeping: one more matrix, so that the shapes
fit. One document leaves it out, and its shapes fit as well. What does it do, and does all that the heads have found
survive it?
*/
using namespace epreuve::course;

/**
## Without it

thomas ends with $\mathrm{MultiHead}(Q, K, V) = \mathrm{Concat}(\mathrm{head}_1, \dots, \mathrm{head}_H)$. With $d_v =
d_{model}/H$ this is $L \times d_{model}$, so no shape complains. (Nor can the copy be blamed: it loses lines, not letters.)
But each head then owns $d_v$ coordinates of the stream, and nobody else ever writes there: every number that comes out is
*one* mean, with the weights of one pattern. Take two words with the contents $a$ and $b$, and two heads that are not even
sure of themselves: one weighs the words by $\frac23$ and $\frac13$, the other one by $\frac13$ and $\frac23$. Then

$$ \bigl(\tfrac{2a + b}3,\; \tfrac{a + 2b}3\bigr) \begin{pmatrix} 2 & -1 \\ -1 & 2 \end{pmatrix} = (a, b) . $$

Both words are there, exactly, each in its own place. No head does that alone, as softmax never gives a weight of 1;
and no heads side by side do it without mixing.
*/
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
  const auto subtracted = [](Draw& draw) {
    const RationalMatrix X = two_contents(draw);
    const Rational difference = X(0, 0) - X(1, 0);
    return side_by_side(unsure_heads(), X) * RationalMatrix{{3}, {-3}} ==
           RationalMatrix{{difference}, {difference}};
  };
  const auto words_alike = [](Draw& draw) {
    const std::vector<HeadByRows> heads = draw_heads_by_rows(draw, 2);
    const RationalMatrix x(draw.integer_matrix("x", 1, heads.front().W_Q.rows(), -2, 2));
    const RationalMatrix X = RationalMatrix(arma::ones(draw.size("L", 1, 4), 1)) * x;
    return side_by_side(heads, X) == X * join_rows(heads.at(0).W_V, heads.at(1).W_V);
  };
  chapter
      .finding("two-words-in-two-places",
               "two heads with the weights 2/3 and 1/3, and W^O, hand on both of two words exactly")
      .property("their two contents, of either word's place, in fractions", in_two_places)
      .equal("the first head alone, contents 9 and 0",
             head_by_rows(unsure_heads().at(0), {{9, 1, 0}, {0, 0, 1}}), RationalMatrix{{6}, {6}});
  chapter
      .finding("no-difference-without-mixing",
               "heads side by side cannot subtract two words in any coordinate; with W^O they can")
      .property("the difference of two contents, by W^O = (3, −3), in fractions", subtracted)
      .property("words that are all alike: x W_V, whatever the patterns are", words_alike, 300);
  chapter.figure("sharpened", draw_sharpened);
}

/**
That they *cannot* is a proof of two lines. Without $W^O$ a coordinate is $\sum_j \alpha_j\, w \cdot x_j$ with weights of sum 1, which may
depend on the words as they like. If all words are the same $x$, this is $w \cdot x$; but their differences are 0, for every
$x$. So $w = 0$, and the coordinate is always 0. The same for $a$ in one place and $b$ in another one, of one head: where words are alike, both
places must read by the same $w$, and then they hold the same mean always.

The figure has the price: heads with a lead of $g$ between two words miss $1/(1 + e^g)$ of what they look for; $W^O$ makes
it exact by a gain of $\coth \frac g2$. Sure heads need no gain, and heads that do not care need an infinite one.

## The verdict on the formula

A layer that follows could do the mixing, if it followed directly. In GPT-2 the result is added to the stream first, and
then it is too late: what head 3 has to say must stand in the coordinates 193 to 256, where everybody else has put something as well. So the formula
is not that of *most modern systems*, of which the paragraph speaks.
*/
SECTION(without_mixing)
{
  const auto two_heads_of_half = [](bool mixed) {
    return [=](Draw& draw) {
      const arma::uword d = draw.size("d_v", 1, 2), n = 2 * d;
      const std::vector<HeadByRows> heads = draw_heads_by_rows(draw, 2, n, d);
      const RationalMatrix X = draw_tokens_by_rows(draw, n),
                           W_O(draw.integer_matrix("W_O", n, n, -2, 2));
      RationalMatrix written(n, X.rows());
      for (const ExactHead& head : with_their_rows(heads, W_O))
        written = written + exact_output(head, transpose(X));
      return side_by_side(heads, X) * (mixed ? W_O : RationalMatrix::identity(n)) ==
             transpose(written);
    };
  };
  const double published =
      published_sizes("attn.c_attn.weight")(0) + published_sizes("attn.c_proj.weight")(0);
  chapter.claim("thomas-mh-concat", refuted)
      .as_printed("MultiHead = Concat(head_1, …, head_H)")
      .property("two heads of d_model/2 side by side, against the sum of what they write",
                two_heads_of_half(false), 200)
      .equal("weights of a layer of GPT-2, published, against 3 H d_model d_k", published,
             3. * 12 * 768 * 64)
      .corrected("MultiHead = Concat(head_1, …, head_H) W^O, with W^O of H d_v x d_model")
      .property(
          "two heads of d_model/2 side by side, times W^O, against the sum of what they write",
          two_heads_of_half(true), 200)
      .equal("weights of a layer of GPT-2, published, against 3 H d_model d_k + H d_v d_model",
             published, 4. * 12 * 768 * 64);
}

/**
## Do the real ones mix?

GPT-2's file holds a $W^O$ of $768 \times 768$ in each of its twelve layers, and they need not use it: the identity would be thomas's
formula. Cut one into $12 \times 12$ blocks, row by row the heads, column by column the coordinates that each would own. Of what a head
writes, how much (as a sum of squares) falls into its own block?
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
static arma::mat shares(const AttentionLayer& layer)
{
  arma::mat parts(12, 12);
  for (arma::uword head = 0; head < 12; ++head) {
    const arma::vec of_coordinates = arma::sum(arma::square(layer.W_O(head)), 1);
    parts.row(head) =
        arma::sum(arma::reshape(of_coordinates, 64, 12), 0) / arma::accu(of_coordinates);
  }
  return parts;
}

SECTION(real_mixing, gpt2::attention_weights)
{
  arma::mat own(12, 12), sizes(768, 12);
  for (arma::uword l = 0; l < 12; ++l) {
    own.col(l) = shares(layer_of_gpt2(l)).diag();
    sizes.col(l) = arma::svd(layer_of_gpt2(l).output);
  }
  chapter.figure("who-writes-where", [&](Figure& figure) {
    draw_who_writes_where(figure, shares(layer_of_gpt2(5)), shares(layer_of_gpt2(11)));
  });
  chapter
      .finding("real-mixing", "every head of GPT-2 writes more than half of what it writes into "
                              "coordinates that thomas's formula gives to others")
      .at_most("largest share in a head's own coordinates, of 144 heads", own.max(), 0.5);
  /**
  None is near 1; spread evenly it would be $\frac1{12}$, and most are near that. Whoever computes GPT-2 by thomas's
  formula computes another function.

  ## Does everything survive?

  $W^O$, says masterclass, gathers all information that the heads have captured in one vector of $d_{model}$
  numbers. One vector of that size it is, and every head is in it. *All* information is a matter of rank. What the heads say, $h d_k$ numbers, can
  be had back from the product if and only if $W^O$ has rank $h d_k$; and never if $h d_k > d_{model}$, as in T5's largest model, where 16 384
  numbers become 1024. GPT-2's matrices are square. Are they invertible? By the least singular value they are, if it is
  larger than what rounding can make of 0, some $768\, \varepsilon\, \sigma_1$.
  */
  const arma::rowvec least = sizes.tail_rows(1), largest = sizes.head_rows(1);
  const double rounding = 768 * arma::datum::eps;
  chapter
      .finding("real-rank",
               "the twelve matrices W^O of GPT-2 are invertible: nothing that its heads "
               "say is lost in them")
      .at_least("least of the twelve smallest singular values, in units of 768 ε σ₁",
                arma::rowvec(least / (rounding * largest)).min(), 100);
  chapter.figure("singular-values", [&](Figure& figure) { draw_singular_values(figure, sizes); });
  chapter.table("Singular values of W^O, and their quotient",
                Columns()
                    .column("layer", arma::regspace(0, 11), "{:.0f}")
                    .column("largest", arma::vec(largest.t()), "{:.1f}")
                    .column("smallest", arma::vec(least.t()), "{:.1e}")
                    .column("quotient", arma::vec((largest / least).t()), "{:.0f}"));
}

/**
So GPT-2 loses nothing there to speak of; what it loses, it loses in the sum with the stream, where nobody can say any more
who wrote what. Without the weights the statement on ranks is checked in fractions: $W^O$ with $h d_k$ independent rows can be undone from
the right, by $W^{O\,T}(W^O W^{O\,T})^{-1}$ of chapter 2, and one with fewer than that cannot.
*/
SECTION(what_survives)
{
  const auto undone = [](Draw& draw) {
    const std::vector<HeadByRows> heads = draw_heads_by_rows(draw, draw.size("h", 1, 2));
    const RationalMatrix X = draw_tokens_by_rows(draw, heads.front().W_Q.rows()),
                         all = side_by_side(heads, X);
    arma::mat square = draw.integer_matrix("square", all.cols(), all.cols(), -3, 3);
    square = arma::trimatl(square, -1) + arma::eye(arma::size(square)); // of determinant 1
    const arma::uword more = draw.size("more", 0, 2);
    const arma::mat beside = draw.integer_matrix("beside", all.cols(), more, -3, 3);
    const RationalMatrix W_O(arma::mat(arma::join_rows(square, beside)));
    return all * W_O * right_inverse(W_O) == all;
  };
  const auto every_head = [](Draw& draw) {
    const std::vector<HeadByRows> heads = draw_heads_by_rows(draw, draw.size("h", 1, 3));
    const RationalMatrix X = draw_tokens_by_rows(draw, heads.front().W_Q.rows()),
                         all = side_by_side(heads, X);
    const RationalMatrix W_O(draw.integer_matrix("W_O", all.cols(), X.cols(), -3, 3));
    RationalMatrix gathered(X.cols(), X.rows());
    for (const ExactHead& head : with_their_rows(heads, W_O))
      gathered = gathered + exact_output(head, transpose(X));
    const RationalMatrix product = all * W_O;
    return product == transpose(gathered) && product.rows() == X.rows() &&
           product.cols() == X.cols();
  };
  const RationalMatrix narrow{{1}, {1}}; // two heads of one number, d_model = 1
  chapter.claim("masterclass-mh-output", holds)
      .property(
          "Concat · W^O: of the words' shape, and the sum of what all heads write, in fractions",
          every_head, 200);
  chapter
      .finding("what-survives",
               "what heads say can be had back behind W^O if its rank is h d_k, and "
               "not if it is less")
      .property("Concat W^O times the right inverse of W^O, in fractions: Concat", undone, 200)
      .equal("heads that say 1 and 0, or 0 and 1, behind W^O = (1; 1)",
             RationalMatrix{{1, 0}} * narrow, RationalMatrix{{0, 1}} * narrow);
}

/**
## In short

To put heads side by side and multiply by $W^O$ is to let every head write into the whole stream, and to add. Without
$W^O$ each coordinate hears one head, which can only take means; with it, two heads that are not sure of themselves hand on
two words exactly. thomas leaves it out, GPT-2 does not: there no head keeps to coordinates of its own.
*/
