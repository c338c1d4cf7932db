#include "epreuve/chapter.hpp"
#include "figures.hpp"
#include "head_of_tables.hpp"

#include <cmath>
#include <initializer_list>
#include <vector>

/**
# What one head can be

A gapped trigram is a table of three words. An attention head has three matrices and a
softmax. If a word's vector is fixed (no positions, no layer norm, no MLP), what tables
can a head be? This page answers for one head, and for one layer.
*/
using namespace epreuve::course;

/**
## Two tables

The score of a last word $x$ against a word $s$ depends on the two words alone, and so
does what $s$ says for a completion $u$. With $\alpha(x, s) = e^{\text{score}}$ and $m(s,
u)$ for the latter, a head's logits after a prefix $s_1 \dots s_K$, with $x = s_K$, are

$$ \ell(u) = \frac{\sum_j \alpha(x, s_j)\, m(s_j, u)}{\sum_j \alpha(x, s_j)} . $$

Conversely any two tables are a head, if the words' vectors are linearly independent. Say that they are orthonormal, the
columns of $E$. Let keys and values be one-hot, $W_K = W_V = E^T$; then $W_Q = \sqrt N\, (\ln \alpha)^T E^T$
and $W_O = E m^T$ hold the tables, entry by entry.
*/
SECTION(tables)
{
  chapter.figure("head", draw_head);
  const auto embedded = [](Draw& draw, arma::uword N) {
    const arma::uword n = draw.size("n", N, N + 3);
    arma::mat E, R;
    arma::qr_econ(E, R, arma::eye(n, N) + draw.matrix("E", n, N, -0.2, 0.2));
    return E;
  };
  const auto built = [=](Draw& draw) {
    const arma::uword N = draw.size("N", 1, 6), K = draw.size("K", 1, 6);
    const arma::mat E = embedded(draw, N);
    const arma::mat S = draw.matrix("ln alpha", N, N, -3, 3), m = draw.matrix("m", N, N, -3, 3);
    const auto prefix =
        arma::conv_to<arma::uvec>::from(draw.integer_matrix("prefix", K, 1, 0, long(N) - 1));
    arma::vec sum(N);
    double total = 0;
    for (const arma::uword s : prefix) {
      sum += std::exp(S(prefix(K - 1), s)) * m.row(s).t();
      total += std::exp(S(prefix(K - 1), s));
    }
    const arma::mat logits = head_logits(head_of_tables(S, m, E), E, prefix);
    return difference(logits.col(K - 1), sum / total);
  };

  /**
  And back: whatever its matrices are, a head is the head that is built from its two tables.
  */
  const auto read_off = [=](Draw& draw) {
    const arma::mat E = embedded(draw, 4);
    const arma::uword r = draw.size("r", 1, 3), n = E.n_rows;
    HeadWeights head;
    head.W_Q = draw.matrix("W_Q", r, n, -1, 1);
    head.W_K = draw.matrix("W_K", r, n, -1, 1);
    head.W_V = draw.matrix("W_V", r, n, -1, 1);
    head.W_O = draw.matrix("W_O", n, r, -1, 1);
    const HeadWeights again = head_of_tables(score_table(head, E), value_table(head, E), E);
    const arma::uvec prefix{3, 1, 0, 1, 2};
    return difference(head_logits(head, E, prefix), head_logits(again, E, prefix));
  };
  chapter
      .finding("two-tables",
               "A head on fixed vectors is a table of attention and a table of values, and any "
               "two tables are a head on vectors that are linearly independent.")
      .property("logits of the head built for two tables, against the formula", built,
                absolute(1e-12), 300)
      .property("logits of any head, against the head built for its tables", read_off,
                absolute(1e-12), 300);
  chapter.proposition("gapped-trigrams",
                      {"head_is_two_tables", "tables_are_a_head", "every_pair_by_a_head"});
}

