#include "epreuve/chapter.hpp"

/**
# Position vectors: the place of a word, added to what it says

A sentence is a list of tokens, and each token is a vector of $\mathbb R^n$ (chapter 4). Nothing
in these vectors says which word comes first; *le chat course la souris* and *la souris course
le chat* are the same words. So the position $k$ gets a vector $w_k$ of its own (*vecteur
position*), and the network is given the sum $u_k = v(t_k) + w_k$. Which vectors, and can a
reader get the position back out of the sum?
*/
using namespace epreuve::course;

/**
## The answer

Waves. Each frequency $\omega_i = p^{-2i/n}$ gives a pair of coordinates, $\cos k\omega_i$ and
$\sin k\omega_i$, which turns like the hand of a clock: the first pair once in 6.28 positions,
the last once in about $6p$. Every column of the picture is a position, and no two columns are
alike.
*/
SECTION(answer)
{
  chapter.shows("heat-map");
}

/**
A reader gets $k$ back, and easily: for $n = 768$ no two of a million position vectors are
nearer than neighbours are, and these are 4.5 apart. It also gets the token back, though not
because there is room for both: in many dimensions a vector chosen at random hardly disturbs any
other. And why does it need the position? For less than one thinks, if there is a
mask: two causal layers tell the order of different words without any position vector. Without a
mask attention knows nothing of the order, and the position vectors have to supply it.

1. [Token plus position](05-position-vectors/1-sum.html): what a sum can say, and what a layer
   makes of it.
2. [The formula](05-position-vectors/2-formula.html): its worked example to the last digit, its
   two orders, and as a program.
3. [Digits and waves](05-position-vectors/3-digits-and-waves.html): which digit of $k$ a
   coordinate follows, and what exchanged letters draw.
4. [Distances](05-position-vectors/4-distances.html): how far apart positions are, and how much
   noise a reader tolerates.
5. [Order](05-position-vectors/5-order.html): what is lost without positions, and how much of it a
   mask supplies.
6. [Token and position](05-position-vectors/6-token-and-position.html): both read from their
   sum.
7. [Learned positions](05-position-vectors/7-learned-positions.html): what GPT-2 has instead of
   the formula.
8. [Beyond](05-position-vectors/8-beyond.html): texts longer than those seen in training.

## What the documents have wrong

This is the subject on which they contradict each other most.

- **exo7** gives GPT-2 the formula, with $p = 10\,000$ and the sines first. That is the Transformer of
  2017. GPT-2 has no formula: its positions are a table of $1024 \times 768$ learned numbers.
- **The masterclass** calls attention *invariant* under permutations. Its outputs are permuted as its
  inputs are: equivariant.
- **The masterclass** says that attention treats every token *independently* and in parallel. In
  parallel, yes; independently, no.
- **Iaetnous** says that the model of 2017 learns the pattern of its positions, which are given.
- **The notes** see one direction for the position. The formula turns in every plane that it has.
- Damaged in our copies: exo7's $q = b^{1/i}$, which is $q = p^{2/n}$ in the author's LaTeX; one of three copies of a
  slide of the masterclass, where $x_{pos} + PE_{pos}$ is $x_{pos}$; and a sentence of the notes, which is cut and says of
  the even dimensions only that they are filled.
- Slips: exo7 writes $\sin(i\omega_k)$ for $\sin(k\omega_i)$, takes binary digits of $b$ instead of $k$, and ends a
  matrix of $K$ columns with column $k$; the masterclass numbers the tokens $w_1$ to $w_n$ and reads $w_0$ to
  $w_{n-1}$.

Every printed digit of the worked example is right, but cut, not rounded.

Four sentences need a condition. **exo7** and **the masterclass** say that without positions the order is lost. Where
they say so, attention has no mask yet, and they are right. But GPT-2 and the decoder of 2017 have one, and then two layers
distinguish the orders of different words.
*/
