#include "logits.hpp"

#include "concordance.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"

#include <algorithm>
#include <cmath>

/**
# Which token, and how sure?

A model has to say a word, not a vector. Which one do the logits single out, and does their norm
tell how sure the model is?

## The largest logit

Before it introduces softmax, exo7 remarks that one could look for the identifying vector $e_i$
nearest to $x$ by cosine similarity. Since $e_i$ has length 1, the cosine is $x_i / \|x\|$: the
nearest $e_i$ is simply the one with the largest logit, even when all logits are negative. Distance
must give the same answer, since $\|x - e_i\|^2 = \|x\|^2 + 1 - 2x_i$.

We draw integers, so ties occur, and the three criteria must tie in the same places. Products and
squared distances are then exact; the norm is not, but dividing by it keeps equal logits equal and
different integers different. (The zero vector has no direction; there we let all cosines tie, as
the logits do.)
*/
using namespace epreuve::course;

SECTION(largest_logit)
{
  const auto nearest_is_largest = [](auto& x) {
    const arma::mat e = arma::eye(x.n_elem, x.n_elem);
    const arma::vec cosines = e.t() * x / std::max(arma::norm(x), 1.0);
    const arma::vec distances = arma::sum(arma::square(e.each_col() - x)).t();
    const arma::uvec winners = x == x.max();
    return arma::all((cosines == cosines.max()) == winners) &&
           arma::all((distances == distances.min()) == winners);
  };
  chapter.claim("exo7-2.1-cosine-argmax", holds)
      .property("the eᵢ nearest by cosine and the nearest by distance have the largest logit",
                over_integer_matrices({"x N x 1"}, nearest_is_largest, {8}));

  /**
  So if only the winner counts, softmax is not needed: it keeps the order of the logits, and so does
  its logarithm. This is why a decoder may take the index of the highest cell wherever it likes.
  Equal logits tie, and then the first is taken; what we ask is that the winner among the logits
  *has* the largest probability.
  */
  const auto winner_wins = [](Logits x) {
    const arma::vec sigma = softmax(x), logs = log_softmax(x);
    return sigma(x.index_max()) == sigma.max() && logs(x.index_max()) == logs.max();
  };
  const auto in_order = [](Logits x) { return softmax(arma::sort(x)).is_sorted("ascend"); };
  chapter.claim("iaetnous-dec-argmax", holds)
      .property("the largest logit has the largest (log-)probability",
                vectors({1, 50}, 1000, winner_wins))
      .property("a larger logit never has a smaller probability", vectors({2, 20}, 50, in_order));

  /**
  That decoder is drawn in iaetnous: its output goes through a linear layer to the logits, through
  softmax to cells called `log_probs`, and the highest, number 5, is the word "am". Its model knows
  10 000 words, so there are 10 000 cells, which is what a matrix with 10 000 rows gives: row $i$
  makes the score of word $i$, and of no other.
  */
  const arma::vec scores = arma::randn(10000, 16) * arma::randn(16);
  const auto only_word_i_changes = [](Draw& draw, arma::mat W, auto& new_row, auto& y) {
    const arma::vec before = W * y;
    const arma::uword i = draw.size("i", 0, W.n_rows - 1);
    W.row(i) = new_row;
    const arma::uvec changed = arma::find(W * y != before);
    return arma::all(changed == i);
  };
  chapter.claim("iaetnous-dec-10000", holds)
      .same_shape("W y, W of 10 000 rows", arma::size(scores), "one score per word",
                  arma::SizeMat(10000, 1))
      .property("a new row i of W changes no score but that of word i",
                over_integer_matrices({"W N x n", "row 1 x n", "y n x 1"}, only_word_i_changes));

  /**
  But `log_probs` is the wrong name. Softmax returns probabilities, and no probability is
  its own logarithm: $\ln p \le p - 1 < p$. Log-probabilities come from *log-softmax*, $x_i - \ln
  \sum_j e^{x_j}$; they are never positive, and it is their exponentials that sum to 1. The word
  "am" is safe: the largest cell is the same one.
  */
  const auto name_taken_literally = [](Logits x) { return difference(softmax(x), log_softmax(x)); };
  const auto in_one_step = [](Logits x) { return difference(log_softmax(x), log_softmax_50(x)); };
  const auto never_positive = [](Logits x) { return log_softmax(x).max() <= 0; };
  chapter.claim("iaetnous-dec-fig-softmax", refuted)
      .as_printed("Softmax → log_probs")
      .property("softmax gives log-probabilities", vectors({1, 8}, 20, name_taken_literally),
                ulps(20))
      .corrected("Softmax → probabilities (log_probs come from log-softmax)")
      .property("log-softmax against the logarithm of softmax in 50 digits",
                vectors({2, 8}, 20, in_one_step), ulps(8), 200)
      .property("log-softmax is at most 0", vectors({1, 8}, 20, never_positive));
  chapter.figure("decoder-output", draw_decoder_output);
}