/**
Both directions are proven, for words whose vectors are linearly independent, and with the rank: a head of dimension
$r$ has tables $\ln\alpha$ and $m$ of rank at most $r$, and any two tables of such a rank are a head of dimension $r$.
With $r = 64$ and fifty thousand words that is the real limit in GPT-2. So is the other one: 768 dimensions have no room for so
many independent vectors. What follows holds for every rank.

Take the smallest case, to see the weights. Two words $a$, $x$ with $E = I$; let $x$ look
at $a$ three times as much as at itself, and let $a$ say 2 for the completion $a$ and $x$
say 1 for the completion $x$. Then $\alpha = \begin{pmatrix} 1 & 1 \\ 3 & 1
\end{pmatrix}$, $W_Q = \sqrt 2\, (\ln \alpha)^T = \begin{pmatrix} 0 & \sqrt 2 \ln 3 \\ 0 &
0 \end{pmatrix}$, $W_K = W_V = I$ and $W_O = m^T = \begin{pmatrix} 2 & 0 \\ 0 & 1
\end{pmatrix}$. After $a\,x$ the weights are $\frac34$ and $\frac14$, and the logits
$\frac32$ and $\frac14$.

## A dial

Here is what one might think. The value table does not know the last word: what $s$ says
for $u$ is said to every last word alike. So if $a \dots x$ is completed by $u$ and $a
\dots y$ by $v$, then a second context cannot have it the other way round. We thought so
and set out to prove it; it is false.

The last word attends to itself too. Let the last words' own values be one end of a path
and the contexts' values the other. How far a head goes along it is $\alpha(x,
a)/(\alpha(x, a) + \alpha(x, x))$, which may be any number for each pair. If each
completion is the best somewhere on the path, attention chooses it like a dial: with completions
numbered from 1 to $U$, $m(x, u) = -u^2$ and $m(a, u) = -u^2 + 2u(U + 1)$ the logits at the
share $t/(U + 1)$ are $t^2 - (u - t)^2$. Other words may stand anywhere in between: if their values are 0,
they make all logits smaller by the same factor, and the order stays. But there may be no second context, and no
last word twice: these would move the dial.
*/
SECTION(dial_completes)
{
  chapter.figure("dial", [](Figure& figure) { draw_dial(figure, 5); });
  const auto every_table = [](Draw& draw) {
    const arma::uword contexts = draw.size("contexts", 1, 4), lasts = draw.size("last words", 1, 4);
    std::vector<std::vector<arma::uword>> table(contexts, std::vector<arma::uword>(lasts));
    for (auto& row : table)
      for (arma::uword& entry : row)
        entry = draw.size("completion", 0, 5);
    const HeadTables head = dial(table);
    const arma::uword before = draw.size("words before", 0, 3),
                      between = draw.size("words in the gap", 0, 3);
    for (arma::uword a = 0; a < contexts; ++a)
      for (arma::uword x = 0; x < lasts; ++x) {
        const arma::uword neutral = contexts + lasts; // a completion: its values are 0
        std::vector<arma::uword> prefix(before, neutral);
        prefix.push_back(a);
        prefix.insert(prefix.end(), between, neutral);
        prefix.push_back(contexts + x);
        if (head.completes(prefix) != contexts + lasts + table.at(a).at(x))
          return false;
      }
    return true;
  };
  const HeadTables crossed = dial({{0, 1}, {1, 0}});
  chapter
      .finding(
          "dial",
          "One head completes every table of contexts and last words, the crossed one too, after "
          "sentences with one context, then one last word, and between them only words whose "
          "values "
          "are 0, as long as contexts and last words are different words.")
      .property(
          "a random table of up to 4 contexts, 4 last words, 6 completions, and up to 6 other "
          "words before the last, in fractions",
          every_table, 300)
      .fact("the crossed table: a x, a y, b x, b y are completed by u, v, v, u",
            crossed.completes({0, 2}) == 4 && crossed.completes({0, 3}) == 5 &&
                crossed.completes({1, 2}) == 5 && crossed.completes({1, 3}) == 4,
            "in fractions");
}

/**
## What the dial is paid with

Nothing comes for nothing. Let $d(s) = m(s, u) - m(s, v)$. After a prefix the head prefers
$u$ to $v$ where

$$ S = \sum_j \alpha(x, s_j)\, d(s_j) > 0, $$

and a word $b$ more adds one term, $\alpha(x, b)\, d(b)$, whose sign is the same for every
$x$. Two things follow, for all weights and all prefixes.

- *No swap.* If $b$ turns $u$ into $v$ after one last word, it turns $v$ into $u$ after no
  other. A context that exchanges two completions, as *not* would, is no head.
- *Crossed tables have a price.* $a \dots x \to u$, $a \dots y \to v$, $b \dots x \to v$,
  $b \dots y \to u$ force $x$ alone and $y$ alone to the same completion.

We search for counterexamples among heads with small whole numbers, exactly, and look at
how many crossed tables the search has met: without any, it would show nothing.
*/
namespace {

/// Four words a, b, x, y and two completions: attention from x and y, and d.
struct SmallHead
{
  arma::mat alpha; ///< 2 x 4, rows x and y, columns a, b, x, y
  arma::vec d;     ///< of a, b, x, y

