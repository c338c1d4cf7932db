#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/instruments/vectors.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-words.hpp"
#include "pronoun.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::course;
using namespace epreuve::pronoun;

/**
# Six steps, one word at a time

iaetnous tells attention as a recipe, in four steps on one slide and in six on the next ones, with
words for formulas. The steps are right but for two words in one of them, and what the result
*means* is said wrongly. The copy has lost the drawings; the text says what they showed, so we
draw them again.

## What does "it" refer to?

*The animal didn't cross the street because it was too tired.* Replace *tired* by *wide*, and *it*
is the street. (In French, *la brebis* and *la rue* are both feminine, so that *elle* does not
decide either.) Attention, says the slide, allows the model to link *it* to *animal*. It does, and
one can say how: give words a few coordinates that mean something (pronoun, noun, animate,
adjective, and the kind of noun that the adjective asks for), and read two heads off from their tasks.
In the first, *it* looks for the adjective, whose value is the kind of noun that it asks for; that is
added to *it*. In the second, *it* looks for a noun of that kind.
*/
SECTION(it)
{
  const arma::mat tired = sentence(true), wide = sentence(false);
  const arma::mat of_tired = who_it_is(told(tired)), of_wide = who_it_is(told(wide));
  chapter.reading("iaetnous-sa-brebis", holds,
                  "fatiguée can be said of an animal and not of a street; the grammar leaves both");
  chapter.claim("iaetnous-sa-animal", holds)
      .at_least("weight that it gives to animal, too tired", of_tired(it, animal), 0.99);
  chapter.claim("iaetnous-sa-fig-it", illustrative)
      .invented("the figure is lost in the copy; the head that is drawn was built to show it")
      .at_least("weight of the link from it to animal", of_tired(it, animal), 0.99)
      .equal("the strongest link of it", of_tired.row(it).index_max(), animal);
  chapter.figure("it", [&](Figure& figure) { draw_it(figure, of_tired, of_wide); });

  /**
  One line each, from *it* to where it looks; all its other weights together are below a
  hundredth. The same two heads read both sentences, and nothing but the last word differs.

  ## Why it takes two heads, one after the other

  The two heads cannot be one. In a single layer the odds between two words are
  $$ \frac{\alpha_{ij}}{\alpha_{ik}} = e^{q_i \cdot (k_j - k_k) / \sqrt d}, $$
  and in that formula there are three words and no fourth. If *it*, *animal* and *street* arrive
  as they are in the dictionary, their odds are the same with *tired* and with *wide*: a head of
  the first layer may link *it* to the animal, but then it does so in both sentences. And *tired*
  has to have been read before: in GPT-2, where no word sees a later one, *it* never learns of
  it. To link words by their *meaning in the sentence* takes two layers at least.
  */
  const auto no_fourth_word =
      queries_and_keys(4, [](const arma::mat& Q, const arma::mat& K, Draw& draw) {
        arma::mat other_Q = Q, other_K = K;
        other_Q.tail_cols(Q.n_cols - 1) = draw.matrix("Q′", 3, Q.n_cols - 1, -5, 5);
        other_K.tail_cols(K.n_cols - 3) = draw.matrix("K′", 3, K.n_cols - 3, -5, 5);
        const arma::vec before = attention_scores(Q, K).row(0).t(),
                        after = attention_scores(other_Q, other_K).row(0).t();
        const arma::vec p = log_softmax(before), q = log_softmax(after);
        return difference(p(1) - p(2), q(1) - q(2));
      });
  chapter
      .finding("odds-of-two-words", "in one layer the odds between two words do not depend on any "
                                    "other word but the one that asks")
      .property("logarithm of the odds, all other words exchanged", no_fourth_word, absolute(1e-12))
      .equal("odds of animal and street before the first head, tired and wide",
             odds(who_it_is(tired)), odds(who_it_is(wide)))
      .at_least("odds of animal and street after it, tired", odds(of_tired), 1000)
      .at_most("odds of animal and street after it, wide", odds(of_wide), 0.001);
}

