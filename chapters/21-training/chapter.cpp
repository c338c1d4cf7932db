#include "epreuve/chapter.hpp"
#include "figures.hpp"
#include "two_layers.hpp"

/**
# Training: how a network learns

The documents say that weights are *learnt* (*apprentissage*), and hardly more. A network is shown a text, says how
probable each next word is, and is corrected. Towards what? iaetnous gives the answer that most courses give: towards a
vector with a 1 at the right word and 0 elsewhere. But the same beginning is followed by different words. What does the
network say then, after all the training there is?

## The answer

The law of what follows: as often as the text goes on with a word, so probable the network should find it. A vector with
a single 1 is the limit only where nothing else can follow. We train exo7's network of two layers on iaetnous's six
words, first on the one sentence, *I am a student*, then with another one, *thanks*, in a quarter of the texts:
*/
using namespace epreuve::course;

SECTION(answer)
{
  chapter.shows("targets");
}

/**
On the left are the targets; they come out in the middle. On the right, the first word is not certain, and the network
says so: $\frac34$ and $\frac14$. No target was ever $\frac34$. That is what cross-entropy does with targets that
contradict each other, and all of this chapter follows from it: what a model of language can learn, what a masked model
cannot, and what a model forgets that is trained on something else.

## What the documents have wrong

- Slip: iaetnous's example is for the word *Tkanks*, which is not one of the six.

Two sentences are true with a condition. **thomas** calls causality necessary for training. It is what makes it possible to
train on all places *at once*; without it one can train prefix by prefix, in as many passes as there are words.
**iaetnous** hopes that outputs will look like the targets. For one sentence they do; for a language they cannot.

## What the pages are about

1. [The target](21-training/1-target.html): one-hot vectors, cross-entropy and its gradient, *what was predicted less
   what was right*.
2. [Every place](21-training/2-every-place.html): one pass, as many lessons as words; and the other objective, a
   word that is masked.
3. [The way back](21-training/3-backward-passes.html): every layer's derivatives, tested; what is trained and what is
   not.
4. [Pretraining](21-training/4-pretraining.html): English, then French, and what is forgotten.
5. [The tokens](21-training/5-merges.html): they are trained too, greedily, and before all else.
*/
