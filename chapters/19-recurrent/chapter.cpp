#include "epreuve/chapter.hpp"

/**
# Recurrent networks: one vector that remembers

A text comes word by word. The oldest idea for a network that reads it: keep one vector, the *state* (*état caché*)
$h_t$, and let each word change it. What came first must then go through every later step. What is left of it when it
arrives, how does a network learn what to keep, and what exactly has to wait for what?
*/
using namespace epreuve::course;

/**
## The answer

To learn is to ask how the last output changes with an early state, and that is a product: one factor for each word in
between. Products of many factors vanish or explode. An LSTM has for each number of its memory a factor of its own
choice, the forget gate, so it *can* hold on to a word; whether it does depends on the gate, and $0.73^{60} = 6 \cdot
10^{-9}$. Attention has no product: one step leads to each earlier word.
*/
SECTION(answer)
{
  chapter.shows("three-curves");
}

/**
## What the document has wrong

Nothing but that ① stands for ⊙ in the list of symbols: a damaged copy.

The other claims hold, some with more hedges than are printed. That no parallelism is possible in training, as
**masterclass** says twice, is true of the states of one text, computed as the formula has it. The texts of a batch are
independent of each other, $W x_t$ waits for no state, and even the chain of states can be computed in $\log_2 T$ rounds
if it is linear; if it is not, Newton's method makes it so. It takes few rounds where gradients vanish.

Its example of two sentences with the same words in another order does not have the same words. Its LSTM is no better at
remembering than its RNN, in our task, unless its forget gate begins open. And the cost that it names as a weakness,
growth with the length of the text, is the one thing in which recurrent networks are better than the Transformer.

## The pages

The next page reads the formula, the one after it multiplies the factors. Then come the LSTM's formulas and derivative,
what waits for what, and a task: say the first word of a text. At last the same networks read a language.
*/
