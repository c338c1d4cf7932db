#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/math/association.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-words.hpp"

#include <cmath>
#include <string>

using namespace epreuve::course;

/**
# Comparing two words

A query and a key are multiplied, and that is all. The document takes this apart slowly: what is
compared, where the two vectors live, and whether the cosine would do as well. The first is right,
in the second one letter is wrong, and the third is not true.

## Seven and ten

The query of *château* is $q = (2, 1, 4, 3)$, the key of *princesse* is $k = (-1, 3, 0, 2)$. The
score is $\langle q | k \rangle = q^T k$, a sum of four products.
*/
SECTION(dot_product)
{
  const arma::vec q = {2, 1, 4, 3}, princess = {-1, 3, 0, 2}, castle = {-2, 0, 2, 2};
  const auto products = [](auto& query, auto& key) {
    return difference(arma::as_scalar(attention_scores(query, key)), arma::accu(query % key));
  };
  chapter.claim("exo7-6.4-dot", holds)
      .property("qᵀ k against the sum of the products of coordinates",
                over_integer_matrices({"q r x 1", "k r x 1"}, products), exactly());
  chapter.claim("exo7-6.4-chateau-princesse", reproduced)
      .prints_exactly("-2 3 0 6", q % princess)
      .prints_exactly("7", attention_scores(q, princess));
  chapter.claim("exo7-6.4-chateau-chateau", reproduced)
      .prints_exactly("10", attention_scores(q, castle));
}

/**
Both are right: 7 for the princess, and the castle's own key gives 10. So the castle attends more
to itself than to the princess, by a factor $e^{10 - 7} \approx 20$ if nothing is divided; with
the division by $\sqrt 4$ of the document's own remark, by $e^{1.5} \approx 4.5$.

## Two spaces of the same dimension

Query and key both have $r$ coordinates, and yet the document calls their spaces $E_Q$ and $E_K$.
That is more than pedantry, and can be put to a test: choose other coordinates in $E_Q$,
$q' = G q$ with any invertible $G$. Scores are to stay the same, so keys have to change too,
and *not* in the same way:
$$ (G q)^T (G^{-T} k) = q^T k . $$
Keys are transformed by $G^{-T}$: they measure queries, $E_K$ is the dual space of $E_Q$. A few
lines on, the key of the castle is said to be in $E_Q$. Then it would be transformed by $G$, and
the score would be another one. It is a slip of one letter: the page's own formula for the princess,
$k \in E_K$, is right.
*/
/// I + s e_1 e_r^T, whose inverse is I - s e_1 e_r^T if r is 2 or more.
static arma::mat shear(arma::uword r, double s)
{
  arma::mat G(r, r, arma::fill::eye);
  G(0, r - 1) = s;
  return G;
}

