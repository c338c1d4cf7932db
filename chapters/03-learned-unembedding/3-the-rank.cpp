#include "bigrams.hpp"
#include "figures.hpp"

#include <set>
#include <vector>

/**
# What too few dimensions cost

Now $n < N - 1$, and $Z = BA$ has rank at most $n$. In GPT-2, $n$ is a sixty-fifth of $N$.
*/
using namespace epreuve::course;

/**
## The bottleneck

If softmax of the columns of $BA$ is $P$, then $\ln P = BA - \mathbf 1 c^T$, with $c_i$ the
logarithm of the sum of the exponentials of column $i$. A matrix of rank 1 has been subtracted, so

$$ \mathrm{rank}(\ln P) \le n + 1 . $$

This is the *softmax bottleneck* [@yang-2018]. It is necessary, and
not sufficient. A condition that is both: the columns of $\ln P$, together with the column $\mathbf
1$, span at most $n + 1$ dimensions,

$$ P = \text{softmax}(BA) \text{ for some } A, B \text{ of dimension } n \quad \Longleftrightarrow \quad
   \mathrm{rank}\,( \ln P \;\; \mathbf 1 ) \le n + 1 . $$

To see that these differ, take probabilities that are powers of 2. Then $\ln P$ is $-\ln 2$ times a
matrix of integers, and its rank is found by fractions.
*/
SECTION(bottleneck)
{
  const auto beside_ones = [](const RationalMatrix& M) {
    RationalMatrix ones(M.rows(), 1);
    for (arma::uword i = 0; i < M.rows(); ++i)
      ones(i, 0) = 1;
    return rank(join_rows(M, ones));
  };
  const RationalMatrix M{{1, 1, 3, 3}, {2, 2, 3, 1}, {3, 3, 1, 2}, {3, 3, 2, 3}};
  const Bigrams powers{{}, arma::exp2(-M.to_double()), arma::vec(4, arma::fill::value(0.25))};
  const TrainedBigrams two = train_bigrams(powers, 2, Tying::untied);
  const TrainedBigrams three = train_bigrams(powers, 3, Tying::untied);

  const auto within_rank = over_integer_matrices({"A n x N", "B N x n"}, [&](auto& A, auto& B) {
    const RationalMatrix Z(B * A);
    RationalMatrix odds = Z; // each column less its first entry: ln(P_j / P_1), of softmax as of Z
    for (arma::uword i = 0; i < Z.cols(); ++i)
      for (arma::uword j = 0; j < Z.rows(); ++j)
        odds(j, i) = Z(j, i) - Z(0, i);
    return rank(odds) <= A.n_rows && beside_ones(Z) == rank(odds) + 1;
  });
  chapter
      .finding("bottleneck", "n dimensions express P > 0 exactly if rank (ln P, 1) ≤ n + 1; rank "
                             "ln P ≤ n + 1 is not enough.")
      .property("logits of rank n: their differences within columns have rank ≤ n, in rationals",
                within_rank, 200)
      .equal("four tokens, powers of 2: each column of P sums to 1",
             arma::rowvec(arma::sum(powers.P, 0)), arma::rowvec(4, arma::fill::ones))
      .equal("four tokens, powers of 2: rank of ln P, and n + 1 for n = 2", rank(M), 3)
      .equal("four tokens, powers of 2: rank of (ln P | 1), which is n + 2", beside_ones(M), 4)
      .at_least("four tokens, powers of 2, n = 2: least excess that is proven",
                excess_bounds(powers, 2).best(), 1e-4)
      .at_least("four tokens, powers of 2, n = 2: excess of the trained network", two.excess,
                excess_bounds(powers, 2).best())
      .at_most("four tokens, powers of 2, n = 3: excess of the trained network", three.excess,
               1e-12);

  /**
  So $n = N - 1$ always suffices, and $N$ is never needed. Of the proposition, Coq proves the rank
  condition and this case, for every size. The bound of the next section is derived there on paper;
  its identities are checked in symbols for some sizes, and the two functions of one variable that
  it needs are enclosed.
  */
  chapter.proposition("softmax-bottleneck", {"bottleneck", "expressible", "full_dimension"});
}