/**
A reader who turns the page finds a vocabulary of six words, in which "am" has the index 1 and 5 is
the end of the sentence. An index means nothing without its vocabulary.

## Is the norm of x our confidence?

The same passage of exo7 says that the direction of $x$ gives the token and that its norm
*generally* corresponds to the confidence. A vector is a direction and a length, so let us first
keep the direction and stretch $x$. The token stays, as a positive factor keeps the order of the
logits, and confidence grows: the derivative of $\ln \max\sigma(tx)$ is the largest logit less the
average one (weighted by $\sigma$), positive unless all logits are equal. On integers and in 50 digits
we may ask for *strictly* more.

Between two directions "generally" can only mean a tendency. We count, and need no random draws: of
all pairs of vectors with three integer entries from $-4$ to $4$, whose norms differ and whose
confidences differ, the longer vector is the more confident one in 63 %.
*/
SECTION(norm_and_confidence)
{
  const auto confidence = [](Logits x) { return softmax(x).max(); };
  const auto grows = [](Draw& draw) {
    arma::vec x = draw.integer_matrix("x", draw.size("N", 2, 6), 1, -9, 9);
    if (x.max() == x.min())
      x(0) += 1;
    const double t = draw.integer("8 t", 1, 16) / 8.0;
    const double further = t + draw.integer("8 (t' - t)", 1, 8) / 8.0;
    const auto sure = [&](double s) { return std::ranges::max(softmax_50(in_50_digits(s * x))); };
    return arma::index_max(further * x) == x.index_max() && sure(further) > sure(t);
  };
  const arma::umat ijk = arma::ind2sub(arma::SizeCube(9, 9, 9), arma::regspace<arma::uvec>(0, 728));
  const arma::mat X = arma::conv_to<arma::mat>::from(ijk) - 4; // its columns are the vectors
  // Sorted, so that vectors with the same entries have the same confidence to the last bit.
  const arma::vec sure = arma::max(softmax_columns(arma::sort(X))).t();
  const arma::vec length = arma::sum(arma::square(X)).t();
  chapter.claim("exo7-2.1-norm-confidence", holds)
      .property("in a fixed direction the token stays, and confidence grows strictly with the norm",
                grows, 300)
      .within("of all pairs in {−4, …, 4}³, the share in which the longer x is the more confident",
              concordance(length, sure), 0.625, 0.635);

  /**
  "Generally" is the right word, then, for no rule holds. What counts is how far apart the logits
  are, not how far they are from zero. Equal logits are the least confident of all, and they can be
  as long as one likes. GPT-2 itself, as we shall see, gives logits around $-94$, all 50 257 of them
  if the printed ones are typical: a norm near $21\,000$, nearly all of it along $(1, \dots, 1)$,
  which softmax does not see. The norm to look at is that of the *centred* logits, $x - \bar x$;
  with it the share rises to 78 %. (We count with $3\sum x_i^2 - (\sum x_i)^2$, three times its
  square, which is an integer.)

  That norm still does not decide. It limits confidence from above, since the sum of the
  exponentials is least, by Jensen's inequality, where the other logits are equal. But it promises
  nothing: two tokens can share the lead for ever, and neither ever passes $\frac12$.
  */
  const auto is_bounded = [&](Logits x) {
    const double N = x.n_elem, r = arma::norm(x - arma::mean(x));
    const double bound = 1 / (1 + (N - 1) * std::exp(-r * std::sqrt(N / (N - 1))));
    return confidence(x) <= (1 + 1e-12) * bound;
  };
  const arma::vec centred = 3 * length - arma::square(arma::sum(X)).t();
  chapter
      .finding("norm-no-rule", "A longer x can be the less confident one; confidence is bounded by "
                               "the norm of x − mean(x), and not determined by it")
      .at_most("confidence of (3, 3), of norm 4.24, less that of (1, 0), of norm 1",
               confidence({3, 3}) - confidence({1, 0}), -0.2)
      .property("max σ ≤ 1/(1 + (N−1) e^{−r√(N/(N−1))}), r = ‖x − mean(x)‖",
                vectors({2, 12}, 10, is_bounded))
      .at_most("confidence of (408, 408, −816), of norm 999", confidence({408, 408, -816}), 0.5)
      .within("of all pairs in {−4, …, 4}³, the share in which the longer centred x is the more "
              "confident",
              concordance(centred, sure), 0.775, 0.785);
  chapter.figure("confidence", draw_confidence);
}

