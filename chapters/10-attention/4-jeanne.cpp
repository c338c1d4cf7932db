#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/instruments/vectors.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-words.hpp"
#include "jeanne.hpp"
#include "printed_pattern.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

using namespace epreuve::course;
using namespace epreuve::jeanne;

/**
# Jeanne visits the zoo, and the weights that would do it

exo7 explains a head by a sentence of four words, *Jeanne visite le zoo, émerveillée*, and a table
of invented weights. The way from vectors to weights is right but for one letter, and for what
becomes of the result. The table is not the one that the text describes. And we ask what the
document does not: is there any head at all that has this table? There is, in two dimensions, as
the document draws it, but only just.

## From four vectors to four others

The vectors are columns, $x_1 = (v_1, \dots, v_4)$. A head asks with $q_i = W_Q v_i$, is asked by
$k_j = W_K v_j$, and the first word's scores are $\alpha_j = q_1^T k_j$. Softmax makes of them
weights $\gamma_j$, positive and of sum 1. Each $w_i$ is then a combination of the $v_j$, and
$(w_1, \dots, w_4) = x_1 A^T$ with the weights of $w_i$ in row $i$ of $A$.

One thing is not so: the page says that the vectors are *replaced*, $x_2 = (w_1, \dots, w_4)$. By
its own section 6.3 the stream after the layer is $x_1 + h(x_1)$, and $h(x_1) = W_O W_V x_1 A^T$:
each $w_i$ is read and written by two matrices, and *added* to what was there. No word loses its
own vector because it looked at others.
*/
SECTION(four_words)
{
  chapter.claim("exo7-6.4-jeanne-tokens", illustrative)
      .invented("a choice for the explanation, as the document says; a tokenizer keeps the comma");
  const auto columns = over_integer_matrices({"x n x K", "W r x n"}, [](auto& x, auto& W) {
    const arma::mat I(x.n_cols, x.n_cols, arma::fill::eye);
    arma::mat by_token(W.n_rows, x.n_cols);
    for (arma::uword i = 0; i < x.n_cols; ++i)
      by_token.col(i) = W * (x * I.col(i));
    return difference(W * x, by_token);
  });
  chapter.claim("exo7-6.4-x1", holds)
      .property("W times the vectors x₁ eᵢ of the tokens, against W x₁", columns, exactly());
  chapter.claim("exo7-6.4-qi-ki", holds)
      .property("column i of W x₁ is W vᵢ, for queries as for keys", columns, exactly());

  /**
  Rows or columns is where such pages go wrong: the weights of $w_i$ are in *row* $i$, since query
  $i$ has its scores there, and so it is $A^T$ that multiplies from the right.
  */
  const auto combinations = over_integer_matrices({"x n x K", "A K x K"}, [](auto& x, auto& A) {
    arma::mat combined(arma::size(x), arma::fill::zeros);
    for (arma::uword i = 0; i < x.n_cols; ++i)
      for (arma::uword j = 0; j < x.n_cols; ++j)
        combined.col(i) += A(i, j) * x.col(j);
    return difference(x * A.t(), combined);
  });
  const auto next_stream = [](bool added) {
    return [=](Draw& draw) {
      const arma::mat x = draw.matrix("x", 3, 4, -2, 2), W_Q = draw.matrix("W_Q", 2, 3, -1, 1);
      const arma::mat W_K = draw.matrix("W_K", 2, 3, -1, 1), W_V = draw.matrix("W_V", 2, 3, -1, 1);
      const arma::mat W_O = draw.matrix("W_O", 3, 2, -1, 1);
      const arma::mat w = attention_written_out(W_Q * x, W_K * x, x, std::sqrt(2));
      return difference(added ? arma::mat(x + W_O * W_V * w) : w,
                        x + self_attention<double>({W_Q, W_K, W_V, W_O}, x));
    };
  };
  chapter.claim("exo7-6.4-replace", refuted)
      .as_printed("x₂ = (w₁, …, w₄) in the place of x₁")
      .property("the wᵢ, against the stream x₁ + h(x₁) of 6.3", next_stream(false), absolute(1e-12))
      .corrected("wᵢ = Σⱼ Aᵢⱼ vⱼ, and x₂ = x₁ + W_O W_V (w₁, …, w₄)")
      .property("x₁ Aᵀ against the combinations Σⱼ Aᵢⱼ vⱼ", combinations, exactly())
      .property("x₁ + W_O W_V (w₁, …, w₄), against x₁ + h(x₁)", next_stream(true), absolute(1e-12));

  /**
  And the scores of the first word, one by one.
  */
  const auto first_row = over_integer_matrices({"Q r x K", "K r x K"}, [](auto& Q, auto& K) {
    arma::rowvec alpha(K.n_cols);
    for (arma::uword j = 0; j < K.n_cols; ++j)
      alpha(j) = arma::dot(Q.col(0), K.col(j));
    return difference(arma::mat(attention_scores(Q, K).row(0)), arma::mat(alpha));
  });
  chapter.claim("exo7-6.4-alpha", holds)
      .property("row 1 of QᵀK against q₁ · kⱼ, for all j", first_row, exactly());
  chapter.claim("exo7-6.4-gamma", holds)
      .property("four weights, positive and of sum 1", vectors({4, 4}, 300, [](const arma::vec& a) {
                  const arma::vec gamma = softmax(a);
                  return gamma.min() > 0 && std::abs(arma::accu(gamma) - 1) < 1e-14;
                }));
}

