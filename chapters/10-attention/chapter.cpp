#include "epreuve/chapter.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"
#include "epreuve/instruments/heads/exact_head.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-heads.hpp"
#include "figures-sentence.hpp"

#include <cmath>

/**
# Attention: who listens to whom, and what is said

A token is a vector that knows nothing of the others. Attention is the one place in a transformer where
tokens meet: each asks a question (its query), each offers a description of itself (its key), and each has
something to say (its value). What exactly is computed, and what can come out of it, and what cannot?

## The answer

Products of all queries with all keys, a softmax for each query, and means of the values with these weights.
That is all. The figure shows the whole of it, small enough for pencil and paper:
*/
using namespace epreuve::course;

SECTION(answer)
{
  chapter.shows("by-hand");
}

/**
Three tokens of two dimensions are the columns of $x$. Their products with each other are the scores, one row
per query. Each score becomes a power (of 2, so that the numbers stay fractions; otherwise of $e$, which is
the same with all scores multiplied by $\ln 2$), and each row is divided by its sum: that is the pattern $A$.
Row 3 weighs the tokens by 1/4, 1/4 and 1/2, so the third column of the result is the mean of the tokens with
these weights. Weights $W_Q$, $W_K$, $W_V$ and $W_O$ are the identity here; they decide what is compared and
what is handed on.
*/
SECTION(by_hand)
{
  const RationalMatrix x{{1, 0, 1}, {0, 1, 1}}, I = RationalMatrix::identity(2);
  const ExactHead head{I, I, I, I};
  const RationalMatrix A = exact_pattern(head, x), h = exact_output(head, x);
  chapter.figure("by-hand", [&](Figure& figure) { draw_by_hand(figure, x, A, h); });
  chapter.finding("by-hand", "attention of three tokens, computed with pencil and paper")
      .equal("the pattern", A,
             RationalMatrix{
                 {{2, 5}, {1, 5}, {2, 5}}, {{1, 5}, {2, 5}, {2, 5}}, {{1, 4}, {1, 4}, {1, 2}}})
      .equal("the output", h, RationalMatrix{{{4, 5}, {3, 5}, {3, 4}}, {{3, 5}, {4, 5}, {3, 4}}})
      .agree(
          "the same by the library, with softmax and a division by √2",
          [&] {
            const double c = std::sqrt(std::sqrt(2.0) * std::log(2.0));
            const arma::mat i = arma::eye(2, 2), tokens = x.to_double();
            return self_attention(Head<double>{c * i, c * i, i, i}, tokens);
          }(),
          h.to_double(), absolute(1e-14));
}

/**
What can come out is less than the word suggests. Every token hears every token, a little. A head can only
take means, and no mean lies outside of the values. It compares through $r$ dimensions, and there are patterns that
no head of dimension $r$ has. How sure it can be depends on the lengths of queries and keys. And the order of
the tokens does not matter to it. But within these bounds a head finds what it is built to find, and a later
section builds some.

## What the documents have wrong

Of 97 claims 78 hold as they stand, or are only examples; nineteen do not, and five of these are slips.

- **exo7** equates the pattern, $K \times K$, with the sentence that it makes, $n \times K$, four
  times (three of them here, and once where it divides by $\sqrt r$: chapter 12); transposes $W_K$ once too
  often; and prints $W_O \otimes I$ for $I \otimes W_O$. It takes $rK$ for $rn$. It says that the cosine is nearly the
  dot product, and that the combination takes the token's place, where it is added. In its table, and in the matrix that
  repeats it, two rows have changed places, and the last repeats one of them.
- **iaetnous**: the result is not the importance of the token, but what the others had to say to it.
- **masterclass** has lost letters: an index here, a backslash there, a stroke of a $Q$. Three lines are
  false as our copy has them, and all three are restored from others.
- The **notes** multiply in an order in which one cannot: $\mathrm{softmax}(K^T Q)\, V$.
- Slips: exo7 gives $W_O$ the shape of $W_V$, has the key of a word in $E_Q$, writes the scores $\alpha$ for the weights
  $\gamma$, and $w_3$ where $q_2$ makes $w_2$; iaetnous says *produit ponctuel* for *produit scalaire*.

## What the pages are about

Each page can be read on its own. The first two follow exo7 to its formula: what a head does and costs, and which of the
printed formulas are right. The third and fourth take its examples: two words compared, and four words with a
table of weights, for which we look for a head, and find that one dimension is too few. The fifth goes through
iaetnous' six steps, the sixth through masterclass with its damaged lines, the seventh through the notes. Then come
pages that no document has: what a head can look up, and how surely; how it learns, which is the way
back through its formulas; what a query can look for, by heads that we build on a language whose every probability is
known; and a collection of what does not type-check.

## Attention over a sentence

Six words, each with a key in the plane; one of them asks. The scores are its query times the keys, divided by
$\sqrt 2$; the arrow's end is the mean of the six values, which are fixed, on a hexagon.
*/
SECTION(sentence)
{
  chapter.figure("attention-over-a-sentence", draw_attention_over_a_sentence);
}