/**
## What it costs at least

If $P$ is out of reach, how near can one come? Let $Q$ be what a network of dimension $n$ says, and
$d = \ln P - \ln Q$ as before. As $\ln Q$ has rank at most $n + 1$, the theorem of Eckart and Young
gives $\sum d_{ji}^2 \ge \tau^2$, where $\tau^2$ is the sum of the squared singular values of $\ln
P$ beyond the first $n + 1$. To turn this into nats, write

$$ \phi(t) = t - 1 + e^{-t} = t^2 g(t), \qquad g(t) = \int_0^1 (1 - s)\, e^{-ts}\, ds . $$

$g$ is positive and decreasing. Each $d_{ji}$ is at most $\rho = \sqrt{\sum d^2}$, so $\phi(d_{ji})
\ge g(\rho)\, d_{ji}^2$, and their sum is at least $\phi(\rho)$. With $m$ the smallest of the $\pi_i
P_{ji}$, and as $\phi$ increases for $t \ge 0$,

$$ L - H = \sum \pi_i P_{ji}\, \phi(d_{ji}) \;\ge\; m\, \phi(\tau) = m\, (\tau - 1 + e^{-\tau}) . $$

Two things make it better. The matrix subtracted from $BA$ is not an arbitrary one of rank 1, it is
$\mathbf 1 c^T$: subtract from each column of $\ln P$ its mean, and $\tau'$ is what lies beyond the
first $n$ singular values. And instead of the smallest weight one may put $\sqrt{a_j}$ on rows and
$\sqrt{\pi_i}$ on columns, with $a_j = \min_i P_{ji}$, before the singular values are taken; with
$T$ for what is left and $\mu = \min a_j \pi_i$, the excess is at least $\mu\, \phi(T / \sqrt \mu)$,
by the same argument. Each of the three is a number that no network of dimension $n$ can beat,
however it is trained.
*/
/// How many different distributions follow the tokens, in fractions.
static std::size_t different_columns(const FrequentBigrams& bigrams)
{
  const std::vector<Rational> pi = bigrams.frequencies();
  std::set<std::vector<Rational>> columns;
  for (arma::uword i = 0; i < pi.size(); ++i) {
    std::vector<Rational> column;
    for (arma::uword j = 0; j < pi.size(); ++j)
      column.push_back(bigrams.joint(j, i) / pi[i]);
    columns.insert(column);
  }
  return columns.size();
}

