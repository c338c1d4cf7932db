#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "figures-how-many.hpp"
#include "gpt2_layers.hpp"

#include <cmath>
#include <string>
#include <vector>

/**
# Do the heads of GPT-2 keep apart?

Twelve heads of 64 dimensions fit exactly into 768. In each layer every head could read directions
of its own, and write directions of its own. Nothing in the formula asks them to. Do they?

Not every question about a head's matrices makes sense: $W_Q$ and $W_K$ may be replaced by $M^{-T} W_Q$
and $M W_K$, and $W_O$ and $W_V$ likewise, with any invertible $M$, and the head stays the same
head. But $M$ does not change the subspaces of 64 dimensions: the one that $W_K$ reads for
the keys, the one that $W_V$ reads for the values, and the one into which $W_O$ writes. Two
subspaces have 64 principal angles between them; their *overlap* is the mean of the squared
cosines,

$$ s = \frac1d \sum_{i=1}^d \cos^2\theta_i = \frac1d \|Q_1^T Q_2\|_F^2, $$

with orthonormal bases $Q_1$, $Q_2$: 0 for orthogonal subspaces, 1 for the same one.

## What chance gives

If one of the two points anywhere, $Q_2 Q_2^T$ has the mean $\frac dn I$, so $E s = \frac1d
\operatorname{tr}(Q_1^T \frac dn I\, Q_1) = \frac dn$: a twelfth. How far from it may chance lead?
Subtract $\frac dn I$ from both projections. Each becomes a symmetric matrix of trace 0, of
squared norm $d - \frac{d^2}{n}$; such matrices make a space of $\frac{(n-1)(n+2)}2$ dimensions,
in which rotations prefer no direction. So the inner product of the two has the mean square
$\bigl(d - \frac{d^2}n\bigr)^2$ over that number of dimensions, and $s$, which is $d$ times
smaller, the variance

$$ \frac{2\,(n - d)^2}{n^2 (n - 1)(n + 2)} . $$

For $d = 1$ it is the variance of the Beta law of chapter 14. For 64 of 768 dimensions the overlap
is $0.0833 \pm 0.0017$. Chance is narrow here: an overlap of 0.1 lies ten standard deviations off.
*/
using namespace epreuve::course;

SECTION(overlap_by_chance)
{
  const arma::uword n = 24, d = 5, draws = 1500;
  const double deviation = overlap_deviation(n, d);
  arma::vec seen(draws);
  for (double& overlap : seen)
    overlap = subspace_overlaps(
        {arma::mat(n, d, arma::fill::randn), arma::mat(n, d, arma::fill::randn)})(0, 1);
  const double mean = double(d) / n;
  Claim& finding = chapter.finding(
      "overlap-by-chance", "Two random subspaces of d of n dimensions have the overlap d/n in the "
                           "mean, with the variance 2(n − d)²/(n²(n − 1)(n + 2))");
  estimates_noticing(finding, "mean overlap, 5 of 24 dimensions", mean_of(seen), mean, 0.01,
                     "one dimension more", mean_of(seen * 6 / 5));
  estimates_noticing(finding, "variance of the overlap over the formula's",
                     variance_of((seen - mean) / deviation), 1, 0.4, "twice that variance",
                     variance_of((seen - mean) / deviation * std::sqrt(2)));
  // Law: nothing is drawn.
  finding.within("standard deviation for 64 of 768 dimensions", overlap_deviation(768, 64), 0.00165,
                 0.00175);
}

/**
## All pairs

Of the 144 heads there are 10 296 pairs, 792 of them in one layer. The gain of the layer norm is
part of what a head reads, and its mean is taken out, as in chapter 14.
*/
static const HeadOverlaps& overlaps()
{
  static const HeadOverlaps all = head_overlaps(gpt2::PublishedFiles::here().checkpoint());
  return all;
}