/**
## A letter: α or γ

The page now prints $w_1 = \alpha_1 v_1 + \dots + \alpha_4 v_4$, with the *scores*, one line after
it has said that the $\gamma_j$ are the weights. Scores may be negative, and sum to anything. With
scores $(1, 1, 1, 1)$ and four times the same vector $v$ the printed formula gives $4v$, and a
mean of equal vectors should be $v$. We compare both formulas with attention written out. (Scores
stay below 16 in size, so weights are right to $10^{-14}$, values at most 2.)
*/
SECTION(alpha_or_gamma)
{
  const auto first_output = [](bool weights) {
    return [=](Draw& draw) {
      const arma::uword r = draw.size("r", 1, 4), n = draw.size("n", 1, 4);
      const arma::mat Q = draw.matrix("Q", r, 4, -2, 2), K = draw.matrix("K", r, 4, -2, 2);
      const arma::mat x = draw.matrix("x", n, 4, -2, 2);
      const arma::vec alpha = attention_scores(Q, K).row(0).t();
      const arma::vec used = weights ? softmax(alpha) : alpha;
      const arma::mat written_out = attention_written_out(Q, K, x, 1);
      return difference(x * used, written_out.col(0));
    };
  };
  chapter.claim("exo7-6.4-w1-alpha", slip)
      .as_printed("w₁ = α₁ v₁ + α₂ v₂ + α₃ v₃ + α₄ v₄")
      .property("w₁ with the scores α, against attention written out", first_output(false),
                absolute(1e-12))
      .meant("w₁ = γ₁ v₁ + γ₂ v₂ + γ₃ v₃ + γ₄ v₄", "the line above: the γ_i are the weights")
      .property("w₁ with the weights γ, against attention written out", first_output(true),
                absolute(1e-12));

  /**
  ## The index of the second example

  Then: "for example $q_2^T k_j$ corresponds to the weights that explain *visite*; one could have
  $w_3 = \dots$". Queries with number 2 make $w_2$. And $w_3$ was given before, with other
  numbers. The test: replace $q_2$, and see which of the $w_i$ notice. In an example $w_2$ does, and for
  all queries and keys no other one.
  */
  const auto noticing = [](const arma::mat& x, const arma::mat& Q, const arma::mat& K) {
    arma::mat other = Q;
    other.col(1).fill(5); // another q₂
    const arma::mat before = attention_written_out(Q, K, x, 1),
                    after = attention_written_out(other, K, x, 1);
    std::vector<arma::uword> numbers; // of the w that have changed
    for (arma::uword i = 0; i < 4; ++i)
      if (arma::any(before.col(i) != after.col(i)))
        numbers.push_back(i + 1);
    return fmt::format("{}", fmt::join(numbers, " "));
  };
  const auto none_but_w_2 = over_integer_matrices(
      {"x 2 x 4", "Q 3 x 4", "K 3 x 4"}, Integers{4, -2, 2}, [=](auto& x, auto& Q, auto& K) {
        const std::string numbers = noticing(x, Q, K);
        return numbers.empty() || numbers == "2"; // or it makes no difference
      });
  const std::string in_example =
      noticing({{1, 0, 2, 1}, {0, 1, 1, 3}}, {{1, 0, 1, 0}, {0, 1, 1, 0}, {1, 0, 0, 1}},
               {{1, 0, 0, 1}, {0, 2, 0, 1}, {0, 0, 1, 1}});
  chapter.claim("exo7-6.4-w3-second", slip)
      .as_printed("the products q₂ · kⱼ give w₃ = 0.2 v₁ + 0.4 v₂ + 0.4 v₃ + 0.0 v₄")
      .equal("another q₂, in an example: number of the w that changes", in_example,
             std::string("3"))
      .equal("the weights of w₃, before and here", w_3, w_2)
      .meant("the products q₂ · kⱼ give w₂ = 0.2 v₁ + 0.4 v₂ + 0.4 v₃ + 0.0 v₄",
             "q₂ and visite in the same sentence; the second edition has w₂")
      .equal("another q₂, in an example: number of the w that changes", in_example,
             std::string("2"))
      .property("another q₂, any queries and keys: no w but w₂ changes", none_but_w_2);

  /**
  The numbers themselves are invented, as the document says ("one could have"): weights should be
  positive and sum to 1. They sum to 1. The two that are $0.0$ can only be rounded: softmax is
  never 0.
  */
  const RationalMatrix one = {{1}}, sum = {{1}, {1}, {1}, {1}};
  const auto invented_weights = [&](const char* id, const RationalMatrix& weights) {
    chapter.claim(id, illustrative)
        .equal("their sum", weights * sum, one)
        .invented("the document says only that one could have them");
  };
  invented_weights("exo7-6.4-w1-numbers", w_1);
  invented_weights("exo7-6.4-wJeanne", w_1);
  invented_weights("exo7-6.4-w3-first", w_3);
  invented_weights("exo7-6.4-w4", w_4);
}