  /// The sign of S after the contexts and the last word: 2 for x, 3 for y.
  double S(arma::uword last, std::initializer_list<arma::uword> contexts) const
  {
    double sum = alpha(last - 2, last) * d(last);
    for (const arma::uword s : contexts)
      sum += alpha(last - 2, s) * d(s);
    return sum;
  }
};

} // namespace

/**
A head is drawn with attention from 1 to 9 and differences $d$ from $-9$ to 9. All sums
are whole numbers, so that "above 0" is never a matter of rounding.
*/
SECTION(price)
{
  const arma::uword a = 0, b = 1, x = 2, y = 3, tried = 100'000;
  arma::uword swaps = 0, crossed = 0, unequal = 0, half_swaps = 0;
  const arma::mat attention = arma::randi<arma::mat>(8, tried, arma::distr_param(1, 9));
  const arma::mat d = arma::randi<arma::mat>(4, tried, arma::distr_param(-9, 9));
  for (arma::uword i = 0; i < tried; ++i) {
    const SmallHead head{arma::reshape(attention.col(i), 2, 4), d.col(i)};
    const bool turned = head.S(x, {}) > 0 && head.S(x, {b}) < 0;
    half_swaps += turned ? 1U : 0U;
    swaps += turned && head.S(y, {}) < 0 && head.S(y, {b}) > 0 ? 1U : 0U;
    if (head.S(x, {a}) > 0 && head.S(y, {a}) < 0 && head.S(x, {b}) < 0 && head.S(y, {b}) > 0) {
      ++crossed;
      unequal += head.S(x, {}) * head.S(y, {}) <= 0 ? 1U : 0U;
    }
  }
  // B + d(last) / (1 + attention to b), where d(b) = 0
  const auto with_own_term = [](long B, long d_last, long to_b) -> Rational {
    return B + Rational(d_last, 1 + to_b);
  };
  chapter
      .finding(
          "no-swap",
          "No head has a context that exchanges two completions, and a crossed table forces both "
          "last words to one default.")
      .equal("heads with a swap, of 100 000 with small whole numbers", swaps, 0)
      // Law: binomial, 100 000 of a probability of 0.1086: a standard deviation of 98.
      .at_least("heads in which b turns u into v after x", double(half_swaps), 5000)
      .equal("crossed tables whose last words have different defaults", unequal, 0)
      // Law: Poisson with the mean 80, for which 29 or fewer have a probability below 10⁻⁸.
      .at_least("crossed tables among these heads", double(crossed), 30)
      // Law: nothing is drawn.
      .fact("with a term of the last word added to the head a swap is possible",
            with_own_term(-1, 2, 0) > 0 && with_own_term(-1, 2, 9) < 0 &&
                with_own_term(1, -2, 0) < 0 && with_own_term(1, -2, 9) > 0,
            "B(x) = −1, B(y) = 1, d(x) = 2, d(y) = −2, d(b) = 0, α(x, b) = α(y, b) = 9");
}

