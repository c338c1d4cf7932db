#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/attention_written_out.hpp"
#include "epreuve/instruments/heads_by_rows.hpp"
#include "epreuve/instruments/integer_matrices.hpp"
#include "epreuve/instruments/published_sizes.hpp"
#include "epreuve/instruments/rational_pattern.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-concatenation.hpp"

#include <cmath>
#include <vector>

/**
# Side by side, and then mixed

masterclass, iaetnous and thomas write tokens as rows and put the answers of the heads side by side, where exo7 adds
them up. Two of the three then multiply by one more matrix, $W^O$. The third leaves it out, and its formula has the
right shape all the same; the next page asks what that costs. This one asks whether the formulas say what exo7's sum
says, and what they read from a word.
*/
using namespace epreuve::course;

/**
## To concatenate is to add

Head $i$ turns the $n$ words of $X$, each of $d_{model}$ numbers, into $n$ rows of $d_k$ numbers. Side by side the
$h$ heads are $n \times h d_k$, and $W^O$ has the $h d_k$ rows that this takes. Cut $W^O$ into blocks of $d_k$ rows, one
block for each head, and multiply block by block:

$$ \mathrm{Concat}(\mathrm{head}_1, \dots, \mathrm{head}_h)\, W^O = \sum_{i=1}^h \mathrm{head}_i\, W^O_i . $$

*/
SECTION(side_by_side_figure)
{
  chapter.figure("side-by-side", draw_side_by_side);
  chapter.proposition("heads");
}

/**
The right side is exo7's sum of heads, lying down. It is proven for heads of any sizes, alike or not. What the page adds is that
two programs agree which have nothing in common but softmax: one has tokens as rows and a single large $W^O$, the
other tokens as columns, and lets every head write into the stream by itself. The weights of attention are
powers of 2 divided by their sum, so everything is a fraction, and equal means equal.
*/
static const auto as_a_sum = [](arma::uword fewest, arma::uword most) {
  return [=](Draw& draw) {
    const std::vector<HeadByRows> heads = draw_heads_by_rows(draw, draw.size("h", fewest, most));
    const RationalMatrix X = draw_tokens_by_rows(draw, heads.front().W_Q.rows()),
                         all = side_by_side(heads, X);
    const RationalMatrix W_O(draw.integer_matrix("W_O", all.cols(), X.cols(), -9, 9));
    RationalMatrix written(X.cols(), X.rows());
    for (const ExactHead& head : with_their_rows(heads, W_O))
      written = written + exact_output(head, transpose(X));
    return all * W_O == transpose(written);
  };
};

SECTION(concatenated_and_multiplied)
{
  const auto shapes = [](Draw& draw) {
    const std::vector<HeadByRows> heads = draw_heads_by_rows(draw, draw.size("h", 1, 4));
    const RationalMatrix X = draw_tokens_by_rows(draw, heads.front().W_Q.rows()),
                         all = side_by_side(heads, X);
    const arma::uword d = heads.front().W_Q.cols();
    const RationalMatrix one = head_by_rows(heads.back(), X);
    return one.rows() == X.rows() && one.cols() == d && all.rows() == X.rows() &&
           all.cols() == heads.size() * d;
  };
  const arma::uword n = 5, h = 3, d_k = 2, d_model = 7;
  chapter.claim("masterclass-mh-formula", holds)
      .property("Concat(heads) W^O against heads that write one by one, in fractions",
                as_a_sum(1, 3), 200);
  chapter.claim("masterclass-mh-head-shape", holds)
      .property("each head n × dₖ and all of them n × h dₖ", shapes, 300);
  chapter.claim("masterclass-mh-WO", holds)
      .conformable("Concat, n × h dₖ", arma::size(n, h * d_k), "W^O", arma::size(h * d_k, d_model))
      .same_shape("Concat · W^O", arma::size(arma::mat(n, h * d_k) * arma::mat(h * d_k, d_model)),
                  "X", arma::size(n, d_model));
  chapter.claim("iaetnous-mh-concat-WO", holds)
      .property("eight heads: Concat · W^O against heads that write one by one, in fractions",
                as_a_sum(8, 8), 50)
      .conformable("eight Z of 64 columns side by side", arma::size(2, 8 * 64),
                   "W^O of the Transformer", arma::size(512, 512))
      .by_reading("what stands above takes one row of d_model numbers per word, not eight");
}

