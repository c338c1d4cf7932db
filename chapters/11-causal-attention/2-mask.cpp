#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"
#include "epreuve/instruments/exact/rational_rows.hpp"
#include "epreuve/instruments/exact/softmax_to_base.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-mask.hpp"

#include <cmath>

/**
# The mask: minus infinity, before the softmax

The future is hidden in one place: between the scores and the softmax. Why there, and why with
$-\infty$? This page follows thomas from the masked scores to the output, then the notes, whose
tokens stand the other way, and then tries five other ways, of which two serve and three let the
answer through or lose weight.

Where a sum of exponentials matters we compute in fractions, with powers of 2 in place of those of
$e$. That is the same function of scores multiplied by $\ln 2$, and two sides are equal or they
are not.
*/
using namespace epreuve::course;
using arma::SizeMat;

/**
## From scores to weights

Mask keeps the lower triangle, where the key is not after the query, and puts $-\infty$ everywhere
else. The diagonal belongs to what is kept, and must: without it the first token would see no key
at all, and softmax has nothing to share out among none.

Why infinity? Because $e^{-\infty} = 0$ is what a sum does not notice. The denominator of row $i$
then holds the exponentials of the tokens up to $i$ and nothing else, and row $i$ is the softmax
of $i$ numbers, as if the sentence ended there. The figure follows five words through the steps.
The word *créature* finds its best match in the word after it, with 2.5. It may not have it, and
gives its weight to the two that remain, in the proportion that they had: $e^{1.5} : e^0$.
*/
SECTION(three_steps_of_a_mask)
{
  const arma::mat S = example_scores();
  chapter.figure("three-steps", [&](Figure& figure) { draw_mask_steps(figure, S); });
  const auto entries = over_integer_matrices({"S L x L"}, [](auto& scores) {
    const arma::mat M = causal_mask<double>(scores);
    for (arma::uword i = 0; i < M.n_rows; ++i)
      for (arma::uword j = 0; j < M.n_cols; ++j)
        if (M(i, j) != (j <= i ? scores(i, j) : -arma::datum::inf))
          return false;
    return true;
  });
  chapter.claim("thomas-intro-mask", holds)
      .property("entry (i, j) of mask(S): that of S for j ≤ i, else −∞", entries, 300)
      .refuses(
          "a mask that hides the diagonal too",
          [&] { masked(S, arma::trimatl(arma::umat(5, 5, arma::fill::ones), -1)); }, "sees no key");
}

/**
Three displays of thomas show this: the masked scores, the weights $S$, and their product with the
values. All three have come to us with their columns written one after the other, and without
brackets. Read as lines, each is its own transpose: a triangle of $-\infty$ *below* the diagonal,
which hides the past; columns of sum 1 instead of rows; and an output in which the first token
takes something from all others. Each display is contradicted by a sentence of the text next to it,
which shows how it must have read: *lower* triangle, distributions in *rows*, and token
$i$ depending on indices $\leq i$.

The factor before the matrix is `d1`, once $\frac{1}{\sqrt d}$: a fraction that has lost its bar
and its root, with its lower half first. Chapter 12 reads the same signs, and finds that only the
root leaves scores of variance 1. (It does no harm that the factor stands before the matrix and
not inside: $\frac{1}{\sqrt d}(-\infty)$ is $-\infty$.)
*/
static auto sums_to_1(bool by_rows)
{
  return over_integer_matrices({"S L x L"}, [=](auto& S) {
    const RationalMatrix P = rational_causal_pattern(RationalMatrix(S));
    return row_sums(by_rows ? P : transpose(P)) ==
           RationalMatrix(arma::mat(S.n_rows, 1, arma::fill::ones));
  });
}