/// So many pairs, those that overlap most: "5.1 7.2, 5.1 6.9".
static std::string closest(const arma::mat& overlaps, arma::uword count)
{
  const arma::mat pairs = arma::trimatl(overlaps, -1);
  const arma::uvec order = arma::sort_index(arma::vectorise(pairs), "descend");
  std::vector<std::string> names;
  for (const arma::uword pair : order.head(count)) {
    const arma::uvec at = arma::ind2sub(arma::size(pairs), pair);
    names.push_back(fmt::format("{}.{} {}.{}", at(1) / 12, at(1) % 12, at(0) / 12, at(0) % 12));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The means over the heads of two layers, for each pair of layers that are at least so far apart.
static arma::vec apart(const arma::mat& by_layer, int layers)
{
  const arma::mat far = arma::trimatl(arma::ones(arma::size(by_layer)), -layers);
  return by_layer(arma::find(far));
}

/**
If the heads of a layer kept apart, their twelve subspaces would be orthogonal, of overlap 0, and
fill the space exactly. If nothing but chance had placed them, all overlaps would lie between 0.07
and 0.1.
*/
SECTION(all_pairs_of_heads, gpt2::attention_weights)
{
  const arma::vec keys = pairs_of(overlaps().keys), values = pairs_of(overlaps().values),
                  written = pairs_of(overlaps().written);
  const auto same_layer = [](const arma::mat& of) {
    return arma::mean(means_by_layer(of, 12).eval().diag());
  };
  chapter
      .finding("heads-share-directions",
               "GPT-2's heads do not keep apart: those of one layer share about twice as much as "
               "random subspaces, most of all what their keys read")
      .equal("pairs of heads", keys.n_elem, 10296)
      .within("keys: mean overlap within a layer, chance 0.083", same_layer(overlaps().keys), 0.19,
              0.21)
      .within("values: the same", same_layer(overlaps().values), 0.12, 0.14)
      .within("written: the same", same_layer(overlaps().written), 0.135, 0.15)
      .at_most("values: mean overlap of layers 5 and 11",
               means_by_layer(overlaps().values, 12)(11, 5), 0.072)
      .at_most("written: least overlap of a pair", written.min(), 0.03)
      .equal("pairs with an overlap above 1/2: keys", arma::accu(keys > 0.5), 21)
      .equal("the same: values", arma::accu(values > 0.5), 0)
      .equal("the same: written", arma::accu(written > 0.5), 3)
      .at_most("keys: the largest overlap of a pair", keys.max(), 0.7)
      .within("written: mean overlap of layers at least 6 apart",
              arma::mean(apart(means_by_layer(overlaps().written, 12), 6)), 0.087, 0.089)
      .equal("the two pairs that overlap most in what their keys read", closest(overlaps().keys, 2),
             "5.1 7.2, 5.1 6.9")
      .equal("the pair that overlaps most in what it writes", closest(overlaps().written, 1),
             "4.7 4.11")
      .within("their overlap in what they write", written.max(), 0.67, 0.68);
  chapter.figure("overlaps-by-layer", [](Figure& figure) {
    draw_overlaps_by_layer(figure, means_by_layer(overlaps().keys, 12),
                           means_by_layer(overlaps().written, 12));
  });
}

/**
They do not keep apart. Within a layer two heads share 20 % of what their keys read, where chance
gives 8 % and orthogonal heads would have 0. Between layers that are at least six apart,
the overlap of the written subspaces falls to 0.088, next to chance, and those that values read in the
last layers share even a little less with the middle ones than by chance.

Nearly coinciding heads are rare. If we say *nearly* for $s > \frac12$, there are 21 pairs for
keys, 3 for what is written and none for values; none has $s > 0.7$. In no sense are two of the
144 heads copies of each other. But keys may be shared at some price: the next page computes it.

## Five heads with one question

The pairs at the top are no strangers. In what their keys read, the first is 5.1 with 7.2, the
second 5.1 with 6.9: these are the induction heads of chapter 14, which look for the token that
came after an earlier copy. And of the subspaces that are written, those of 4.7 and 4.11 overlap most.
Chapter 14 will find that the keys of the induction heads read 4.11 best of all earlier heads, and 4.7 next. So the two
belong together: a pair of heads that write into nearly the same directions, and five heads whose
keys look for the answer in directions that they largely share.
*/
SECTION(circle_of_heads, gpt2::attention_weights)
{
  const arma::uvec induction{61, 65, 81, 86, 94}, others{60, 73, 74, 85, 96};
  const arma::uvec all = arma::join_cols(induction, others);
  const arma::vec inside = pairs_of(overlaps().keys(induction, induction)),
                  between = arma::vectorise(overlaps().keys(induction, others));
  const arma::vec all_keys = pairs_of(overlaps().keys);
  chapter
      .finding("one-circle", "The five known induction heads read nearly the same directions for "
                             "their keys")
      .at_most("pairs of all heads that overlap as much as the least close two of the five, in a "
               "hundred",
               100. * arma::accu(all_keys >= inside.min()) / all_keys.n_elem, 1)
      .at_least("mean overlap of their keys", arma::mean(inside), 0.5)
      .at_most("mean overlap of their keys with those of 5.0, 6.1, 6.2, 7.1, 8.0",
               arma::mean(between), 0.3);
  chapter.figure("circle-of-heads", [&](Figure& figure) {
    draw_circle(figure, {"5.1", "5.5", "6.9", "7.2", "7.10", "5.0", "6.1", "6.2", "7.1", "8.0"},
                overlaps().keys(all, all));
  });
}
