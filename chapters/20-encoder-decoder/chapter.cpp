#include "epreuve/chapter.hpp"
#include "figures.hpp"

/**
# Encoder and decoder: the whole Transformer

GPT-2 continues a text. The Transformer of @vaswani-2017 was made for something else: to read one text and to write
another, its translation. It has a part that reads, the *encoder*, a part that writes, the *decoder* (*encodeur*,
*décodeur*), and a layer that joins them. What exactly goes from one to the other? What is computed at once, and what
word by word? And how many of its 65 million weights can we find?

## The answer

One matrix goes across, and nothing else: $z$, the output of the encoder's last block, one column for each word of the
source. Every block of the decoder makes keys and values of it, by matrices of its own, and asks with queries of its own
words. Reading takes one pass, whatever the length. So does training, since the words that the decoder is to be given
are known. Writing takes a pass for each word.
*/
using namespace epreuve::course;

SECTION(answer)
{
  chapter.figure("transformer", draw_transformer);
  chapter.claim("masterclass-enc-fig-full", illustrative)
      .invented("our diagram, for a figure that the copy lacks");
  chapter.figure("black-box", draw_black_box);
  chapter.claim("iaetnous-tr-figs-blackbox", illustrative)
      .invented("our diagram, for two figures that the copy lacks");
}

/**
## What the documents have wrong

Of 39 claims three are false.

- **masterclass** puts $Q = K = V = X$ into the formula of attention. Then there is nothing to learn in it, and of words of
  equal length none could attend to another one more than to itself. Queries, keys and values are projections of $X$, as
  the document has it elsewhere.
- **masterclass** calls the Transformer *entirely* parallel. Training is, over the words of a text; writing is not, as
  the document itself says of the decoder.
- **iaetnous** gives GPT-2 a stack of 36 *encoders*. One size of GPT-2 of four has 36 blocks, and they are those of a
  decoder without cross-attention: none of them sees a later word.

Much only looks wrong. *x + FFN(x)* is what is added, before the norm that the same line announces. ReLU *or GELU* is a
remark on the networks that came after; the formula is ReLU's. *Each word on its own path* is true of all but one layer,
and that layer is named.

## What the pages are about

The first page builds the encoder and finds out who depends on whom; the second does so with the decoder, and shows that
training it at once and running it word by word are the same computation. On the third we count weights, against the
article's table. The fourth one writes: word by word, greedily or with several beginnings kept. On the fifth a trained
translator runs, of which everything that matters can be counted. The last two change what is read: recurrent networks
before the Transformer, with one vector or with attention; and pictures in the place of sentences.
*/

SECTION(article)
{
  chapter.reading("masterclass-objectives", holds,
                  "the document has a part on each of the six points that it announces");
  chapter.reading("iaetnous-art-2017", holds,
                  "arXiv 1706.03762, 12 June 2017; its title page has the eight authors");
  chapter.reading("masterclass-global-encdec", holds,
                  "section 3 of the article; what came after it kept one of the two parts: BERT "
                  "the encoder, GPT the decoder");
  chapter.reading("iaetnous-art-abstract", holds,
                  "the abstract's sentence; table 2 has 3.3·10¹⁸ operations of training for the "
                  "base model, 2.3·10¹⁹ for the LSTMs of GNMT, both for English to German");
  chapter.claim("iaetnous-art-bleu-de", holds)
      .at_least("28.4 less 26.36, the best before, an ensemble of convolutional networks",
                28.4 - 26.36, 2)
      .by_reading("table 2, large model; the base model has 27.3");
  chapter.claim("iaetnous-art-bleu-fr", holds)
      .at_least("41.8 less 41.29, the best before, an ensemble", 41.8 - 41.29, 0)
      .by_reading("abstract and table 2 of the later versions, of one model; the first version "
                  "has 41.0, and so has its section 6.1 to the last");
  chapter.reading("masterclass-beyond-sota", holds,
                  "on the tasks that it names: translation, table 2 of the article; questions and "
                  "answers, SQuAD (BERT, 2018); summaries (BART, 2019). \"Nearly all\" leaves "
                  "room for the others");
}

/**
BLEU, the measure of these two, counts the groups of one to four words that a translation shares with those of people. It
is a number from 0 to 100, and one of which two decimals are noise; chapter after chapter we have asked for exact numbers,
and here there are no exact ones to check. That is why the translator of a language whose translations are known exactly is worth having.

## In short

- Encoder: self-attention, feed-forward, each followed by a sum and a norm; six times. Everyone sees everyone.
- Decoder: masked self-attention, cross-attention, feed-forward; six times. Its words see earlier words and all of $z$.
- One pass in training, $m$ passes for $m$ words of writing, and both compute the same numbers.
- 44.1 million weights in the blocks, and 512 for each row of the embedding.
- Before the Transformer one vector of fixed length went across, and then all states of a recurrent network (the sixth page). Since
  the decoder does not ask what $z$ was made of, a picture will do as well (the seventh).
*/