/**
## The four steps

1. A query, a key and a value for each token: three products with matrices.
2. The similarity of the query with the keys of *all other* tokens, by the *produit ponctuel*.
3. Weights, by softmax.
4. The sum of the values with these weights.

The six steps of the later slides are the same, in smaller ones: the division by $\sqrt{d_k}$ and
the softmax are steps three and four there (chapter 12 has them), multiplying and adding five and
six.

In step 2 two words can mislead. **Other**: the token's own key is among them. It is not said that the others are
all, and the slide after next has it right ("the first score is that of $q_1$ and $k_1$"), as the document's matrix
form has, $\mathrm{softmax}(QK^T/\sqrt{d_k})V$, whose diagonal is not left out; the first word of a
causal model would have nothing to look at. **Ponctuel**: the product point by point of two
vectors is a vector. What is meant, *dot product*, is *produit scalaire* in French, and so it is called on that slide.
*/
/// X W^T, tokens as rows, against W x_i token by token: queries, keys or values.
static Difference token_by_token(const arma::mat& x, const arma::mat& W)
{
  arma::mat by_token(W.n_rows, x.n_cols);
  for (arma::uword i = 0; i < x.n_cols; ++i)
    by_token.col(i) = W * x.col(i);
  return difference(x.t() * W.t(), by_token.t());
}

SECTION(four)
{
  const auto products = over_integer_matrices({"x n x K", "W d x n"}, token_by_token);
  chapter.claim("iaetnous-sa-step1", holds)
      .property("X Wᵀ against W xᵢ, token by token, for any of the three matrices", products,
                exactly());
  chapter.claim("iaetnous-step1-matrices", holds)
      .property("X Wᵀ against W xᵢ, for any of the three matrices", products, exactly())
      .by_reading("that they are learned is what training means");

  /**
  Now step 2, as it is meant, against the definition of attention. (Scores stay
  below 75 in size, so weights are right to some $10^{-14}$, and values are 5 at most.)
  */
  const auto steps_2_to_4 = queries_keys_and_values(2, [](auto& Q, auto& K, const arma::mat& V) {
    return difference(head_output(V, softmax_rows(attention_scores(Q, K))),
                      attention_written_out(Q, K, V, 1));
  });
  const arma::vec q = {2, 1, 4, 3}, k = {-1, 3, 0, 2};
  chapter.claim("iaetnous-sa-step2", slip)
      .as_printed("scores of the query with the keys, each by the product point by point")
      .equal("how many numbers a score of q and k is, of four coordinates", arma::vec(q % k).n_elem,
             1U)
      .meant("scores with the keys of all tokens, the own one included, by the scalar product",
             "the second step's slide: the first score is the produit scalaire of q1 and k1")
      .property("four steps with the own key, against attention written out", steps_2_to_4,
                absolute(1e-12))
      .equal("how many numbers a score of q and k is", attention_scores(q, k).n_elem, 1U);
  /**
  Leaving out one key is not a detail. With two tokens each would hear the other and nothing of
  itself, with weight 1 whatever its query asks: the pattern is an exchange, and $W_Q$ and $W_K$
  have nothing to learn. With one token there would be nothing to hear at all.

  Steps 3 and 4 are what they should be. "Multiplying the weights by the values" is meant as a
  product of matrices, a row of weights times $V$, and has the sum in it.
  */
  const auto normalised = vectors({1, 9}, 300, [](const arma::vec& scores) {
    const arma::vec weights = softmax(scores);
    return weights.min() >= 0 && std::abs(arma::accu(weights) - 1) < 1e-14 &&
           weights.index_max() == scores.index_max();
  });
  chapter.claim("iaetnous-sa-step3", holds)
      .property("weights of a query: not negative, of sum 1, the largest where the score is",
                normalised);
  const auto rows_times_values =
      queries_keys_and_values(1, [](auto& Q, auto& K, const arma::mat& V) {
        return difference(attend_rows(Q.t(), K.t(), V.t()),
                          attention_written_out(Q, K, V, std::sqrt(3)).t());
      });
  chapter.claim("iaetnous-sa-step4", holds)
      .property("rows of weights times the matrix of values, against attention written out",
                rows_times_values, absolute(1e-12));

  /**
  ## Importance of what, for whom?

  The result, says the slide twice, is a vector that represents the *importance of the token in
  the sequence*. It represents nothing of the kind. If importance is a number, how much the others
  attend to a token, it is in the pattern: a column's sum. The output $z_i$ is a mean of values,
  and a mean forgets its weights. Let all values be equal: then $z_i$ is that value, for the token
  to which all attend as for the one at which none looks. It is true that weight $\alpha_{ij}$ says
  how important token $j$ is *for token $i$*, and that token $i$ hears $z_i$.
  */
  const auto equal_values =
      queries_and_keys(2, [](const arma::mat& Q, const arma::mat& K, Draw& draw) {
        const arma::mat V =
            draw.matrix("v", 3, 1, -2, 2) * arma::rowvec(K.n_cols, arma::fill::ones);
        return difference(attend(Q, K, V), V);
      });
  const arma::mat Q{{0, 0, 0}, {9, 9, 9}}, K{{0, 0, 0}, {9, 0, 0}}, V(2, 3, arma::fill::ones);
  const arma::mat pattern = attention_pattern(Q, K), Z = attend(Q, K, V);
  /**
  The sums of a pattern's columns come to $K$ together, one for each row: attention that one token
  gets, the others lose. In the example three queries all ask for the first key, which leads by
  $81/\sqrt 2$; the first token gets nearly all 3, the second nothing, and their vectors are equal.
  The two statements that are true follow.
  */
  const auto inside =
      queries_keys_and_values(1, [](auto& queries, auto& keys, const arma::mat& values) {
        const arma::mat z = attend(queries, keys, values);
        const arma::vec low = arma::min(values, 1), high = arma::max(values, 1);
        return arma::mat(z.each_col() - low).min() > -1e-14 &&
               arma::mat(z.each_col() - high).max() < 1e-14;
      });
  chapter.claim("iaetnous-sa-importance", refuted)
      .as_printed("the vectors of a token to which all attend and of one to which none does differ")
      .at_least("attention that the first token gets, of three", arma::accu(pattern.col(0)), 2.99)
      .at_most("attention that the second gets", arma::accu(pattern.col(1)), 1e-9)
      .at_least("distance of their vectors, values being equal",
                arma::abs(Z.col(0) - Z.col(1)).max(), 0.01)
      .corrected("weight α_ij is the importance of token j for token i, and z_i the mean of the "
                 "values with these weights")
      .property("with equal values z is that value, whatever the weights", equal_values,
                absolute(1e-14))
      .property("every coordinate of z lies between the least and the largest of the values",
                inside);
  chapter.reading(
      "iaetnous-sa-qkv-abstractions", holds,
      "nothing but their use in the formula defines them; as the page on two words shows, "
      "only the product of W_Q and W_K counts");
}