/**
Crossed tables are rare among random heads, less than one in a thousand, and each of them
has the same default after $x$ and $y$, as it must. A table that asks for the crossed
completions *and* for different defaults is therefore one that no single head represents,
of any dimension.

The last line says what the rest of a layer is for. In a transformer the last word's own
vector goes past the head, in the residual stream, to the unembedding: a bigram table
$B(x, u)$ added to the head's logits. With it each last word has a default of its own, and
the swap is done.

## One layer

One layer without MLP and norm is therefore a bigram term and a sum over heads, each
normalised over the prefix:

$$ \ell(u) = B(x, u) + \sum_h \frac{\sum_j \alpha_h(x, s_j)\, m_h(s_j, u)}{\sum_j \alpha_h(x, s_j)} . $$

For a fixed $x$ and one head, multiplied by its normaliser, this is *linear in how often
each word occurs*: a perceptron on the counts of words, $\sum_s \text{count}(s)\,
\alpha(x, s) (B + d(s))$. And a perceptron cannot compute "exactly one of the two".
*/
SECTION(layer)
{
  chapter.figure("exclusive-or", draw_exclusive_or);
  const auto layer = [](Draw& draw) {
    const arma::uword N = 4, heads = draw.size("heads", 1, 3);
    const arma::mat E = arma::eye(N, N), B = draw.matrix("B", N, N, -2, 2);
    const arma::uvec prefix{1, 3, 0, 3, 2};
    arma::mat stream = E.cols(prefix), by_tables = B.row(2).t();
    arma::mat written = B.t() * stream;
    for (arma::uword h = 0; h < heads; ++h) {
      const arma::mat S = draw.matrix(fmt::format("S{}", h), N, N, -2, 2);
      const arma::mat m = draw.matrix(fmt::format("m{}", h), N, N, -2, 2);
      const HeadWeights head = head_of_tables(S, m, E);
      written += head_logits(head, E, prefix);
      const arma::rowvec weights = arma::exp(arma::rowvec(S.row(2)).elem(prefix)).t();
      by_tables += (weights * m.rows(prefix)).t() / arma::accu(weights);
    }
    return difference(arma::vec(written.col(4)), arma::vec(by_tables.col(0)));
  };

  /**
  That a head is linear in the counts we try in fractions. Four words, of which the last is the one
  that looks: with $a$ and $b$ both, with neither, and with one of them the sums must balance.
  */
  const auto linear = [](Draw& draw) {
    HeadTables head{RationalMatrix(4, 4), RationalMatrix(4, 4)};
    for (arma::uword i = 0; i < 4; ++i)
      for (arma::uword j = 0; j < 4; ++j) {
        head.alpha(i, j) = draw.integer("alpha", 1, 9);
        head.m(i, j) = draw.integer("m", -9, 9);
      }
    const auto S = [&](const std::vector<arma::uword>& prefix) -> Rational {
      Rational total = 0;
      for (const arma::uword s : prefix)
        total += head.alpha(prefix.back(), s);
      return total * (head.logits(prefix).at(0) - head.logits(prefix).at(1));
    };
    const Rational both = S({0, 1, 2, 3}) + S({2, 3}), one = S({0, 2, 3}) + S({1, 2, 3});
    return both == one;
  };

  /**
  With two heads it goes. One looks at $a$ and $b$ so hard that one of them is as good as
  both; the other weighs them gently and can tell one from two. With $k$ of the two words
  in the sentence, attention 99 and 1 to each of them and 1 to the last word, $1 - 8 \cdot
  \frac{99k}{99k + 1} + 12 \cdot \frac{k}{k + 1}$ is positive for $k = 0$ and 2 and
  negative for $k = 1$.
  */
  const auto two_heads = [](long k) -> Rational {
    return 1 - 8 * Rational(99 * k, 99 * k + 1) + 12 * Rational(k, k + 1);
  };
  chapter
      .finding(
          "one-layer",
          "One layer is a bigram table and gapped trigrams, added up within each head and over "
          "heads; one head cannot tell exactly one of two words from both.")
      .property("logits of a layer of 1 to 3 heads, against its tables", layer, absolute(1e-12),
                300)
      .property("S(a b …) + S(…) = S(a …) + S(b …), in fractions", linear, 300)
      .fact("two heads and a bigram term prefer v after exactly one of the two",
            two_heads(0) > 0 && two_heads(1) < 0 && two_heads(2) > 0,
            fmt::format("{}, {}, {}", two_heads(0).str(), two_heads(1).str(), two_heads(2).str()));
}

/**
So "attention implements gapped trigrams" is right with three words of caution. The tables
are of low rank; the completions of several contexts *add*; and the last word's attention
to itself is not a detail, but the dial that makes one head as rich as it is.

## What is left of it

Counting comes true like $n^{-1/2}$ and stops at a floor. A gapped trigram gets below the
trigram's. One head completes every table of contexts and last words, if these are different
words and each comes once, but cannot swap two completions and ask for different defaults too.
*/
