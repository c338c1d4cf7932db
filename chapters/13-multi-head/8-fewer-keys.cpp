#include "epreuve/attention/grouped_heads.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/bisection.hpp"
#include "figures-how-many.hpp"
#include "gpt2_layers.hpp"

#include <cmath>
#include <vector>

/**
# Heads that share their keys

When a text is continued word by word, the keys and values of all former tokens are kept (chapter
11): per token and layer, a key and a value of 64 numbers for each of twelve heads. If all heads
had the same keys and values, and only queries of their own, it would be a twelfth of that. So
later models do it: in *multi-query attention* all heads of a layer share one $W_K$ and one $W_V$
[@shazeer-2019], in *grouped-query attention* those of a group [@ainslie-2023]. The documents
do not mention it. What would GPT-2 lose?

## A projection

The scores of a head know its queries and keys by the product $W_Q^T W_K$ alone. If $H$ heads are
to share $d$ keys, each gets $L_h' R'$ in place of $L_h R_h = W_Q^T W_K$, with one $d \times n$
matrix $R'$ for all. Let its rows be orthonormal; then the best that a head can make of it is
$L_h' = L_h R_h R'^T$, so

$$ L_h' R' = (W_Q^T W_K)\, P, \qquad P = R'^T R', $$

the head as it was, but seeing the keys through one projection $P$ onto $d$ directions, the same
for all. For the values it is the same with $W_O W_V$. With all products one under the other, the
least that can be lost is the part beyond their $d$ largest singular values (Eckart and Young).
Nothing is lost if and only if all heads read from the same $d$ directions.
*/
using namespace epreuve::course;

SECTION(shared_projection)
{
  chapter.figure("shared-projection", draw_shared_projection);

  /**
  The mean is another matter. The article on groups makes one $W_K$ of twelve by taking their mean, and
  trains on. But a head does not have *a* matrix $W_K$: with $M W_K$ and $M^{-T} W_Q$
  it is the same head, and the mean is another one. With $M = -I$ for one of two equal heads, the
  mean is 0 and everything is lost, where nothing had to be.
  */
  const arma::mat Q = arma::mat{{1, 2}, {0, 1}, {3, 1}}, K = arma::mat{{1, 0, 2}, {0, 1, 1}};
  const arma::mat M{{2, 1}, {1, 1}}, back{{1, -1}, {-1, 2}}; // inverse to each other
  chapter
      .finding("means-are-not-invariant",
               "Heads that read the same directions can share their keys without loss; whether the "
               "mean of their matrices does it depends on how each head is written")
      .at_most("two heads, W_K and M W_K with an invertible M: least loss",
               attention::least_loss({Q, 3 * Q * back}, {K, M * K}, 2), 1e-14)
      .agree("two equal heads, W_K and W_K: lost by the mean",
             attention::loss_of_mean({Q, Q}, {K, K}), 0, exactly())
      .agree("the same heads, W_K and −W_K: lost by the mean",
             attention::loss_of_mean({Q, -Q}, {K, -K}), 1, ulps(8))
      .at_most("the same heads, W_K and −W_K: least loss",
               attention::least_loss({Q, -Q}, {K, -K}, 2), 1e-14);
}

/**
## What chance loses

Heads with random matrices show how much sharing costs by chance. The mean of $H$ independent matrices
of variance 1 has the variance $\frac1H$, and the differences from it have $1 - \frac1H$: of twelve
heads the mean loses $\frac{11}{12} = 92\,\%$.

The best projection loses less. Let the $W_Q^T$ have orthonormal columns and the $W_K$ be normal:
then the twelve $W_K$, one under the other, are a square normal matrix. Its singular values,
divided by $\sqrt n$, fill the interval $[0, 2]$ with the density $\frac1\pi\sqrt{4 - y^2}$, a
quarter of a circle. With $y = 2 \sin a$, the share of the values above $2 \sin a$, and the share of the
squares that they hold, are with $b = \frac\pi2 - a$

$$ \frac4\pi\Bigl(\frac b2 - \frac{\sin 2b}{4}\Bigr), \qquad \frac4\pi\Bigl(\frac b2 - \frac{\sin 4b}{8}\Bigr) . $$

The first is $\frac1{12}$ for $b = 0.5951$, and then the second is 0.2691. A twelfth of the
directions has 27 % of everything, and the best shared keys lose 73 %.
*/
SECTION(loss_by_chance)
{
  const arma::uword n = 240, heads = 12, d = 20;
  std::vector<arma::mat> L, R;
  for (arma::uword h = 0; h < heads; ++h) {
    L.push_back(arma::orth(arma::mat(n, d, arma::fill::randn)));
    R.emplace_back(d, n, arma::fill::randn);
  }
  const double pi = arma::datum::pi;
  const auto a_twelfth = [=](double b) {
    return 4 / pi * (b / 2 - std::sin(2 * b) / 4) >= 1. / 12;
  };
  const double b = first_where(a_twelfth, 0., pi / 2);
  const double expected = 1 - 4 / pi * (b / 2 - std::sin(4 * b) / 8);
  // The square of the mean of twelve matrices of 4800 normal numbers is within sqrt(2/4800) of what is expected, 0.0017 of
  // all squares; one singular value more or less among the largest 20 makes 0.01.
  chapter
      .finding("loss-by-chance",
               "Twelve random heads lose 92 % with the mean of their keys, and 73 % "
               "with the best shared ones")
      // Law of 2: nothing is drawn.
      .within("b at which the share of the values is 1/12", b, 0.59505, 0.59515)
      .within("the share of the squares there", 1 - expected, 0.26905, 0.26915)
      .agree("lost by the best shared keys: twelve random heads, 20 of 240 dimensions",
             attention::least_loss(L, R, d), expected, absolute(0.02))
      .agree("lost by the mean of their keys, 11/12", attention::loss_of_mean(L, R), 11. / 12,
             absolute(0.02));
}