SECTION(two_spaces)
{
  const auto scores_in = [](bool dual) {
    return [=](Draw& draw) {
      const arma::uword r = draw.size("r", 2, 5);
      const double s = double(draw.integer("s", -9, 9));
      const arma::mat q = draw.integer_matrix("q", r, 1, -9, 9);
      const arma::mat k = draw.integer_matrix("k", r, 1, -9, 9);
      const arma::mat moved = dual ? arma::mat(shear(r, -s).t() * k) : arma::mat(shear(r, s) * k);
      return difference(attention_scores(shear(r, s) * q, moved), attention_scores(q, k));
    };
  };
  chapter.claim("exo7-6.4-EK", slip)
      .as_printed("k = W_K v is in E_Q: new coordinates of E_Q change k as they change q")
      .property("the score after a change of coordinates, k changed by G", scores_in(false),
                exactly())
      .meant("k = W_K v is in E_K, where coordinates change by the inverse transpose of G",
             "the key of the princess, k ∈ E_K")
      .property("the score after a change of coordinates, k changed by the inverse transpose",
                scores_in(true), exactly());
  chapter.reading("exo7-6.4-EQ-EK", holds,
                  "equal dimensions do not make two spaces one: W_Q and W_K are different maps");
  const auto new_coordinates = [](Draw& draw) {
    const arma::uword r = draw.size("r", 2, 5), n = draw.size("n", 1, 5);
    const arma::mat W_Q = draw.integer_matrix("W_Q", r, n, -9, 9);
    const arma::mat W_K = draw.integer_matrix("W_K", r, n, -9, 9);
    const arma::mat moved = (shear(r, 3) * W_Q).t() * (shear(r, -3).t() * W_K);
    return arma::all(arma::vectorise(moved == W_Q.t() * W_K));
  };
  chapter
      .finding("only-the-product",
               "W_Q and W_K count only through the n x n matrix of rank r at most that is their "
               "product: G W_Q and G^(-T) W_K give the same scores of all words")
      .property("(G W_Q)ᵀ G^(-T) W_K against W_Qᵀ W_K, exactly", new_coordinates, 300);
  chapter.proposition("rank", {"rank_query_key"});

  /**
  So a single coordinate of a query means nothing: other coordinates are as good. Only
  $W_Q^T W_K$ belongs to the head itself, $n \times n$ and of rank $r$ at most (proven, and every matrix of
  such a rank occurs).

  ## Is a word's query its key?

  There is no reason, says the document, if $W_Q \ne W_K$. Every word's query is its own key
  only if the matrices are equal, for the differences are combinations of the columns of
  $W_Q - W_K$. But "no reason" is not "never". As soon as $r < n$ there *are* vectors for which the two
  agree, whatever the matrices: the kernel of $W_Q - W_K$ has dimension $n - r$ at least. With
  $n = 768$ and $r = 64$, that is $704$ of 768.
  */
  const arma::vec q = {2, 1, 4, 3}, castle = {-2, 0, 2, 2};
  const auto own_key = [](auto& W_Q, auto& W_K) {
    const arma::mat words(W_Q.n_cols, W_Q.n_cols, arma::fill::eye);
    const arma::umat same = W_Q * words == W_K * words, columns = W_Q == W_K;
    return arma::all(arma::vectorise(arma::all(same) == arma::all(columns)));
  };
  chapter.claim("exo7-6.4-q-differs-k", holds)
      .fact("the castle's own q and k", arma::any(q != castle), "(2, 1, 4, 3) and (-2, 0, 2, 2)")
      .property("the word e_j has q = k if and only if W_Q and W_K agree in column j",
                over_integer_matrices({"W_Q r x n", "W_K r x n"}, Integers{3, -1, 1}, own_key));

  /**
  The kernel can be computed without rounding, for whole matrices drawn at random, and on it the
  two maps agree to the last digit.
  */
  const auto shared = over_integer_matrices({"W_Q r x n", "W_K r x n"}, [](auto& W_Q, auto& W_K) {
    const RationalMatrix difference_of_maps(arma::mat(W_Q - W_K));
    const RationalMatrix words = kernel(difference_of_maps);
    if (words.cols() + W_Q.n_rows < W_Q.n_cols)
      return false;
    return words.cols() == 0 || RationalMatrix(W_Q) * words == RationalMatrix(W_K) * words;
  });
  chapter
      .finding("words-that-are-their-own-key",
               "vectors with W_Q v = W_K v form a space of dimension n − r at least")
      .property("dimension of the kernel of W_Q − W_K, and q = k on it, exactly", shared, 300);
}