/**
## Projected once

masterclass writes $\mathrm{head}_i = \mathrm{Attention}(QW^Q_i, KW^K_i, VW^V_i)$ with matrices of $d_{model}$ rows.
A few slides before, $Q = XW^Q$ was $n \times d_k$. With *that* $Q$ the product exists only if $d_k = d_{model}$. But
the letters in the brackets of a function are its arguments, as they are in Attention$(\cdot, \cdot, \cdot)$, which the same formula calls
with others; of those of MultiHead the shapes say that they have $d_{model}$ columns. In self-attention all three are
$X$, which is how thomas writes it. So the formula holds.

What if somebody takes it at its other word and projects twice? As a formula nothing is gained:
$(XW^Q)W^Q_i = X(W^QW^Q_i)$ is one projection by a product of matrices. But something is lost. All heads then read the words through
the same $d_k$ numbers; together they know $d_k$ directions of a token instead of $h d_k$.
*/
static RationalMatrix projected_again(const std::vector<RationalMatrix>& QKV,
                                      const HeadByRows& head)
{
  return rational_pattern(QKV.at(0) * head.W_Q * transpose(QKV.at(1) * head.W_K)) *
         (QKV.at(2) * head.W_V);
}

SECTION(projected)
{
  const auto anew = [](Draw& draw) {
    const HeadByRows head = draw_heads_by_rows(draw, 1).front();
    const RationalMatrix X = draw_tokens_by_rows(draw, head.W_Q.rows());
    const arma::uword n = X.cols();
    const RationalMatrix A(draw.integer_matrix("A", n, n, -1, 1)),
        B(draw.integer_matrix("B", n, n, -1, 1)), C(draw.integer_matrix("C", n, n, -1, 1));
    return projected_again({X * A, X * B, X * C}, head) ==
           head_by_rows({A * head.W_Q, B * head.W_K, C * head.W_V}, X);
  };
  const auto of_words = [](Draw& draw) {
    const HeadByRows head = draw_heads_by_rows(draw, 1).front();
    const RationalMatrix X = draw_tokens_by_rows(draw, head.W_Q.rows());
    const RationalMatrix I = RationalMatrix::identity(head.W_V.cols());
    const ExactHead in_columns = with_their_rows({head}, I).front();
    return projected_again({X, X, X}, head) == transpose(exact_output(in_columns, transpose(X)));
  };
  chapter.claim("masterclass-mh-head", holds)
      .property("Attention(XW^Q, XW^K, XW^V) against the head in columns, in fractions", of_words,
                200)
      .conformable("Q as an argument, 5 words of 7 numbers", arma::size(5, 7), "W_i^Q, d_k = 3",
                   arma::size(7, 3));
  chapter.claim("iaetnous-mh-evolution", holds)
      .property("queries, keys and values projected anew: one head of the products", anew, 200)
      .equal("heads of 64 numbers in each layer of GPT-2, from the published size of c_attn",
             published_sizes("attn.c_attn.weight")(0) / (3 * 768 * 64), 12.);
}

/**
The second of these claims is iaetnous', whose heads each make a new projection of the vectors *query*, *key* and
*value*. Whether one reads that as projections of the words, or of queries that were there before (by square $A$, $B$ and $C$
here), it is one projection each time. The narrow first projection is the one to avoid:
*/
SECTION(projected_twice)
{
  const auto together = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 6), d = draw.size("d", 1, 3), h = draw.size("h", 1, 3);
    const RationalMatrix first(draw.integer_matrix("W^Q", n, d, -3, 3));
    RationalMatrix all(n, 0);
    for (arma::uword i = 1; i <= h; ++i)
      all = join_rows(
          all, first * RationalMatrix(draw.integer_matrix(fmt::format("W_{}", i), d, d, -3, 3)));
    return rank(all) <= d;
  };
  const RationalMatrix I = RationalMatrix::identity(4), first{{1, 0}, {0, 1}, {1, 1}, {2, 3}};
  const RationalMatrix left{{1, 0}, {0, 1}, {0, 0}, {0, 0}}, right{{0, 0}, {0, 0}, {1, 0}, {0, 1}};
  chapter
      .finding("projected-twice",
               "heads that project queries of d_k numbers once more ask about d_k "
               "directions together, and not about h d_k")
      .property("rank of W^Q (W₁ … W_h), in fractions: at most d_k", together, 300)
      .equal("directions that two heads of 2 ask about, four numbers a word",
             rank(join_rows(left, right)), 4U)
      .equal("the same behind a first projection to 2",
             rank(join_rows(first * RationalMatrix{{1, 2}, {0, 1}},
                            first * RationalMatrix{{2, 1}, {1, 1}})),
             2U);
}