/**
Three things to try, where the page is alive: pull the query of the word that asks, or any key, or choose one
and move it with the sliders.

- *Not the nearest.* Pull the key of *queen* to the tip of the query of *her*, at $(1.5, 1.5)$, so that the two
  are equal. Then pull the key of *cat* outwards beyond it, to $(3, 3)$. Now the cat is heard, with 96 %, and the
  perfect match with 4 %: it is the inner product that decides, and a long key is loud.
- *Nobody touched them.* Pull the key of *queen* to the origin. The other five are heard much more than before,
  and none of their scores has changed. Weights are shares: to silence one is to raise all others, in proportion
  to what they had.
- *A question about nothing.* Pull the query itself to the origin. Every word is heard alike, with 16.7 %, wherever
  the keys are, and the output is the centre of the hexagon. There is no query that hears nobody; a head that
  has nothing to find must be given a place to look at.
*/

/**
## One computation in three notations

exo7 and the notes put tokens in columns; masterclass, iaetnous and thomas put them in rows; and exo7 writes
what a head does as a tensor product. It is one computation. By columns, with the pattern $A$ of $K \times K$,

$$ h(x) = W_O W_V\, x A^T, \qquad A = \mathrm{softmax}\Bigl(\frac{(W_Q x)^T\, W_K x}{\sqrt r}\Bigr) . $$

By rows everything is transposed, $X = x^T$ and $W^Q = W_Q^T$, and so on, so that products turn round:

$$ h(x)^T = \mathrm{softmax}\Bigl(\frac{X W^Q\, (X W^K)^T}{\sqrt r}\Bigr)\, X W^V\, W^O . $$

And as Kronecker products, first for the scores $S$ and then for the output,

$$ \mathrm{vec}(S) = (x^T \otimes x^T)\, \mathrm{vec}(W_Q^T W_K), \qquad
   \mathrm{vec}\, h(x) = (A \otimes W_O W_V)\, \mathrm{vec}(x) . $$

The scores are linear in the product $W_Q^T W_K$: no more of the two matrices is ever seen. The notes put
keys before queries, $K^T Q$, and so have the transposed pattern, whose *columns* sum to 1.

Here are the other three as programs, to be compared with the first, which is the library's `self_attention`.
*/
SECTION(three_notations)
{
  const auto random = [](auto other) {
    return [=](Draw& draw) {
      const arma::uword n = draw.size("n", 1, 4), r = draw.size("r", 1, 3),
                        K = draw.size("K", 1, 5);
      const arma::mat W_Q = draw.matrix("W_Q", r, n, -1, 1), W_K = draw.matrix("W_K", r, n, -1, 1);
      const arma::mat W_V = draw.matrix("W_V", r, n, -1, 1), W_O = draw.matrix("W_O", n, r, -1, 1);
      const arma::mat x = draw.matrix("x", n, K, -1, 1);
      const Head<double> head{W_Q, W_K, W_V, W_O};
      return difference(other(head, x), self_attention(head, x));
    };
  };
  const auto rows = [](const Head<double>& head, const arma::mat& x) -> arma::mat {
    const arma::mat X = x.t();
    return (attend_rows(X * head.W_Q.t(), X * head.W_K.t(), X * head.W_V.t()) * head.W_O.t()).t();
  };
  const auto products = [](const Head<double>& head, const arma::mat& x) -> arma::mat {
    const arma::vec s = kronecker(x.t(), x.t()) * vec(head.W_Q.t() * head.W_K);
    const arma::mat S = unvec(s, x.n_cols, x.n_cols) / std::sqrt(double(head.W_Q.n_rows));
    return unvec(kronecker(softmax_rows(S), head.W_O * head.W_V) * vec(x), x.n_rows, x.n_cols);
  };
  const auto keys_first = [](const Head<double>& head, const arma::mat& x) -> arma::mat {
    const arma::mat S = (head.W_K * x).t() * (head.W_Q * x) / std::sqrt(double(head.W_Q.n_rows));
    return head.W_O * (head.W_V * x * softmax_columns(S));
  };
  /**
  Random numbers show that the four agree up to rounding. (Scores are at most 28 and take 14 roundings or fewer,
  so the weights of two ways differ by at most $2 \cdot 10^{-13}$ of themselves, and outputs, which are at most 12,
  by $2 \cdot 10^{-12}$.) In fractions, with powers of 2 in place of those of $e$, they agree exactly. That they do for
  all entries, as symbols, and for every size, is a proposition.
  */
  const auto in_fractions = over_integer_matrices(
      head_and_tokens, Integers{3, -1, 1}, [](auto& W_Q, auto& W_K, auto& W_V, auto& W_O, auto& x) {
        const ExactHead head = exact_head(W_Q, W_K, W_V, W_O);
        const RationalMatrix tokens(x), X = transpose(tokens), columns = exact_output(head, tokens);
        const RationalMatrix Q = X * transpose(head.W_Q), K = X * transpose(head.W_K);
        const RationalMatrix A = rational_pattern(Q * transpose(K));
        const RationalMatrix V = X * transpose(head.W_V), W_OV = head.W_O * head.W_V;
        const RationalMatrix scores = transpose(head.W_Q * tokens) * (head.W_K * tokens);
        return A * V * transpose(head.W_O) == transpose(columns) &&
               kronecker(X, X) * vec(transpose(head.W_Q) * head.W_K) == vec(scores) &&
               kronecker(A, W_OV) * vec(tokens) == vec(columns);
      });
  const Tolerance rounding = absolute(2e-12);
  chapter.finding("three-notations", "columns, rows, keys first, and Kronecker products: one head")
      .property("by rows, against columns, random entries", random(rows), rounding, 300)
      .property("by Kronecker products, against columns, random entries", random(products),
                rounding, 300)
      .property("keys first and softmax by columns, random entries", random(keys_first), rounding,
                300)
      .property("rows and Kronecker products, against columns, in fractions", in_fractions, 200);
  chapter.proposition("three-notations",
                      {"rows_are_columns", "keys_first", "scores_kronecker", "head_kronecker"});
  chapter.figure("notations", draw_notations);
}