/**
## Rows or columns?

In attention, softmax is applied to a whole matrix of scores, and here the documents seem to
disagree: each *row* must sum to 1 (masterclass), each *column* must (notes). Both are right, for
they arrange their tokens differently. What must sum to 1 is what one query gives to all keys. In
masterclass tokens are rows and scores $QK^T/\sqrt{d}$, so a row belongs to a query; in the notes
they are $K^TQ$ with tokens as columns, so a column does. One is the other's transpose: on integers,
whose dot products are exact, to the last bit.
*/
SECTION(rows_or_columns)
{
  const auto row_sums = [](auto& K, auto& Q) {
    const arma::mat pattern = softmax_rows(scaled_attention_scores(Q, K));
    return difference(arma::sum(pattern, 1), arma::ones(Q.n_cols));
  };
  const auto column_sums = [](auto& K, auto& Q) {
    return difference(arma::sum(softmax_columns(K.t() * Q)).t(), arma::ones(Q.n_cols));
  };
  const auto transposes = [](auto& K, auto& Q) {
    return difference(softmax_columns(K.t() * Q), softmax_rows(attention_scores(Q, K)).t());
  };
  const auto keys_and_queries = [](auto statement) {
    return over_integer_matrices({"K d x n", "Q d x n"}, statement, {8, -5, 5});
  };
  chapter.claim("masterclass-attention-rows", holds)
      .property("every row of softmax(QKᵀ/√d) sums to 1", keys_and_queries(row_sums), ulps(9));
  chapter.claim("notes-2-columns", holds)
      .property("every column of softmax(KᵀQ) sums to 1", keys_and_queries(column_sums), ulps(9))
      .property("column-wise softmax(KᵀQ) is the transpose of row-wise softmax(QᵀK)",
                keys_and_queries(transposes), exactly())
      .at_least("sum of row 1 of column-wise softmax(KᵀQ), K = Q = (1, 0), which need not be 1",
                arma::accu(softmax_columns({{1, 0}, {0, 0}}).row(0)), 1.2);

  /**
  The notes also say where the scores come from and go to: dot products "between 0 and infinity" are
  brought between 0 and 1. A dot product is negative as soon as two vectors make more than a right
  angle. The mistake has a true core: it is the *exponentials* of the scores, halfway through
  softmax, that lie between 0 and infinity.
  */
  const auto not_negative = [](auto& q, auto& k) { return arma::dot(q, k) >= 0; };
  const auto reaches_any_t = [](Draw& draw) {
    const arma::vec q = draw.vector("q", 4, 0.1, 5);
    const double t = draw.real("t", -100, 100);
    return difference(arma::dot(q, t * q / arma::dot(q, q)), t);
  };
  const auto ranges = [](auto& K, auto& Q) {
    const arma::mat e = arma::exp(attention_scores(Q, K));
    const arma::mat sigma = softmax_rows(attention_scores(Q, K));
    return e.min() > 0 && sigma.min() >= 0 && sigma.max() <= 1;
  };
  chapter.claim("notes-2-zero-infinity", refuted)
      .as_printed("q · k is between 0 and ∞")
      .property("q · k ≥ 0", over_integer_matrices({"q d x 1", "k d x 1"}, not_negative))
      .corrected("q · k is any real number; e^{q·k} is between 0 and ∞, softmax between 0 and 1")
      .property("given q ≠ 0 and any t, k = t q/‖q‖² has q · k = t", reaches_any_t, ulps(16))
      .property("scores of either sign: e^s > 0, and 0 ≤ softmax ≤ 1", keys_and_queries(ranges));
}