SECTION(displays)
{
  const auto mask_matrix = [](double factor, bool lines) {
    return over_integer_matrices({"Q L x 4", "K L x 4"}, [=](auto& Q, auto& K) {
      arma::mat M(Q.n_rows, Q.n_rows);
      M.fill(-arma::datum::inf);
      for (arma::uword i = 0; i < Q.n_rows; ++i)
        for (arma::uword j = 0; j <= i; ++j)
          (lines ? M(j, i) : M(i, j)) = factor * arma::dot(Q.row(i), K.row(j));
      return difference(M, causal_mask<double>(scaled_attention_scores(Q.t(), K.t())));
    });
  };
  chapter.claim("thomas-intro-mask-matrix", damaged)
      .as_copied("d · 1 times the matrix, d = 4")
      .property("4 qᵢkⱼᵀ below −∞, against mask(QKᵀ/√d)", mask_matrix(4, false), exactly())
      .as_copied("1/√d times the matrix with q₁k₁ᵀ, q₂k₁ᵀ, q₃k₁ᵀ, … in its first line")
      .property("the lines as copied, against mask(QKᵀ/√d), d = 4", mask_matrix(0.5, true),
                exactly())
      .restored("1/√d times the matrix with q₁k₁ᵀ, −∞, −∞, … in its first line")
      .property("qᵢkⱼᵀ/2 below −∞, against mask(QKᵀ/√d), d = 4", mask_matrix(0.5, false),
                exactly());
  /**
  The second display is the softmax of the first. Which way round it goes, the document says itself, a
  few lines on: its *rows* are distributions. In lines as copied they are not, from two tokens on.
  */
  const auto triangular = over_integer_matrices({"S L x L"}, [](auto& S) {
    const arma::mat P = softmax_rows(causal_mask<double>(S));
    const RationalMatrix exact = rational_causal_pattern(RationalMatrix(S));
    for (arma::uword i = 0; i < P.n_rows; ++i)
      for (arma::uword j = 0; j < P.n_cols; ++j)
        if ((P(i, j) > 0) != (j <= i) || (exact(i, j) > 0) != (j <= i))
          return false;
    return true;
  });
  chapter.claim("thomas-intro-S-matrix", damaged)
      .as_copied("S with S₁₁, S₂₁, S₃₁, … in its first line")
      .property("its lines sum to 1", sums_to_1(false), 300)
      .restored("S with S₁₁, 0, 0, … in its first line")
      .property("above 0 exactly for j ≤ i, powers of e and of 2", triangular, 300)
      .property("its lines sum to 1", sums_to_1(true), 300);

  /**
  Of the softmax chapter 1 has seen the fraction without its bar. Here it comes with the mask
  inside, and the same readings fail: a product of exponentials and the fraction upside down have
  rows of any sum. With the bar back, `dQKT` alone is left to read, and now it is the document's
  own word *divided* that decides against $d\,QK^T$. What is right once again says the simplest
  thing: $S_{ij}$ is a share, that of key $j$ in all that query $i$ hears.
  */
  const auto weights = [](double times, auto fraction) { // times the scores divided by √d
    return queries_and_keys(1, [=](const arma::mat& Q, const arma::mat& K) {
      const arma::mat S = scaled_attention_scores(Q, K),
                      E = arma::exp(causal_mask<double>(times * S));
      return difference(fraction(E, arma::vec(arma::sum(E, 1))),
                        softmax_rows(causal_mask<double>(S)));
    });
  };
  using M = arma::mat;
  const auto product = [](const M& e, const arma::vec& sums) -> M { return e.each_col() % sums; };
  const auto inverted = [=](const M& e, const arma::vec& sums) -> M {
    return 1 / (e.each_col() / sums);
  };
  const auto quotient = [](const M& e, const arma::vec& sums) -> M { return e.each_col() / sums; };
  // The scores of both sides are the same; an exponential and its sum of 8 terms are right to 10u.
  chapter.claim("thomas-intro-Sij", damaged)
      .as_copied("Σₖ e^mₖ · e^mⱼ, a product")
      .property("Σₖ e^mₖ · e^mⱼ, against S", weights(1, product), absolute(1e-14), 300)
      .as_copied("Σₖ e^mₖ / e^mⱼ, in the order of the copy")
      .property("Σₖ e^mₖ / e^mⱼ, against S", weights(1, inverted), absolute(1e-14), 300)
      .as_copied("e^mⱼ / Σₖ e^mₖ, m = mask(d QKᵀ)")
      .property("scores times d = 3, against S", weights(3 * std::sqrt(3), quotient),
                absolute(1e-14), 300)
      .restored("e^mⱼ / Σₖ e^mₖ, m = mask(QKᵀ/√d)")
      .property("e^mⱼ / Σₖ e^mₖ, against S", weights(1, quotient), absolute(1e-14), 300);
  chapter.claim("thomas-intro-rows-probability", holds)
      .property("rows of S: sum 1, in fractions", sums_to_1(true), 300)
      .property("row i of S: L weights, i of them above 0, the others 0", triangular, 300);
}