/**
## thomas: three lines that ran together

The appendix of thomas has no slides to compare. Its formulas were set one below the other, and the copy has written the
left sides one after the other, then the right sides. Read by letter, `QhKhVh=XWhQ=XWhK=XWhV` multiplies queries by keys,
and says that the three projections are equal. Then `softmax(mask(dkQhKhT))` multiplies the scores by $d_k$; the root and
the bar were lines, and lines are not copied. (Indices we read as indices at any height, as chapter 12 does.) What is
meant is certain, since the main text has the same formula for one head.

The check of the restored formula goes word by word, over what the mask lets a word see. Entries are whole numbers up to 2 and
$d_k \le 4$: scores are 8 at most after the division, so that weights are off by less than 20 roundings on either side,
and so are means of numbers up to 2.
*/
SECTION(thomas)
{
  const auto equal_projections = over_integer_matrices(
      {"X L x n", "W_Q n x d", "W_K n x d"},
      [](auto& X, auto& W_Q, auto& W_K) { return difference(X * W_Q, X * W_K); });
  const auto by_word = over_integer_matrices({"X L x n", "W n x d"}, [](auto& X, auto& W) {
    arma::mat rows(X.n_rows, W.n_cols);
    for (arma::uword i = 0; i < X.n_rows; ++i)
      for (arma::uword c = 0; c < W.n_cols; ++c)
        rows(i, c) = arma::dot(X.row(i).t(), W.col(c));
    return difference(X * W, rows);
  });
  chapter.claim("thomas-mh-QKV", damaged)
      .as_copied("Q_h K_h V_h, a product")
      .conformable("Q_h, five words, d_k = 3", arma::size(5, 3), "K_h", arma::size(5, 3))
      .as_copied("X W_h^Q = X W_h^K = X W_h^V")
      .property("X W^Q = X W^K for any two projections", equal_projections, exactly())
      .restored("Q_h = X W_h^Q, K_h = X W_h^K and V_h = X W_h^V, three equations")
      .property("X W, word by word, for any of the three", by_word, exactly())
      .same_shape("X W_h^Q, five words of 7 numbers", arma::size(arma::mat(5, 7) * arma::mat(7, 3)),
                  "Q_h", arma::size(5, 3));

  const auto head = [](auto factor) {
    return over_integer_matrices(
        {"Q L x d", "K L x d", "V L x m"}, {4, -2, 2}, [=](auto& Q, auto& K, auto& V) {
          const arma::mat scores = factor(double(Q.n_cols)) * (Q * K.t());
          arma::mat seen(arma::size(V));
          for (arma::uword i = 0; i < V.n_rows; ++i)
            seen.row(i) = attention_written_out(Q.row(i).t(), K.head_rows(i + 1).eval().t(),
                                                V.head_rows(i + 1).eval().t(), std::sqrt(Q.n_cols))
                              .t();
          return difference(softmax_rows(causal_mask(scores)) * V, seen);
        });
  };
  chapter.claim("thomas-mh-head", damaged)
      .as_copied("head_h = softmax(mask(d_k Q_h K_hᵀ)) V_h")
      .property("scores times d_k, against attention to the words seen",
                head([](double d) { return d; }), absolute(1e-14))
      .as_copied("head_h = softmax(mask(Q_h K_hᵀ / d_k)) V_h, the bar put back without the root")
      .property("scores over d_k, against attention to the words seen",
                head([](double d) { return 1 / d; }), absolute(1e-14))
      .restored("head_h = softmax(mask(Q_h K_hᵀ / √d_k)) V_h")
      .property("scores over √d_k, against attention to the words seen",
                head([](double d) { return 1 / std::sqrt(d); }), absolute(1e-14));
}

/**
The rest of its paragraph stands as it is. That heads work *in parallel* is the observation that no head needs another one's
result: all queries are one product, $X\,(W^Q_1 \cdots W^Q_H)$, of which each head takes its columns. And $d_k = d_v =
d_{model}/H$ is a habit and not a law. It needs $H$ to divide $d_{model}$; GPT-2 and the Transformer have it.
*/
static arma::mat block(const arma::mat& M, arma::uword which, arma::uword columns)
{
  return M.cols(which * columns, (which + 1) * columns - 1);
}

SECTION(at_once)
{
  const auto at_once = over_integer_matrices(
      {"X L x n", "W_1 n x d", "W_2 n x d", "W_3 n x d"},
      [](auto& X, auto& W_1, auto& W_2, auto& W_3) {
        const arma::uword d = W_1.n_cols;
        const arma::mat all = X * arma::join_rows(W_1, W_2, W_3);
        return difference(arma::join_cols(block(all, 0, d), block(all, 1, d), block(all, 2, d)),
                          arma::join_cols(X * W_1, X * W_2, X * W_3));
      });
  chapter.claim("thomas-mh-parallel", holds)
      .property("three heads' queries in one product, against one after the other", at_once,
                exactly())
      .by_reading("GPT-2 and the Transformer have several heads in each layer, and what followed "
                  "them kept that");
  chapter.claim("thomas-mh-dk", holds)
      .equal("H · 64 in GPT-2, from the published size of c_attn over 3 d_model",
             published_sizes("attn.c_attn.weight")(0) / (3 * 768), 12. * 64)
      .equal("8 · 64 in the Transformer, its d_model", 8 * 64, 512)
      .by_reading("usually: T5's largest model has 128 heads of 128 for words of 1024 numbers");
}