/**
## The cosine is not almost equivalent

One could compare by the cosine, the note says, which is almost equivalent. Since
$q \cdot k = |q|\,|k| \cos(q, k)$, it is not, for two reasons.

**The order of keys changes.** To one query, $|q|$ is common to all keys, but $|k|$ is not. For
$q = (1, 0)$ the key $(3, 3)$ has the larger product, 3 against 2, and $(2, 0)$ the larger cosine,
1 against $0.71$. A long key is heard by everyone on its side; the cosine is deaf to length.

**Nothing can be said firmly.** Cosines lie in $[-1, 1]$, so no weight among $K$ exceeds
$$ \frac{e^2}{e^2 + K - 1}, $$
which one key along $q$ and all the others opposite attain. For four words that is $0.71$; for a
context of 1024 tokens $0.0072$, seven times an equal share. (Models that do use cosines multiply
them by a learned factor first.)
*/
SECTION(cosine)
{
  const arma::vec q = {1, 0}, diagonal = {3, 3}, along = {2, 0};
  const auto pattern_of_cosines = [](const arma::mat& Q, const arma::mat& K) {
    return softmax_rows(attention_scores(arma::normalise(Q), arma::normalise(K)));
  };
  const auto greatest = [](double n) { return std::exp(2) / (std::exp(2) + n - 1); };
  const auto equal_norms = [](Draw& draw) {
    const arma::uword r = draw.size("r", 1, 6);
    const arma::vec query = draw.integer_matrix("q", r, 1, -9, 9);
    const arma::vec k = draw.integer_matrix("k", r, 1, 1, 9), other = -arma::reverse(k);
    if (arma::all(query == 0))
      return true;
    const double products = arma::dot(query, k - other);
    const double cosines = cosine(query, k) - cosine(query, other);
    return products == 0 ? std::abs(cosines) < 1e-14 : (products > 0) == (cosines > 0);
  };
  const auto first = [](double of_diagonal, double of_along) {
    return std::string(of_diagonal > of_along ? "(3, 3)" : "(2, 0)");
  };
  /**
  Of keys of equal length, products and cosines are proportional, and the order is the same; that
  much is true in "almost". For the bound, take a long query, $(8, 0)$, and four keys, one along
  it and three against it. The product gives the first all the attention, the cosine $0.71$,
  whatever the length of the query.
  */
  arma::mat opposite(2, 4);
  opposite.each_col() = -q;
  opposite.col(0) = q;
  chapter.claim("exo7-6.4-cosine-equivalent", refuted)
      .as_printed("cosines order the keys of a query as scalar products do")
      .equal("the first of (3, 3) and (2, 0), by products and by cosines",
             first(arma::dot(q, diagonal), arma::dot(q, along)),
             first(cosine(q, diagonal), cosine(q, along)))
      .as_printed("and their patterns are nearly the same")
      .at_most(
          "the castle's query (8, 0) and keys along and against it: weights 1 and 0.71 of four",
          arma::abs(softmax_rows(attention_scores(8 * q, opposite)) -
                    pattern_of_cosines(8 * q, opposite))
              .max(),
          0.05)
      .corrected(
          "q · k = |q| |k| cos(q, k): the same order for keys of equal length; and no weight "
          "of cosines exceeds e² / (e² + K − 1)")
      .property("the order of keys of equal length, by products and by cosines", equal_norms, 300)
      .property("weights of cosines are at most e²/(e² + K − 1)",
                queries_and_keys(2,
                                 [=](const arma::mat& Q, const arma::mat& K) {
                                   return pattern_of_cosines(Q, K).max() <=
                                          greatest(double(K.n_cols)) + 1e-14;
                                 }))
      .agree("one key along q and three opposite attain it", pattern_of_cosines(q, opposite)(0),
             greatest(4), ulps(12));
  chapter.figure("dot-and-cosine", draw_dot_and_cosine);
}

/**
On the left, every key to the right of the dashed line beats the key $(2, 0)$ by the product, and
only those on the axis itself have its cosine. On the right is the most that a head of cosines can give
to its favourite, however well it has learned. The equal share is there for comparison: with cosines, the
best key gets $e^2$ times what the worst gets, and never more.

## In short

A score is a sum of products of coordinates, 7 and 10 are right, and the key of the castle is in
$E_K$. Only $W_Q^T W_K$ counts. The cosine compares directions alone: a different order, and no
way to be sure of anything.
*/