/**
## From weights to outputs

The first output is $V_1$, whatever the weights: its row of $S$ is $(1, 0, 0, \dots)$. The second
is a point between $V_1$ and $V_2$, the third lies in a triangle, and so on. So for the first
token a causal head is a linear map, whatever its queries and keys have learned; the later a
token, the more there is to choose from.

"A large dot product" says the text, for what is selected. Large is a matter of the row (chapter
10): the largest score has the largest weight, among those that may be seen. A hidden key can have
the largest product of all, and its weight is 0. And "selectively" is a matter of degree: no
weight of a visible token is 0, so nothing of the past is ever quite left out.
*/
SECTION(outputs)
{
  const auto display = [](bool lines) {
    return over_integer_matrices({"S L x L", "V L x d"}, [=](auto& S, auto& V) {
      const RationalMatrix P = rational_causal_pattern(RationalMatrix(S)), values(V);
      RationalMatrix sums(V.n_rows, V.n_cols);
      for (arma::uword i = 0; i < V.n_rows; ++i)
        for (arma::uword j = 0; j <= i; ++j)
          for (arma::uword c = 0; c < V.n_cols; ++c)
            sums(i, c) += P(i, j) * values(j, c);
      return (lines ? transpose(P) : P) * values == sums;
    });
  };
  chapter.claim("thomas-intro-SV", damaged)
      .as_copied("S with S₁₁, S₂₁, S₃₁, … in its first line, times V")
      .property("that product, against Σⱼ Sᵢⱼ Vⱼ, in fractions", display(true), 300)
      .as_copied("S₁₁ V₁ S₂₁ V₁ + …, one sum of products")
      .conformable("V₁, 1 x d", SizeMat(1, 3), "V₁, 1 x d", SizeMat(1, 3))
      .restored("SV with the rows S₁₁V₁; S₂₁V₁ + S₂₂V₂; S₃₁V₁ + S₃₂V₂ + S₃₃V₃; …")
      .property("SV, against Σⱼ Sᵢⱼ Vⱼ over j ≤ i, in fractions", display(false), 300);
  const arma::mat V(4, 3, arma::fill::ones), weights = softmax_rows(causal_mask(arma::mat(4, 4)));
  chapter.claim("thomas-intro-Vk-size", holds)
      .same_shape("V₃, a row of V", arma::size(V.row(2)), "1 x d", SizeMat(1, 3))
      .same_shape("S₃₂ V₂", arma::size(arma::mat(weights(2, 1) * V.row(1))), "1 x d", SizeMat(1, 3))
      .same_shape("row 3 of SV", arma::size(arma::mat(weights * V).row(2)), "V₃",
                  arma::size(V.row(2)));
  const auto order = over_integer_matrices({"S L x L"}, [](Draw& draw, auto& S) {
    const RationalMatrix P = rational_causal_pattern(RationalMatrix(S));
    const arma::uword i = draw.size("i", 0, S.n_rows - 1);
    for (arma::uword j = 0; j < S.n_rows; ++j)
      for (arma::uword k = 0; k < S.n_rows; ++k)
        if ((P(i, j) > P(i, k)) != (j <= i && (k > i || S(i, j) > S(i, k))))
          return false;
    return true;
  });
  chapter.claim("thomas-intro-combination", holds)
      .property("more weight: seen and not hidden, or the larger score of two seen", order, 300)
      .property("the weights of a query sum to 1", sums_to_1(true), 300);
}

