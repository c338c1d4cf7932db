#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/softmax_to_base.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-lookup.hpp"

#include <cmath>

using namespace epreuve::course;
using arma::SizeMat;

/**
# Questions and a FAQ: the notes

The notes tell attention as a conversation. A token has questions (its query), and offers a list
of frequently asked questions (its keys) with answers (its values). Query and key meet in a dot
product; where it is large, the answer is worth hearing. All of it holds but the one formula:
$\mathrm{softmax}(K^TQ)V$ cannot be multiplied. Tokens are columns here, and softmax goes down the
columns, so that the values must come first: $V\,\mathrm{softmax}(K^TQ)$.

## What for

"Tour" is a tower, until "Eiffel" comes. The vector of "tour" should then move to the place of the
*tour Eiffel*. Can a head do that? Here is one, in the plane, with numbers of our own: "la",
"tour" and "Eiffel" are $(-1, -1)$, $(2, 0)$ and $(0, 2)$; what "Eiffel" has to say is its own
vector, and the place to reach is $(2, 2)$. The query of "tour" is $(0, c)$: it asks how far up a
token lies. The larger $c$, the surer the answer, and the next page says how
fast: with the scores $2c/\sqrt2$, $0$ and $-c/\sqrt2$ no more than $2e^{-\sqrt2\,c}$ of the
attention goes elsewhere.
*/
static const arma::mat embeddings{{-1, 2, 0}, {-1, 0, 2}}; // la, tour, Eiffel

static arma::vec tour_after(double c)
{
  const arma::mat W_Q{{0, 0}, {c / 2, 0}};
  return embeddings.col(1) + attend(W_Q * embeddings.col(1), embeddings, embeddings);
}

SECTION(tour_eiffel)
{
  Claim& claim = chapter.claim("notes-2-context", holds);
  const double farthest = arma::norm(embeddings.col(2) - embeddings.col(0));
  for (const double c : {1, 4, 16})
    claim.at_most(fmt::format("distance of tour from the place of tour Eiffel, c = {}", c),
                  arma::norm(tour_after(c) - arma::vec{2, 2}),
                  2 * std::exp(-std::sqrt(2) * c) * farthest + 1e-15);
  claim.by_reading("that there is such a place is a way of speaking: embeddings are vectors, and "
                   "attention adds to them what other tokens say");
  chapter.figure("tour", [](Figure& figure) { draw_tour(figure, embeddings, tour_after); });
}