/**
## What GPT-2 would lose

Now the real heads, the gain of the layer norm inside, biases aside. Heads are put into groups in
the order of their numbers, twelve groups of one, six of two, and so on to one of twelve.
*/
SECTION(loss_of_real_heads, gpt2::attention_weights)
{
  const arma::vec groups{6, 4, 3, 2, 1};
  arma::mat keys(12, 5), values(12, 5), by_mean(12, 2);
  for (arma::uword l = 0; l < 12; ++l) {
    const AttentionLayer layer = attention_layer(gpt2::PublishedFiles::here().checkpoint(), l);
    std::vector<arma::mat> Q, K, O, V;
    for (arma::uword h = 0; h < 12; ++h) {
      Q.push_back(read_directions(layer, layer.W_Q(h)));
      K.push_back(read_directions(layer, layer.W_K(h)).t());
      O.push_back(layer.W_O(h));
      V.push_back(read_directions(layer, layer.W_V(h)).t());
    }
    for (arma::uword g = 0; g < 5; ++g) {
      keys(l, g) = attention::least_loss_of_groups(Q, K, arma::uword(groups(g)), 64);
      values(l, g) = attention::least_loss_of_groups(O, V, arma::uword(groups(g)), 64);
    }
    by_mean.row(l) = arma::rowvec{attention::loss_of_mean(Q, K), attention::loss_of_mean(O, V)};
  }
  const arma::vec of_keys = arma::mean(keys).t(), of_values = arma::mean(values).t();
  chapter
      .finding("shared-keys",
               "With one group in place of twelve, GPT-2's heads lose about half of what they "
               "compare and write, by the best shared matrices, less than random heads; by "
               "the mean they lose as much as these")
      .within("keys, one group: least loss, mean over the layers, random 0.73", of_keys(4), 0.38,
              0.48)
      .within("values, one group: the same", of_values(4), 0.46, 0.55)
      .equal("the layer that loses least by shared keys", arma::index_min(keys.col(4)), 2)
      .at_most("its loss with one group", keys.col(4).min(), 0.17)
      .within("keys, six groups: least loss, mean over the layers", of_keys(0), 0.14, 0.2)
      .at_least("least loss by the mean, keys or values of any layer, random 0.917", by_mean.min(),
                0.87)
      .at_most("largest loss by the mean", by_mean.max(), 0.925);
  chapter.figure("loss-of-sharing",
                 [&](Figure& figure) { draw_loss_of_sharing(figure, groups, keys, values); });
}

/**
Half of it, measured in this way: that is much less than by chance, for the heads do share directions,
and far from nothing. Layer 2 alone could share its keys among all heads and
keep five sixths. The mean of the matrices does as badly as with random ones: the heads share
subspaces, not matrices, and the bases in which training has written them do not match. The
article on groups trains on after taking the mean, and has to.

The measure has its limits. It counts all directions of a normed token alike, and those that
tokens have are few; a loss in a matrix need not be one in the answers. The saving is certain.
GPT-2 keeps $2 \cdot 12 \cdot 768 = 18\,432$ numbers per token, 72 MiB in single
precision for a text of 1024 tokens. With one group per layer it would be 6 MiB.

## In short

 - While its patterns are fixed, a layer needs at least as many heads as the rank of its table says: all
   of them, if its patterns and its matrices $W_O W_V$ are independent.
 - On texts of five tokens or less, twelve heads are always one too many. From six on, layer 0 of GPT-2
   needs its twelve, at least on positions alone.
 - Two heads of GPT-2 in one layer share a fifth of what their keys read, where chance gives a twelfth.
   No two are copies; the induction heads come near it.
 - If they had to share their keys, they would lose nearly half of $W_Q^T W_K$; if their matrices were
   averaged, nine tenths.
*/