/**
## The notes, whose tokens are columns

In the notes queries are columns of $K^TQ$, and softmax goes down the columns (chapter 10 has compared
that with their formula). Column $j$ belongs to query $j$, and the words that follow stand
*below* the diagonal. Set to $-\infty$ there, they get 0, and the pattern is the transpose of
thomas'. The triangle of the one with the columns of the other would hide the past, and let every
word look at what it should predict.

The notes give the reason with it, in brackets: so that it will be 0. That is all there is to the
number. Nothing depends on how large it is, only on its exponential.
*/
static arma::mat following_hidden(arma::mat S) // of scores with a column per query
{
  for (arma::uword query = 0; query + 1 < S.n_cols; ++query)
    S.col(query).tail(S.n_rows - query - 1).fill(-arma::datum::inf);
  return S;
}

SECTION(columns)
{
  const auto by_columns =
      over_integer_matrices({"Q r x K", "B r x K"}, {5, -2, 2}, [](auto& Q, auto& K) {
        return difference(softmax_columns(following_hidden(K.t() * Q)),
                          softmax_rows(causal_mask<double>(attention_scores(Q, K))).t());
      });
  // The same exponentials, summed in the same order: only the products of integers differ, by nothing.
  chapter.claim("notes-2-masking-minus-inf", holds)
      .property("the pattern, zeros and all, against the transpose of that by rows", by_columns,
                ulps(4), 300);
}

/**
## Other ways

Four tokens, one table of scores, and what becomes of it if zeros are made in different places.
Read the first rows: the first token sees only itself, so it must have the weight 1 there. Only
one of the four tables gives it that.
*/
SECTION(other_ways)
{
  chapter.figure("four-ways", draw_four_ways);
  /**
  *Zeros after the softmax, then a division.* The weights of the future are removed and each row
  is divided by what is left. In exact arithmetic that is the same, since the denominator of the
  first softmax cancels:
  $$ \frac{e^{s_{ij}} / \sum_k e^{s_{ik}}}{\sum_{l \leq i} e^{s_{il}} / \sum_k e^{s_{ik}}} = \frac{e^{s_{ij}}}{\sum_{l \leq i} e^{s_{il}}} . $$
  In doubles it is not. If a hidden key leads by 750, all that may be seen has underflowed, and
  $0/0$ is left. Without the division a row has lost what the future had: for equal scores the
  first token keeps $1/L$.
  */
  const auto divided = over_integer_matrices({"S L x L"}, [](auto& scores) {
    const RationalMatrix S(scores);
    return divided_by_row_sums(lower_triangle(rational_pattern(S))) == rational_causal_pattern(S);
  });
  chapter
      .finding("after-and-divided", "to remove weights after the softmax and to divide by the "
                                    "rest is masking before it, except in rounding")
      .property("removed and divided, against masked, in fractions", divided, 300)
      .equal("what row 1 keeps if a hidden key leads by 750, in doubles",
             softmax(arma::vec{0, 750})(0), 0.0)
      .equal("the same row masked before", softmax(arma::vec{0, -arma::datum::inf})(0), 1.0)
      .equal("what rows keep undivided, four equal scores",
             row_sums(lower_triangle(rational_pattern(RationalMatrix(4, 4)))),
             RationalMatrix{{{1, 4}}, {{1, 2}}, {{3, 4}}, {1}});

  /**
  *Zero instead of $-\infty$.* To multiply the scores by a triangle of ones looks like a mask. But
  $e^0 = 1$, so a hidden key is treated like one that is seen with the score 0, and it is heard:
  with $L - i$ hidden keys, $L - i$ whole votes.

  *$-\infty$, but softmax by columns.* All the zeros are where they should be. Yet the pattern is
  not causal: the column of key 1 is shared among all queries, so what the first token keeps of
  itself depends on what later ones ask. With one dimension and weights 1, token 1 keeps $\frac23$
  of itself in $(1, 0)$ and $\frac12$ in $(1, 1)$. To look for zeros above the diagonal is no test
  of a mask; to change the future is one.
  */
  const auto zeros = over_integer_matrices({"S L x L"}, [](auto& S) {
    const RationalMatrix P = rational_pattern(RationalMatrix(arma::mat(arma::trimatl(S))));
    for (arma::uword i = 0; i < S.n_rows; ++i) {
      const Rational seen(arma::accu(arma::exp2(S.row(i).head(i + 1)))), hidden = S.n_rows - i - 1;
      for (arma::uword j = i + 1; j < S.n_rows; ++j)
        if (P(i, j) * (seen + hidden) != 1)
          return false;
    }
    return true;
  });
  const auto kept_by_token_1 = [](double second) { // scores xᵢxⱼ of (1, x₂), softmax by columns
    return softmax_to_base(2, {1, second})(0, 0);
  };
  chapter
      .finding("zero-is-a-score",
               "a hidden score of 0 is a vote: it weighs 1/(Σ over those seen of "
               "2^s + number hidden)")
      .property("weight of a hidden key whose score is 0", zeros, 300);
  chapter
      .finding("zeros-are-not-enough", "masked, then softmax by columns: zeros above the diagonal, "
                                       "and the first output depends on the second token")
      .equal("what token 1 keeps of itself in (1, 0)", kept_by_token_1(0), Rational(2, 3))
      .equal("what token 1 keeps of itself in (1, 1)", kept_by_token_1(1), Rational(1, 2));
}