/**
A head that asks nothing, $c = 0$, adds the mean of all three tokens and moves "tour" a little.
The louder the question, the nearer it comes to where it should be. It never arrives: every token
keeps some weight, and the place is a limit.

## Three products

A query is $W_Q$ times an embedding, a key $W_K$ times an embedding, and the values go the same
way (the notes name no $W_V$). So the dot products of all keys with all queries are $E^T W_K^T W_Q
E$: for each pair of words one number, made by one matrix of rank at
most $r$. The answer need not resemble the question, as the notes say: values do not enter the
weights, and outputs are linear in them.
*/
SECTION(three_products)
{
  const auto column_by_column = [](auto& W, auto& E) {
    arma::mat each(W.n_rows, E.n_cols);
    for (arma::uword k = 0; k < E.n_cols; ++k)
      each.col(k) = W * E.col(k);
    return difference(each, W * E);
  };
  const auto one_matrix =
      over_integer_matrices({"A r x n", "B r x n", "E n x K"}, [](auto& A, auto& B, auto& E) {
        const arma::mat form = B.t() * A;
        return difference(arma::mat(B * E).t() * (A * E), E.t() * form * E);
      });
  chapter.claim("notes-2-queries", holds)
      .property("the query of a token is W_Q times its embedding, whatever the others",
                over_integer_matrices({"A r x n", "E n x K"}, column_by_column), exactly(), 300)
      .property("KᵀQ = Eᵀ (W_Kᵀ W_Q) E", one_matrix, exactly(), 300);
  chapter.claim("notes-2-keys", holds)
      .property("the key of a token is W_K times its embedding, whatever the others",
                over_integer_matrices({"B r x n", "E n x K"}, column_by_column), exactly(), 300)
      .by_reading("a FAQ: a key does not know who will ask, and is compared with every query");
  /**
  The values are another matter. A key answers "is this for me?", a value "what do I take along?",
  and one token can be easy to find and have little to say. In the computation that is a plain
  fact: the values are outside softmax. So the output is linear in them, though in nothing else, and
  the gradient that reaches $W_V$ is the simple one (two pages later).
  */
  chapter.claim("notes-2-values", holds)
      .property("twice the values, twice the output: the weights do not see them",
                over_integer_matrices({"Q r x K", "B r x K", "V m x K"},
                                      [](auto& Q, auto& K, auto& V) {
                                        return difference(attend(Q, K, 2 * V), 2 * attend(Q, K, V));
                                      }),
                exactly(), 300)
      .by_reading("answers: the output is made of them, once the weights are there");

  /**
  How small is "much smaller"? A head of GPT-2 has queries of 64 numbers, where tokens have 768;
  in the largest GPT-3 it is 128 of 12 288 [@brown-2020, table 2.1]. That is per head. The
  heads of a layer together ask 768 numbers of 768: the layer's $W_Q$ is square.
  */
  const double n = published_sizes("wpe.weight")(0) / 1024,
               all = published_sizes("attn.c_attn.weight")(0);
  chapter.claim("notes-2-small-dimension", holds)
      .equal("dimensions of a query of GPT-2, 12 heads", n / 12, 64.0)
      .at_most("dimensions of a query over those of an embedding, GPT-2", 64 / n, 0.1)
      .at_most("dimensions of a query over those of an embedding, GPT-3", 128 / 12288.0, 0.1);
  chapter
      .finding("square-together",
               "the W_Q of all heads of a layer of GPT-2 together is square: only "
               "that of a single head is small")
      .equal("numbers in W_Q, W_K and W_V of a layer", arma::uword(all), arma::uword(3 * n * n));
  chapter.reading(
      "notes-2-fig-queries-keys", illustrative,
      "the place for the figure is empty in the copy; drawn here is what the text says");
  chapter.figure("a-faq", draw_queries_and_keys);
}

/**
## A large number

A large dot product means a word of interest. Large compared with what? Softmax sees only
differences: add 100 to all dot products of a query, and no weight changes. Only the lead over the
others counts.

The notes speak of the keys of the *other* words, since it is from these that a token can learn. The
token's own key is among those that are compared all the same: its product is on the diagonal of
$K^TQ$, and a token alone would otherwise have nothing to look at. A recipe of the others alone, such
as step 2 of iaetnous (two pages back), gives each of them more than attention does.
*/
SECTION(large_numbers)
{
  const auto order = over_integer_matrices({"s K x 1"}, [](auto& s) {
    const RationalMatrix p = softmax_to_base(2, s.col(0));
    for (arma::uword i = 0; i < s.n_rows; ++i)
      for (arma::uword j = 0; j < s.n_rows; ++j)
        if ((p(i, 0) > p(j, 0)) != (s(i) > s(j)))
          return false;
    return true;
  });
  /**
  And does a large number matter if all are large? The same 100 in numerator and denominator,
  $2^{100}$ to the base 2, cancels. A head cannot say "nothing here concerns me" by small scores:
  its weights have sum 1 whatever they are. (A head that is to stay silent needs a token
  with a small value to look at.)
  */
  const auto shifted = over_integer_matrices({"s K x 1"}, [](auto& s) {
    return softmax_to_base(2, s.col(0) + 100) == softmax_to_base(2, s.col(0));
  });
  const auto products = over_integer_matrices({"Q r x K", "B r x K"}, [](auto& Q, auto& K) {
    arma::mat by_pairs(K.n_cols, Q.n_cols);
    for (arma::uword i = 0; i < K.n_cols; ++i)
      for (arma::uword j = 0; j < Q.n_cols; ++j)
        by_pairs(i, j) = arma::dot(K.col(i), Q.col(j));
    return difference(by_pairs, K.t() * Q);
  });
  chapter.claim("notes-2-dot-products", holds)
      .property("column j of KᵀQ: the dot products of query j with all keys", products, exactly(),
                300)
      .property("the larger dot product has the larger weight, to the base 2", order, 300);
  const auto without_own = over_integer_matrices({"s K x 1"}, [](auto& s) {
    const RationalMatrix p = softmax_to_base(2, s.col(0)); // the first key is the token's own
    if (s.n_rows == 1)
      return p(0, 0) == 1;
    const RationalMatrix others = softmax_to_base(2, arma::vec(s.tail_rows(s.n_rows - 1)));
    for (arma::uword j = 1; j < s.n_rows; ++j)
      if (others(j - 1, 0) * (1 - p(0, 0)) != p(j, 0) || others(j - 1, 0) <= p(j, 0))
        return false;
    return true;
  });
  chapter
      .finding("own-key", "without its own key, a token would give every other 1/(1 − α) times its "
                          "weight, α that of the own key")
      .property("weights to the base 2, with and without the own key", without_own, 300);
  chapter.finding("large-is-relative", "100 more for all dot products of a query changes no weight")
      .property("weights to the base 2, before and after", shifted, 300);
}

