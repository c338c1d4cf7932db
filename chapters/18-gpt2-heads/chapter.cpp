#include "epreuve/chapter.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/figures/head_view.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/gpt2/words.hpp"
#include "epreuve/instruments/gpt2/decided_by_weights.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"
#include "patterns.hpp"

#include <string>
#include <string_view>
#include <vector>

/**
# GPT-2's heads: what attention looks at

GPT-2 Small has twelve layers (*couches*) of twelve heads (*têtes d'attention*). Each of the 144
computes a matrix $h$ of weights: row $i$ says how much token $i$, as a query (*requête*), takes
from every token $j$, as a key (*clé*). After all the algebra, the document opens the real machine
and looks into four of them. It prints one matrix and describes three more heads in a sentence each.
Do these heads do what it says, and how?
*/
using namespace epreuve::course;

/**
## The answer

So far as one can see without all the weights, they do. On sentences that the document does not
have, head 0.3 looks mostly at the token itself, 0.9 at all tokens so far, 4.11 at the one before;
and of all 144 heads, 0.5 is the one that most compares a token with itself, which is what finding
repetitions takes.
*/
SECTION(answer)
{
  chapter.shows("four-heads");
}

/**
One sentence of the document is wrong.

 - The attention of a word is not computed only from the words that precede it: the word itself
   takes part.

Seven claims have to wait for all of GPT-2's weights: the matrix and the figure of 4.11, what the
four heads do, and what higher layers represent. There are three kinds of evidence, and we keep them
apart: the sixteen printed numbers; rows of weights that others have published of the same heads on
other sentences, which we did not compute, and quote with their source; and the weights themselves.
The whole file is half a gigabyte, but a quarter of it holds all attention matrices, all layer norms
and all positions. That part decides on its own what kind of form a head computes, what it does with
positions alone, and whether learned positions resemble the sines and cosines of chapter 5.

The document does not say whether its "layer 4, head 11" counts from 0 or from 1. The rows published
elsewhere count from 0, and their head 11 of layer 4 does just what the document says. We count from
0, and write 4.11.

## Four tokens

The sentence is "The dog is black", and the document says that it has the tokens **The**, **\_dog**,
**\_is**, **\_black**, where the underscore stands for the space that belongs to the word. One can
check that without the vocabulary. The tokenizer first cuts a text into words that no token crosses:
that gives four pieces, hence at least four tokens. The printed matrix has four rows, hence there
are exactly four, and each piece is one token. The vocabulary, if it is available, agrees.
*/
SECTION(tokens)
{
  const PublishedPatterns& dog = black_dog();
  std::vector<std::string> pieces;
  gpt2::for_each_word(dog.text, [&](std::string_view word) { pieces.emplace_back(word); });
  chapter.claim("exo7-6.5-tokens", holds)
      .equal("pieces of the sentence that no token crosses",
             fmt::format("{}", fmt::join(pieces, "|")), "The| dog| is| black")
      .equal("rows of the printed matrix, one per token", dog.of_head.at("4.11").n_rows, 4);
}

SECTION(tokens_of_the_vocabulary, gpt2::tokenizer_files)
{
  const gpt2::Tokenizer& tokenizer = gpt2::PublishedFiles::here().tokenizer().value();
  std::vector<std::string> cut;
  for (const gpt2::Token token : tokenizer.encode(black_dog().text))
    cut.push_back(tokenizer.bytes(token));
  chapter.claim("exo7-6.5-tokens", holds)
      .equal("the sentence, cut with the published vocabulary",
             fmt::format("{}", fmt::join(cut, "|")), "The| dog| is| black");
}

/**
## Sixteen printed numbers

Here is the matrix of head 4.11 on these four tokens, five digits each:

$$h = \begin{pmatrix} 1.0000 & 0 & 0 & 0 \\ 9.9992\cdot10^{-1} & 7.8670\cdot10^{-5} & 0 & 0 \\
2.3590\cdot10^{-6} & 9.9987\cdot10^{-1} & 1.2841\cdot10^{-4} & 0 \\
9.9210\cdot10^{-8} & 1.6798\cdot10^{-8} & 1.0000 & 1.6479\cdot10^{-7} \end{pmatrix}$$
*/
static const char* const printed = "1.0000e+00 0.0000e+00 0.0000e+00 0.0000e+00;"
                                   "9.9992e-01 7.8670e-05 0.0000e+00 0.0000e+00;"
                                   "2.3590e-06 9.9987e-01 1.2841e-04 0.0000e+00;"
                                   "9.9210e-08 1.6798e-08 1.0000e+00 1.6479e-07";

const PublishedPatterns& epreuve::black_dog()
{
  static const PublishedPatterns dog{"The dog is black",
                                     {464, 3290, 318, 2042},
                                     {"The", "_dog", "_is", "_black"},
                                     {{"4.11", printed}}};
  return dog;
}