/**
## A large number for infinity

Infinity is a number that programs can compute with, yet many subtract a large one instead, $10^9$
say; GPT-2's first program has $10^{10}$. While a row has a key that it may see, that is the same
to the last bit, since $e^{-10^{9}}$ is 0 in doubles and floats. Where *all* keys of a row are
hidden, as happens with padding, the two part. With $-\infty$ there is no distribution, and our
library says so. With $-10^9$ there is one, over tokens that should not be seen: in floats $10^9$
has neighbours at a distance of 64, every score up to 32 in magnitude is rounded away, and the row
is uniform, while of larger ones a multiple of 64 is left; in doubles the scores are rounded to
multiples of $2^{-23}$, and it is as if nothing had been masked.
*/
SECTION(large_number)
{
  const auto same_bits = over_integer_matrices({"S L x L"}, {6, -30, 30}, [](auto& S) {
    const arma::mat hidden =
        1e9 * (arma::trimatu(arma::ones(arma::size(S))) - arma::eye(arma::size(S)));
    return difference(softmax_rows(arma::mat(S - hidden)), softmax_rows(causal_mask<double>(S)));
  });
  const arma::rowvec wide{1, 5, -30};
  const auto in_floats = [](float third) {
    const arma::frowvec s{1, 5, third};
    return arma::rowvec(arma::conv_to<arma::rowvec>::from(softmax_rows<float>(s - 1e9f)));
  };
  chapter
      .finding("large-number",
               "10⁹ in place of infinity: the same weights while one key is seen; "
               "where none is, a uniform row in floats if all scores are at most 32 in magnitude, "
               "the unmasked row in doubles")
      .property("S − 10⁹ above the diagonal, against −∞", same_bits, exactly(), 300)
      .agree("all of a row hidden, scores 1, 5 and −32, in floats", in_floats(-32),
             arma::rowvec(3, arma::fill::value(1.0 / 3)), absolute(1e-7))
      // 1 and 5 become −10⁹, and 33 the next float, 64 above it.
      .agree("all of a row hidden, scores 1, 5 and 33, in floats", in_floats(33),
             arma::rowvec{std::exp(-64.), std::exp(-64.), 1}, absolute(1e-30))
      // The spacing at 10⁹ is 2⁻²³; whole scores lose nothing.
      .agree("all of a row hidden, in doubles: as if unmasked", softmax_rows(arma::mat(wide - 1e9)),
             softmax_rows(arma::mat(wide)), exactly())
      .refuses(
          "all of a row hidden, by −∞",
          [&] { softmax_rows(arma::mat(1, 3, arma::fill::value(-arma::datum::inf))); },
          "at least one finite");
}

/**
So the place of the mask is no convention. Before the softmax a hidden key is as if it were not
there: the others get the softmax of the others. After it the future has already been counted. A
score of 0 is a vote like any other. And zeros in the right places prove nothing: what must be
tested is that the past does not change when the future does, which is the subject of the next
page.
*/