/**
## The table

The text has said of each word what explains it. The table repeats it, a row per word, and the
matrix repeats the table. Row 1 is right. The row of *visite* has the weights of *zoo*, the row of
*zoo* those of *visite*, and *émerveillée*, which was to look at itself, at Jeanne and a little at
the zoo, gets a copy of row 2 instead, and looks at the visit and the zoo.
*/
SECTION(table)
{
  const RationalMatrix A = printed_table(), right = table_of_the_text();
  const auto rows_of_text = [&](Claim& claim, const RationalMatrix& of) {
    claim.equal("the row of Jeanne, and the weights of w₁", row_of(of, 0), w_1)
        .equal("the row of visite, and the weights that the text gives to q₂", row_of(of, 1), w_2)
        .equal("the row of zoo, and the weights of w₃", row_of(of, 2), w_3)
        .equal("the row of émerveillée, and the weights of w₄", row_of(of, 3), w_4);
  };
  const char* const rows = "rows (0.2 0.4 0.1 0.3), (0.2 0.4 0.4 0.0), (0.1 0.4 0.4 0.1), "
                           "(0.3 0.0 0.2 0.5), as in the text";
  Claim& table = chapter.claim("exo7-6.4-table", refuted).as_printed("row i: the weights of w_i");
  rows_of_text(table, A);
  rows_of_text(table.corrected(rows), right);
  Claim& matrix = chapter.claim("exo7-6.4-h-matrix", refuted)
                      .as_printed("h(x₁) has the coefficients of w₁ to w₄ as rows");
  rows_of_text(matrix, A);
  rows_of_text(matrix.corrected(rows), right);
  chapter.figure("table-and-text", [&](Figure& figure) {
    draw_table_and_text(figure, A.to_double(), right.to_double());
  });

  /**
  The mistake has a consequence. Rows 2 and 4 are equal, so $w_2 = w_4$ *whatever the vectors of
  the words are*: the output of this head does not distinguish *visite* from *émerveillée*. Only the
  stream, to which the $w_i$ are added, still does. In terms of matrices, the printed pattern has rank 3;
  the text's has 4.
  */
  const auto same_vector = [](auto& x) {
    const arma::mat tenfold = x * arma::round(10 * printed_table().to_double()).t();
    return difference(tenfold.col(1), tenfold.col(3));
  };
  chapter
      .finding("two-words-become-one", "by the printed matrix, visite and émerveillée become the "
                                       "same vector; by the text's they need not")
      .property("w₂ and w₄, for any four vectors", over_integer_matrices({"x n x 4"}, same_vector),
                exactly())
      .equal("rank of the printed matrix", rank(A), 3)
      .equal("rank of the text's", rank(right), 4);

  /**
  ## What h is

  The last formula of the page is $h(x_1) = \mathrm{softmax}(Q^T K)$. In 6.3 $h$ was the head,
  $h(x) = (A \otimes W_{OV}) x$: it returns what is added to the stream, $n \times K$. The softmax
  is $K \times K$, and is the pattern $A$. For the table, the pattern is what one wants to see;
  but then it should be called so.
  */
  const arma::mat x(5, 4, arma::fill::ones), W_OV(5, 5, arma::fill::eye);
  const arma::mat pattern = A.to_double();
  chapter.claim("exo7-6.4-h-softmax", ill_typed)
      .as_printed("h(x₁) = softmax(QᵀK), where h(x) = (A ⊗ W_OV) x")
      .same_shape("h(x₁), five dimensions", arma::size(kronecker_action(pattern, W_OV, x)),
                  "softmax(QᵀK)", arma::size(pattern))
      .corrected("A = softmax(QᵀK), and h(x₁) = W_OV x₁ Aᵀ")
      .same_shape("A", arma::size(pattern), "softmax(QᵀK)", arma::size(softmax_rows(x.t() * x)))
      .same_shape("W_OV x₁ Aᵀ", arma::size(W_OV * x * pattern.t()), "x₁", arma::size(x))
      .property("vec(W_OV x₁ Aᵀ) against the product of A ⊗ W_OV and vec(x₁)",
                over_integer_matrices({"A K x K", "W n x n", "x n x K"}, Integers{4, -5, 5},
                                      [](auto& A_, auto& W, auto& x_) {
                                        return difference(vec(W * x_ * A_.t()),
                                                          kronecker(A_, W) * vec(x_));
                                      }),
                exactly(), 300);
}