/**
In the figure one can count. By columns and by rows the same four small matrices are multiplied, in
opposite orders; the Kronecker product is one large matrix, to be thought with rather than to be formed.
*/

/**
## Letter by letter

With this table one can carry a formula from one document to another. $n$ is the trap: in exo7 it is the
dimension of a token, in masterclass the number of tokens. And $K$ is a matrix everywhere, but in exo7 a
number too.
*/
SECTION(letter_by_letter)
{
  chapter.table(
      "The same things in five documents",
      {"what", "exo7", "notes", "masterclass", "iaetnous", "thomas"},
      {{"a token is", "a column of x", "a column", "a row of X", "a row of X", "a row of X"},
       {"number of tokens", "K", "", "n", "2 (drawn)", "L"},
       {"dimension of a token", "n", "", "d_model", "", "d"},
       {"dimension of a head", "r", "\"much smaller\"", "d_k", "64, 3 (drawn)", "d"},
       {"queries", "Q = W_Q x", "W_Q x", "Q = X W^Q", "X W^Q", "Q = X W_Q"},
       {"score of query i, key j", "q_iᵀ k_j", "(KᵀQ)_ji", "⟨q_i, k_j⟩", "q_i · k_j", "q_i k_jᵀ"},
       {"scores", "QᵀK", "KᵀQ", "QKᵀ", "QKᵀ", "QKᵀ"},
       {"divided by", "√r", "", "√d_k", "8 = √64", "√d"},
       {"softmax of each", "row", "column", "row", "row", "row"},
       {"pattern", "A", "softmax(KᵀQ)", "(α_ij)", "softmax", "S"},
       {"mixed values", "W_V x Aᵀ", "V softmax(KᵀQ)", "softmax(·) V", "Z", "S V"},
       {"written by", "W_O, n x r", "", "W^O, below V", "W^O", ""}});
}

/**
The table has the corrected forms: exo7 prints $W_O$ with the shape of $W_V$, the notes $V$ on the wrong side.
The last section collects all that does not fit, and shows how a program finds it.
*/
