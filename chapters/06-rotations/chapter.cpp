#include "epreuve/chapter.hpp"

/**
# Rotations: one matrix moves every position

The course gives each position $k$ a vector $w_k$ of cosines and sines, one pair for each of the
frequencies $\omega_i = p^{-2i/n}$, $i = 0, \dots, \frac n2 - 1$:

$$w_k = \bigl(\cos k\omega_0,\ \sin k\omega_0,\ \dots,\ \cos k\omega_{n/2-1},\
  \sin k\omega_{n/2-1}\bigr).$$

Why these functions? What does one gain over, say, writing down $k$?

## The answer

To go from any position to the next one, whichever it is, one always multiplies by the same matrix
$R_1$, and to go $\ell$ positions further by $R_\ell = R_1^\ell$. *Relative* position, "five words
further on", becomes something that a linear layer can express. Each pair of coordinates is a point
of the unit circle, each step turns it by $\omega_i$, and to turn $\ell$ times by $\omega$ is to
turn once by $\ell\omega$:
*/
using namespace epreuve::course;

SECTION(answer)
{
  chapter.shows("rotation");
}

/**
Everything that the section of the course computes is right. What it says in words needs four
additions:

 - That the shift is simple enough for a network to find *by itself* is true of gradient descent
   with enough positions: as many as the slowest pair of coordinates takes for one turn, 47 117 for
   $n = 64$ and $p = 10\,000$. From 1024 positions even least squares finds a matrix that shifts
   these, is not $R_1$, and fails beyond them.
 - $R_1^\ell = R_\ell$ is not a way to compute. Multiplied $\ell$ times, the stored $R_1$ errs in
   proportion to $\ell$; the closed form does not.
 - The masterclass writes that the dot product of two position vectors is *approximately* a function of
   the shift. It is one exactly.
 - With the sines first, as in the original transformer paper, $R_1$ leads one position *back*.

The section opens with the sentence that relative positions are what matters for understanding. That
is a statement about language, which no computation can decide.
*/
SECTION(what_matters)
{
  chapter.reading("exo7-4.4-relative-matters", holds,
                  "The order of the words decides what a sentence says (the dog bites the man, the "
                  "man bites the dog), and relative positions determine that order. They leave out "
                  "only where in the text the sentence stands, which seldom matters, though a "
                  "first line or a last one may be read differently because of its place. So "
                  "relative position is what matters most, not all that matters.");
}