/**
## From the example to weights

Take the printed table seriously. Is there a head that has this pattern, and how large must it be?
A number $0.1$ means the interval $[0.05, 0.15)$, and $0.0$ the part of $[0, 0.05)$ that softmax can
give: small positive numbers.

If the four vectors are independent, so that $n \ge 4$, then $W_Q$ and $W_K$ can send them to any
queries and keys whatever, and the question is which scores of rank $r$ have such a softmax.
Softmax has the pattern $P$ for the scores $\ln P_{ij} + c_i$ and for no others. A constant in
each row is free; it is the *differences* in each row that must have rank $r$:

$$ \text{a head of dimension } r \text{ has the pattern } P
   \iff \mathrm{rank}\,\bigl(\ln P_{ij} - \ln P_{i1}\bigr)_{i,\; j \ge 2} \le r . $$

**One dimension is not enough.** There, scores are $q_i k_j$, and a query can do no more than take
the order of the keys or reverse it. In *all* patterns that print as the table, Jeanne and visite
both prefer the second key to the first; so their queries have the same sign. And Jeanne prefers
the first to the third, visite the third to the first.

**Two are.** Here is a head of dimension 2, with two decimals and no more, whose pattern rounds to
the table in all sixteen places. So the document's drawing of queries and keys in a plane can be
filled with numbers that do what it says.
*/
SECTION(from_example_to_weights)
{
  const PrintedPattern table = rounds_to_pattern(printed);
  const RationalMatrix Q = queries(), K = keys();
  const RationalMatrix S = transpose(Q) * K;
  const auto one = disagreement(table);
  chapter
      .finding("least-dimension",
               "a head of dimension 2 has the printed table, and none of dimension 1")
      .at_least("room to the ends of the sixteen intervals, enclosed", room(S, table), 0.0076)
      .fact(
          "r = 1: in all patterns of the table, two words agree on two keys and not on two others",
          one == Disagreement{0, 1, 1, 0, 0, 2},
          "Jeanne and visite both prefer key 2 to key 1, and disagree on keys 1 and 3")
      .equal("rank of the scores", rank(S), 2);
  chapter.proposition("least-rank-of-a-pattern", {"no_head_of_dimension_1"});
  chapter.claim("exo7-6.4-fig-queries-keys", illustrative)
      .invented("the figure is lost in the copy; its arrows are ours, chosen to give the table")
      .at_least("queries and keys in a plane with the printed table: room to its intervals' ends",
                room(S, table), 0.0076);
  chapter.figure("queries-and-keys-of-the-table", [&](Figure& figure) {
    draw_arrows_of_words(figure, Q.to_double(), K.to_double());
  });

  /**
  How to read it: a score is a product of lengths and a cosine, and only its differences count.
  Jeanne's query points between the keys of visite and émerveillée, and gives them $0.36$ and
  $0.34$. The query of the zoo points away from émerveillée's key, and leaves it $0.04$. Moving
  all keys by the same vector would change nothing; moving one of them changes a column of the
  table, and turning a query changes its row.

  ## But only just

  The head has to make use of the rounding. Its $0.16$, $0.36$, $0.14$ and $0.34$ of the first row
  are printed as $0.2$, $0.4$, $0.1$ and $0.3$: each nearly as far off as one decimal allows. It
  cannot do better. Rank 2 makes the determinant of three rows of logarithms above a row of ones
  vanish, and this is linear in each logarithm, so that its least value over all patterns within
  $\delta$ of the table is at one of $2^{11}$ corners. It is positive up to $\delta = 0.042$. For
  a table that is meant as it stands, a head needs three dimensions, however small the number is
  that is printed as $0.0$; and three are enough for any table of four words.
  */
  const auto least = [&](const Rational& error) {
    return least_determinant(near_pattern(printed_table(), error), {0, 1, 2});
  };
  const Rational impossible(42, 1000), possible(424, 10000);
  chapter
      .finding("two-dimensions-live-on-rounding",
               "no head of dimension 2 has a pattern within 0.042 of the printed numbers, and one "
               "has a pattern within 0.0424")
      .at_least("least determinant of rows 1, 2, 3 within 0.042", least(impossible), 0.01)
      .at_least("room of the head above to the ends at 0.0424, enclosed",
                room(S, near_pattern(printed_table(), possible)), 1e-5);
  /**
  The curve is the least determinant as the distance grows: what the rounding of the table allows,
  $0.05$, is to the right of the zero, and hardly so.
  */
  chapter.figure("least-determinant", [&](Figure& figure) {
    arma::vec error = arma::regspace(0.030, 0.002, 0.050), value(arma::size(error));
    for (arma::uword i = 0; i < error.n_elem; ++i)
      value(i) = least(Rational(30 + 2 * i, 1000));
    draw_least_determinant(figure, error, value);
  });

  /**
  The table that the *text* describes is no easier and no harder: one dimension fails for the same
  reason, and two suffice.
  */
  const PrintedPattern right = rounds_to_pattern(by_the_text);
  chapter
      .finding("least-dimension-by-the-text",
               "the table that the text describes needs dimension 2 as well")
      .at_least("room of a head of dimension 2 to its intervals' ends",
                room(scores_of_the_text(), right), 0.006)
      .fact("r = 1: two words agree on two keys and not on two others",
            disagreement(right).has_value(), "Jeanne and visite again");
}