/**
Rounded to integers, it is the document's second table. And whatever the weights are, each row is a
softmax: its four numbers sum to 1, up to the printed digits. A printed number stands for an
interval half a unit of its last digit to each side, so a row may miss 1 by at most the sum of its
half units. We add up in exact fractions.

Above the diagonal there are zeros, and the reason that the document gives is the mask. The printed
rows bear the zeros out: the entries up to the diagonal sum to 1 by themselves, within their digits,
and leave nothing for the keys beyond it. And the mask explains them. A masked score is $-\infty$,
which softmax turns into exactly 0 and not a small number (chapter 1); without the mask no weight is
0, for no exponential is. (The $1.6798\cdot10^{-8}$ below the diagonal is small, and printed all the
same.)
*/
SECTION(sixteen_numbers)
{
  const PrintedTable table = parse_printed_table(printed);
  chapter.claim("exo7-6.5-rounded-table", reproduced)
      .prints("1 0 0 0; 1 0 0 0; 0 1 0 0; 0 0 1 0", black_dog().of_head.at("4.11"));
  decided_by_weights(chapter, "exo7-6.5-matrix-4-11", "the rows sum to 1 within their digits")
      .at_most("printed rows: distance of their sums from 1, in half units",
               distance_from_distributions(table), 1);
  const auto masked = [](const arma::mat& Q, const arma::mat& K) {
    return largest_above_diagonal(attention::causal_pattern(Q, K)) == 0;
  };
  const auto not_masked = [](const arma::mat& Q, const arma::mat& K) {
    return softmax_rows(scaled_attention_scores(Q, K)).min() > 0;
  };
  chapter.claim("exo7-6.5-lower-triangular", holds)
      .at_most("printed rows up to the diagonal: distance of their sums from 1, in half units",
               distance_from_causal_distributions(table), 1)
      .property("a masked pattern is 0 above the diagonal", queries_and_keys(2, masked), 300)
      .property("without the mask every weight is above 0", queries_and_keys(2, not_masked), 300);
}

/**
The next sentence goes one word too far. The attention of a word, it says, is computed only from the
words that *precede* it. Then the diagonal would be empty, and the first word, which nothing
precedes, would have to take the softmax of no numbers at all. But the matrix above has a diagonal:
$7.8670\cdot10^{-5}$, small though it is, is what **\_dog** keeps for itself, and **The** keeps
everything, having no choice. What matters for predicting is that the mask lets nothing *after* the
word through: change the later tokens as you like, and row $i$ stays the same.
*/
SECTION(preceding_words)
{
  const arma::mat& h = black_dog().of_head.at("4.11");
  const auto row_without_later = [](const arma::mat& Q, arma::mat K, Draw& draw) {
    const arma::uword i = draw.size("i", 0, K.n_cols - 2), later = K.n_cols - 1 - i;
    const arma::mat before = attention::causal_pattern(Q, K);
    K.tail_cols(later) = draw.matrix("other K", 3, later, -5, 5);
    return difference(attention::causal_pattern(Q, K).row(i), before.row(i));
  };
  chapter.claim("exo7-6.5-preceding-words", refuted)
      .as_printed("hᵢⱼ ≠ 0 only for j < i")
      .at_most("largest printed weight of a word on itself", h.diag().max(), 0)
      .corrected("hᵢⱼ ≠ 0 only for j ≤ i: the word itself and those that precede it")
      .at_most("largest printed weight on a later word", largest_above_diagonal(h), 0)
      .at_least("smallest printed weight of a word on itself", h.diag().min(), 1e-7)
      .property("row i does not see the tokens after i", queries_and_keys(2, row_without_later),
                absolute(1e-12), 300);
}

/**
## The rule of the picture

Sixteen numbers are quickly read; a thousand are not. So the document draws each head: the tokens as
queries in a column on the left, again as keys on the right, and a segment from $i$ to $j$, the more
visible the larger $h_{ij}$. Our head view sets the opacity of the segment to the weight itself. The
rule is a definition, and nothing can prove it; but a drawing can break it, by exchanging a row and
a column or leaving out a segment, and a picture that keeps it must give the matrix back. So we let
the head view draw random patterns and read them off the segments, as closely as a screen shows
them: to half of one of the 255 shades between nothing and full ink.
*/
SECTION(segment_rule)
{
  const auto read_back = [](const arma::mat& Q, const arma::mat& K) {
    const arma::mat pattern = attention::causal_pattern(Q, K);
    Figure figure;
    head_view(figure, std::vector<std::string>(K.n_cols, "token"), pattern);
    arma::mat seen(arma::size(pattern));
    for (const Mark& mark : figure.model().panels.front().marks)
      if (mark.kind == Mark::Kind::segment)
        seen(-mark.y0, -mark.y1) += mark.stroke.opacity;
    return difference(seen, pattern);
  };
  chapter.claim("exo7-6.5-segment-rule", holds)
      .by_reading("it defines the drawing; what is tested is that our drawings keep to it")
      .property("a random pattern, read back from the segments of its head view",
                queries_and_keys(1, read_back), absolute(0.5 / 255), 200);
  chapter.figure("black-dog", [](Figure& figure) { draw_black_dog(figure, black_dog()); });
}