/**
## Thinking machines

Now the recipe with two words, *Thinking* and *Machines*, and numbers. In our copy the slides have
none left. Their drawings go back to a well-known explanation of the transformer by
@alammar-2018, in which the first word's scores are 112 and 96, and are divided by $\sqrt{64} = 8$: 14
and 12. Softmax gives $1/(1 + e^{-2}) = 0.88$ and $0.12$, the numbers that are drawn there. The
division decides: undivided, a lead of 16 leaves the second word a ten-millionth. And it is the
lead alone that decides. The scores 16 and 0 would do the same as 112 and 96.

Steps five and six then multiply each value by its weight and add. To "keep the values intact" of
what counts, and drown the rest by $0.001$, takes a lead of $\ln 999 \approx 6.9$ over one other
word. Intact, to the letter, they never are.
*/
SECTION(two_words)
{
  const arma::vec scores = {112, 96};
  const arma::vec weights = softmax(scores / 8);
  chapter
      .finding("thinking-machines",
               "scores 112 and 96, divided by 8, are 14 and 12, and give weights 0.88 and 0.12")
      .equal("112 / 8 and 96 / 8", arma::vec(scores / 8), arma::vec{14, 12})
      .within("weight of Thinking, rounded 0.88", weights(0), 0.875, 0.885)
      .within("weight of Machines, rounded 0.12", weights(1), 0.115, 0.125)
      .at_most("weight of Machines, undivided", softmax(scores)(1), 1.2e-7);
  /**
  What the slides draw before, each word's three vectors and the two scores of the first word, is
  true for vectors of every size. The figures have the whole way, from the words to $z_1$.
  */
  const auto first_scores = over_integer_matrices({"Q d x 2", "K d x 2"}, [](auto& Q, auto& K) {
    const arma::mat S = attention_scores(Q, K);
    return S(0, 0) == arma::dot(Q.col(0), K.col(0)) && S(0, 1) == arma::dot(Q.col(0), K.col(1));
  });
  chapter.claim("iaetnous-step2-score", holds)
      .property("the first row of QᵀK against q₁ · k₁ and q₁ · k₂", first_scores);
  chapter.claim("iaetnous-step2-fig", holds)
      .property("the scores of the first of two words", first_scores);
  const auto three_products = over_integer_matrices({"x n x 2", "W d x n"}, token_by_token);
  chapter.claim("iaetnous-sa-fig-two-words", illustrative)
      .invented("the place for the figure is empty in the copy, and no sentence says what it shows")
      .property("q, k and v of each of two words, by three matrices", three_products, exactly());
  chapter.claim("iaetnous-step1-fig", holds)
      .property("q, k and v of each of two words, by three matrices", three_products, exactly());
  chapter.figure("two-words", draw_two_words);
  chapter.figure("thinking-machines", draw_thinking_machines);

  /**
  The last step once more, slowly: multiply, then add. The sum is the output $z$ of the first
  word, and that of the second is made in the same way with its own weights.
  */
  const auto multiplied_and_summed =
      queries_keys_and_values(2, [](auto& Q, auto& K, const arma::mat& V) {
        const arma::mat A = attention_pattern(Q, K);
        arma::vec z(2, arma::fill::zeros);
        for (arma::uword j = 0; j < K.n_cols; ++j)
          z += A(0, j) * V.col(j);
        const arma::mat Z = attention_written_out(Q, K, V, std::sqrt(3));
        return difference(z, Z.col(0));
      });
  chapter.claim("iaetnous-step6-sum", holds)
      .property("z₁ as the sum of weighted values, against attention written out",
                multiplied_and_summed, absolute(1e-12));
  chapter.claim("iaetnous-step6-fig", holds)
      .property("the sum of weighted values is z, against attention written out",
                multiplied_and_summed, absolute(1e-12));

  /**
  Leads decide which value is kept and which is drowned: over $K - 1$ other words it takes
  $\ln 999 + \ln(K - 1)$.
  */
  const auto drowned = vectors({2, 9}, 50, [](const arma::vec& x) {
    arma::vec others = x;
    others(0) = x.max() + std::log(999. * double(x.n_elem - 1)) + 1e-9; // the lead
    const arma::vec p = softmax(others);
    return p(0) >= 0.999 && p.tail(x.n_elem - 1).max() <= 0.001;
  });
  chapter.claim("iaetnous-step5-multiply", holds)
      .property("a lead of ln 999 + ln (K − 1) over all others: 0.999 is kept, 0.001 left to them",
                drowned)
      .agree("weight of one other word at a lead of ln 999", softmax({std::log(999), 0})(1), 0.001,
             ulps(20));
}

