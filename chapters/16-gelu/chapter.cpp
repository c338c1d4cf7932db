#include "epreuve/chapter.hpp"

/**
# GELU: a ReLU whose corner was rounded by the normal law

Between two matrix products a network must bend, or the two products would amount to one. The bend
of GPT-2 is called GELU. The document devotes a page to it: a definition by an integral, a formula
with erf, two approximations by usual functions, and three figures of two panels each. Is the
function what the page says it is, and how good are its two approximations?

Formulas for one function of one variable are as easy to check as anything can be, and that is why
we shall be strict: each "≃" is given its largest error, with its place and with bounds that hold on
the whole line.

## The answer

The function is what the page says it is: defined by an integral, equal to a formula with erf, close
to ReLU, smooth where ReLU has its corner, and with a dip below 0. The approximation with the
sigmoid is right to within 0.0203. The one with tanh is what GPT-2 computes, and errs by 0.00047 at
most; but the formula as printed has three mistakes and approximates nothing. It is three times as
far from GELU as ReLU is.
*/
SECTION(answer)
{
  chapter.shows("tanh-formula-as-printed");
}

/**
## What the documents have wrong

- The formula with tanh: the first term has lost its $x$, the factor $\sqrt{2/\pi}$ multiplies one
  term instead of both, and 0.044715 has lost a zero.
- In the paper that introduced the idea, it is not data that are nearly normal but what a neuron
  receives.
- The G of GELU is for "Gaussian", and not every modern language has erf.
- In the `notes`, ReLU is applied to get a yes or a no. It answers no, or how much.
- A slip: $\Phi(x)$ is the probability of the event $\{X \leq x\}$; the page's $f(X \leq x)$ is no event.
*/