/**
## The formula that cannot be multiplied

Column $j$ of $K^TQ$ belongs to query $j$, and softmax makes each column a distribution, as the
notes say. It is $K \times K$. The values are columns as well, $d_v \times K$. In the printed
order $K$ columns meet $d_v$ rows: no product, as soon as there are two tokens and one number per
value. If $d_v$ happens to be $K$, it can be formed and means nothing: rows of values are mixed,
coordinate with coordinate. And should the values be rows for once, then output $j$ is made with
the weights of *row* $j$, which have any sum. The least correction exchanges the two factors.

(The notes do not divide by $\sqrt r$ either; and an addition to the embedding has to have its
size, so that their $W_V$ is $n \times n$, or $W_O W_V$.)
*/
SECTION(values_in_front)
{
  RationalMatrix P(2, 2); // softmax of the columns (1, 0) and (2, 0), to the base 2
  for (arma::uword j = 0; j < 2; ++j) {
    const RationalMatrix column = softmax_to_base(2, {double(j + 1), 0});
    P(0, j) = column(0, 0);
    P(1, j) = column(1, 0);
  }
  const RationalMatrix values{{1, 2}, {3, 4}};
  const auto by_columns = over_integer_matrices(
      {"Q r x K", "B r x K", "V m x K"}, {5, -3, 3}, [](auto& Q, auto& K, auto& V) {
        return difference(V * softmax_columns(K.t() * Q), attention_written_out(Q, K, V, 1));
      });
  chapter.claim("notes-2-KTQV", ill_typed)
      .as_printed("softmax(KᵀQ) V, a value per column")
      .conformable("softmax(KᵀQ), 2 tokens", SizeMat(2, 2), "V, one number per value",
                   SizeMat(1, 2))
      .equal("for values of 2 numbers: the product against V softmax(KᵀQ)", P * values, values * P)
      .as_printed("softmax(KᵀQ) V, a value per row")
      .equal("weights of the first output, their sum", Rational(P(0, 0) + P(0, 1)), 1)
      .corrected("V softmax(KᵀQ)")
      .conformable("V, one number per value", SizeMat(1, 2), "softmax(KᵀQ), 2 tokens",
                   SizeMat(2, 2))
      .equal("weights of the first output, their sum", Rational(P(0, 0) + P(1, 0)), 1)
      .property("V softmax(KᵀQ), written out", by_columns, absolute(2e-12), 300);
  chapter.reading(
      "notes-2-fig-values", illustrative,
      "the place for the figure is empty in the copy; drawn here is what the text says");
  chapter.figure("weighted-answers", draw_weighted_answers);
}

/**
## In short

The conversation is a good one: three products, one comparison, one mean. Its formula has its
factors exchanged, and it shows by their shapes. "Large" means larger than the others; "small" is
said of one head.
*/