/**
So a head can keep one voice nearly as it is, if its score leads by $7 + \ln(K - 1)$ or more; and it can
mix, where scores are close. It cannot add: weights sum to 1, and a second voice that is as loud halves
the first.

## Five boxes

The article's drawing has five boxes in a chain: *MatMul, Scale, Mask, SoftMax, MatMul*. Their
order matters at one place. Scale and mask may be exchanged. A mask after the softmax would leave
rows whose sum is less than 1; before it, with $-\infty$, the masked keys get the weight 0
and the others share all of it.
*/
SECTION(five_boxes)
{
  const auto with_mask = queries_keys_and_values(2, [](auto& Q, auto& K, const arma::mat& V) {
    const arma::mat A = softmax_rows(causal_mask(scaled_attention_scores(Q, K)));
    arma::mat what_is_seen(arma::size(V));
    for (arma::uword i = 0; i < Q.n_cols; ++i)
      what_is_seen.col(i) =
          attention_written_out(Q.col(i), K.head_cols(i + 1), V.head_cols(i + 1), std::sqrt(3));
    return difference(head_output(V, A), what_is_seen);
  });
  const auto without = queries_keys_and_values(1, [](auto& Q, auto& K, const arma::mat& V) {
    return difference(head_output(V, softmax_rows(scaled_attention_scores(Q, K))),
                      attention_written_out(Q, K, V, std::sqrt(3)));
  });
  chapter.claim("iaetnous-sa-fig-sdpa", holds)
      .property("with a causal mask, against attention to the keys that are seen", with_mask,
                absolute(1e-12))
      .property("without a mask, against attention to all keys", without, absolute(1e-12));
  const arma::mat equal(4, 4, arma::fill::zeros), too_late = arma::trimatl(softmax_rows(equal));
  const arma::vec a_quarter_each = {0.25, 0.5, 0.75, 1};
  chapter
      .finding("mask-before-softmax", "the mask belongs before the softmax: after it, rows do not "
                                      "sum to 1")
      .equal("sums of rows of four equal scores, mask after the softmax",
             arma::vec(arma::sum(too_late, 1)), a_quarter_each)
      .agree("and before it", arma::vec(arma::sum(softmax_rows(causal_mask(equal)), 1)),
             arma::ones(4), ulps(2));
  chapter.figure("five-boxes", draw_five_boxes);
}

/**
With the mask after the softmax the rows sum to $\frac14, \frac12, \frac34$ and 1. The first word, which
sees itself only, would hear a quarter of itself. With the mask before it, each row shares out the
whole of its attention among the words that it sees, whether one or four.

## In short

Three products, scores with *all* keys, the division, softmax, weighted values, their sum. The
result is what a token hears, and not how important it is. A head can link *it* to the animal;
that it does so because of *tired* takes two.
*/
