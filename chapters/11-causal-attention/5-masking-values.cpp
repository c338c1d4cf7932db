#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "figures-cache.hpp"

/**
# Masking values instead of scores

iaetnous hides the words that follow by giving a probability of zero to their coordinates "in the
value vector". A value that is 0 says nothing; so is nothing heard of these words? Nothing of what
they say. But that they are there, and how well they would have matched, can still be heard, and
from that a model can learn which words they are.
*/
using namespace epreuve::course;

/**
## Set to zero after the softmax

A value vector has no coordinate for a word, and its entries are no probabilities. A row of the pattern
does have an entry for each word, and these are probabilities; a *list* of values has a vector for each.
In the sum $\sum_j A_{ij} v_j$ it is the same to set the value $v_j$ to 0 as to set the weight $A_{ij}$
to 0, so both readings of the sentence are one formula: with $A$ the pattern *without* a mask,

$$ z'_i = \sum_{j \le i} A_{ij} v_j = S_i\, z_i, \qquad S_i = \sum_{j \le i} A_{ij}
   = \frac{\sum_{j \le i} e^{s_{ij}}}{\sum_{l} e^{s_{il}}} \le 1 , $$

where $z_i$ is the output with the scores masked. The direction is right. The length is not, by a
factor in whose denominator all tokens of the text stand, those of the future with them.

In powers of 2: let the first of two tokens have the value 1 and score 0 with itself. If it scores
0 with the second as well, its share is 1/2, and so is its output; if it scores 1, they are 1/3.
It hears nobody but itself, and hears itself more softly the better the other would have matched.
*/
static RationalMatrix without_future(RationalMatrix A)
{
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = i + 1; j < A.cols(); ++j)
      A(i, j) = 0;
  return A;
}

SECTION(silenced)
{
  const RationalMatrix nothing{{0, 0}, {0, 0}}, much{{0, 1}, {0, 0}}, values{{1, 5}};
  const auto first = [&](const RationalMatrix& A) -> Rational {
    return (values * transpose(A))(0, 0);
  };
  const auto share = [](const RationalMatrix& A) -> Rational { return A(0, 0) + A(0, 1); };
  chapter.claim("iaetnous-dec-mask-value", refuted)
      .as_printed("values, or weights, of the words that follow set to 0")
      .equal("output 1 when token 2 scores 1 instead of 0",
             first(without_future(rational_pattern(much))),
             first(without_future(rational_pattern(nothing))))
      .equal("sum of the weights of token 1", share(without_future(rational_pattern(nothing))),
             Rational(1))
      .corrected("scores of the words that follow set to −∞, before softmax")
      .equal("output 1 when token 2 scores 1 instead of 0", first(rational_causal_pattern(much)),
             first(rational_causal_pattern(nothing)))
      .equal("sum of the weights of token 1", share(rational_causal_pattern(nothing)), Rational(1));
}

/**
With the scores masked the first output is 1 both times: the first token has nobody but itself,
and all of its attention stays there. (The page on the mask draws the pattern of such a head, and
shows that a division of each row by what is left of it would repair the mistake.)

There is another mistake in the sentence. It hides the words that *follow* the one that is to be
predicted; but the word itself must be hidden as well, and in the decoder of 2017 it is: what is
read is shifted by one place, so that the place that predicts a word has read only those before
it.

## Would a norm forgive it?

It would if it came right after the head: of $S_i z_i$ and of $z_i$ it makes the same vector.
But the head *adds* to the stream, and it is the sum that is normed; $x_i + S_i z_i$ and
$x_i + z_i$ have different directions, unless $z_i$ is a multiple of $x_i$.
*/
SECTION(normed)
{
  const arma::vec x{1, -1, 0, 0}, z{0, 0, 1, -1}, gain(4, arma::fill::ones);
  const auto rms = [&](const arma::vec& v) -> arma::mat { return rms_norm<double>(v, gain, 0); };
  chapter
      .finding("norm-forgives", "A norm right after the head would undo the factor; after the "
                                "sum with the stream it does not.")
      .agree("norm of z/4 against norm of z", rms(z / 4), rms(z),
             exactly()) // 4 is a power of 2
      .at_least("norm of x + z/4 against norm of x + z",
                arma::abs(rms(x + z / 4) - rms(x + z)).max(), 0.3);
}

/**
## How much leaks

One number per head and query: $1/S_i = 1 + \sum_{j > i} e^{s_{ij}} / \sum_{j \le i} e^{s_{ij}}$.
Is that little? Give every word of a language its number as its key, and let the text begin with
word 0, whose query is 1. In powers of 2, if word $w$ follows, then

$$ S_1 = \frac{1}{1 + 2^w} , $$

and these are all different: the length of the first output *names* the next word, whose value was
0. A dense layer after it can read the number off. So a model that is trained this way has the
answer before it, whichever word of the vocabulary it is, by a single head. (At places further on
its query must give the next place a high score and all others a low one, like the head that
looked ahead two pages before.)
*/
SECTION(leak)
{
  RationalMatrix share(12, 1), expected(12, 1);
  for (arma::uword w = 0; w < 12; ++w) {
    share(w, 0) = without_future(rational_pattern({{0, long(w)}, {0, 0}}))(0, 0);
    expected(w, 0) = Rational(1, 1 + (1 << w));
  }
  chapter
      .finding("leak", "With values silenced in place of scores the next word can be read off the "
                       "length of an output.")
      .equal("share of the first of two words, by the number 0 to 11 of the second", share,
             expected);
  chapter.figure("leak", [&](Figure& figure) { draw_leak(figure, share); });
}

/**
The mask has to come before softmax because softmax is where tokens compete. What takes part in the
sum is noticed, even if it is removed afterwards. $-\infty$ is the one score that does not take part.
*/