SECTION(bound)
{
  const auto no_network_below = [](Draw& draw) {
    const arma::uword N = draw.size("N", 2, 6), n = draw.size("n", 1, N);
    const double size = draw.one_of("size", {0.1, 1.0, 4.0});
    const arma::mat target = size * draw.matrix("ln P", N, N, -1, 1);
    const arma::vec weights = draw.vector("pi", N, 0.1, 1);
    const Bigrams bigrams{{}, softmax_columns(target), weights / arma::accu(weights)};
    const TrainedBigrams best = train_bigrams(bigrams, n, Tying::untied, 1e-6, 60);
    return best.excess >= excess_bounds(bigrams, n).best() * (1 - 1e-9) - 1e-15;
  };
  const auto nearly_sharp = [](double size) {
    const arma::mat orthogonal{{1, 1, 1, 1}, {1, -1, 1, -1}, {1, 1, -1, -1}, {1, -1, -1, 1}};
    const Bigrams bigrams{
        {}, softmax_columns(arma::mat(size * orthogonal)), arma::vec(4, arma::fill::value(0.25))};
    return train_bigrams(bigrams, 2, Tying::untied, 1e-12).excess /
           excess_bounds(bigrams, 2).centred;
  };
  chapter
      .finding(
          "bound",
          "The excess of n dimensions is at least what the singular values of ln P beyond n leave.")
      .property(
          "random P of 2 to 6 tokens, trained: excess against the largest of the three bounds",
          no_network_below, 150)
      .within("ln P = 0.01 times an orthogonal matrix, n = 2: excess over the bound",
              nearly_sharp(0.01), 1, 1.1)
      .rounding();

  /**
  The last line shows that the bound cannot be improved by a factor in general: where $P$ is nearly
  uniform all weights are nearly the same, $\phi(t) \approx t^2/2$, and what is left of the singular
  values is what is lost. Where some $\pi_i P_{ji}$ are tiny, as in a language, it is far from
  sharp, and the figure shows how far.
  */
  const Bigrams& bigrams = smooth_bigrams();
  arma::mat rows(trained().size(), 5);
  arma::uword above = 0, flat = 0, better = 0;
  for (arma::uword k = 0; k < rows.n_rows; ++k) {
    const ExcessBounds bounds = excess_bounds(bigrams, k + 1);
    const TrainedBigrams& network = trained()[k];
    rows.row(k) = arma::rowvec{double(k + 1), network.excess, bounds.rank_of_log, bounds.centred,
                               bounds.weighted};
    above += network.excess >= bounds.best();
    flat += network.largest_slope < 1e-6;
    better += bounds.centred >= bounds.rank_of_log;
  }
  const arma::mat shown = rows.head_rows(9);
  chapter
      .finding("language-rank", "On the language's bigrams every dimension up to the tenth counts.")
      .equal("the language, n = 1 to 11: trained networks above every bound", above, 11)
      .equal("the language, n = 1 to 11: trained networks with gradients below 10⁻⁶", flat, 11)
      .equal("the language, n = 1 to 11: centred bounds not below those of the rank", better, 11)
      .at_most("the language: largest excess of n + 1 over that of n, n = 1 to 9",
               arma::vec(rows.submat(1, 1, 9, 1) / rows.submat(0, 1, 8, 1)).max(), 0.9)
      .at_least("the language, n = 9: least excess that is proven, in nats",
                excess_bounds(bigrams, 9).best(), 1e-9)
      .equal("the language: different columns of P, in fractions", different_columns(fractions()),
             10)
      .at_most("the language, n = 10: excess of the trained network", rows(9, 1), 1e-12);
  chapter.table("What n dimensions lose on the language's bigrams, in nats",
                Columns()
                    .column("n", arma::vec(shown.col(0)), "{:.0f}")
                    .column("trained", arma::vec(shown.col(1)), "{:.1e}")
                    .column("at least, by rank", arma::vec(shown.col(2)), "{:.1e}")
                    .column("by centring", arma::vec(shown.col(3)), "{:.1e}")
                    .column("by weights", arma::vec(shown.col(4)), "{:.1e}"));
  chapter.figure("loss-against-n", [&](Figure& figure) { draw_loss_against_n(figure, shown); });
}

/**
With ten dimensions nothing is lost, where eleven were to be expected. The reason is in the table:
after *a*, *is* and *with* there always comes a rare word, so three columns are the same, and the
ten different ones, together with $\mathbf 1$, have rank at most 11.

Training found each of these networks from a single start; in $A$ and $B$ the loss is not convex,
and nothing proves that there is no better one. What is proven is the interval: the least possible
excess lies between the highest bound and the trained network.
*/

/**
## All words

And what about all its words, with the same smoothing? All words of a class have the same
successors, so far fewer dimensions than $N - 1$ certainly suffice: as many as there are different
columns. Sixteen leave little excess. How little at best, the bound does not say here: with 80 words
the smallest $\pi_i P_{ji}$ is too small for it to be of use.
*/
SECTION(all_words)
{
  const arma::uword N = language::english().words().size();
  const FrequentBigrams all = frequent_bigrams(language::english(), N - 1);
  const Bigrams bigrams = in_doubles(all, Rational(1, 10));
  const double untrained = bigram_excess(bigrams, arma::zeros(N, N));
  const TrainedBigrams network = train_bigrams(bigrams, 16, Tying::untied, 1e-7, 200);
  chapter
      .finding(
          "all-words",
          "Of all words of the language, three dimensions for four words say exactly what follows.")
      .at_most("all words: different columns of P over N, in fractions",
               double(different_columns(all)) / double(N), 0.75)
      .at_most("all words, n = 16: excess of the trained network over that of no training",
               network.excess / untrained, 0.01)
      .rounding()
      .at_least("all words, n = 16: excess of the trained network over the bound",
                network.excess / excess_bounds(bigrams, 16).best(), 1)
      .rounding();
}