/**
## What the table leaves open

For any independent vectors there are matrices: $W_Q = Q x^{-1}$ and $W_K = K x^{-1}$ if $n = 4$.
They are far from unique, as the page before has shown; their product is determined on these
four words, up to what softmax does not see. Of $W_V$ the table says *nothing*: it does not occur in
$\mathrm{softmax}(Q^T K)$. Even with $x_2$ given as well it is not determined, since $W_V$ acts on
$x_1 A^T$, which has rank 3 as the printed $A$ has. There is a direction of which nothing passes.
*/
SECTION(open_questions)
{
  const RationalMatrix x{{1, 2, 0, 1}, {0, 1, 3, 1}, {2, 0, 1, 1}, {1, 1, 0, 3}};
  const RationalMatrix Q = queries(), K = keys();
  const RationalMatrix W_Q = Q * inverse(x), W_K = K * inverse(x);
  const RationalMatrix passed = x * transpose(printed_table()), unseen = kernel(transpose(passed));
  const RationalMatrix I = RationalMatrix::identity(4);
  const RationalMatrix other = I + RationalMatrix{{5}, {-7}, {1}, {2}} * transpose(unseen);
  chapter
      .finding("weights-of-the-table", "W_Q and W_K, 2 x 4, give four independent vectors the "
                                       "queries and keys of the table; W_V is not determined")
      .equal("(W_Q x)ᵀ W_K x, and the scores", transpose(W_Q * x) * (W_K * x), transpose(Q) * K)
      .equal("rank of W_Qᵀ W_K, 4 x 4", rank(transpose(W_Q) * W_K), 2)
      .equal("directions that x₁ Aᵀ leaves out", unseen.cols(), 1)
      .fact("two matrices W_V", other != I, "I, and I plus a matrix of rank 1")
      .equal("W_V x₁ Aᵀ of both", other * passed, I * passed);

  /**
  ## Patterns that no head of dimension r has

  With $r \ge K - 1$ a head can have any positive pattern of $K$ words, and with fewer there are
  patterns that it cannot have. The plainest pattern of all is out of reach: *each word looks at itself,
  and at all others alike*. There the differences of logarithms are a multiple of those of the unit
  matrix, of rank $K - 1$: for 1024 tokens a head would need 1023 dimensions, and GPT-2's have 64. *Each
  word looks mostly at itself*, on the other hand, needs two: put queries and keys at the same points of
  a circle, a large one. (With radius 16, a word leads by $256\,(1 - \cos 12°) = 5.6$ over its
  neighbours among 30.) The emphasis is cheap; evenness about the rest is expensive.
  */
  const auto least_for_an_even_rest = [](arma::uword n) {
    RationalMatrix differences(n, n - 1); // of the unit matrix, its first column subtracted
    for (arma::uword j = 1; j < n; ++j)
      differences(j, j - 1) = 1, differences(0, j - 1) = -1;
    return rank(differences);
  };
  const auto on_a_circle = [](arma::uword n, double radius) {
    arma::mat points(2, n);
    for (arma::uword i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * double(i) / double(n);
      points.col(i) = radius * arma::vec{std::cos(angle), std::sin(angle)};
    }
    return softmax_rows(attention_scores(points, points));
  };
  chapter
      .finding("evenness-is-expensive",
               "to look at itself and at all others alike takes K − 1 dimensions; to look at "
               "itself, two")
      .equal("least dimension for an even rest, K = 4", least_for_an_even_rest(4), 3)
      .equal("least dimension for an even rest, K = 30", least_for_an_even_rest(30), 29)
      .at_least("weight of itself, 30 words on a circle of radius 16",
                on_a_circle(30, 16).diag().min(), 0.99)
      .at_most("and the others are served unevenly: the least of their weights",
               on_a_circle(30, 16).min(), 1e-200);
}

/**
## In short

The way from vectors to $w_i$ is right with $\gamma$ for $\alpha$, and the $w_i$ are added to the
stream, by way of $W_O W_V$, rather than put in its place; $w_3$ is once $w_2$; the table has two
rows exchanged and one copied. Of the table as printed there is a head of two dimensions, and no
smaller one; it lives on the rounding. The values are another matter, on which the table is
silent.
*/
