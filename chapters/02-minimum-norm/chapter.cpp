#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/rational_entries.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

/**
# Minimum norm: of all solutions, the shortest

A transformer reads a token as a vector of $\mathbb R^N$ with a single 1, and shortens it to
$y = Ax$ in $\mathbb R^n$, the token vector; in GPT-2, $n = 768$ and $N = 50257$. At the other
end it must come back from $y$ to some $x$: the *retranscription*, or unembedding. There are far
more unknowns than equations, so whole spaces of $x$ fit, and something has to choose. This
section of the course chooses the shortest, and gives a formula for it:

$$ x_{\min} = By, \qquad B = A^T (AA^T)^{-1}. $$

We settle whether it is true with fractions, where nothing is rounded. Whether one should compute
with it is another matter: we shall see digits vanish, and get them back without leaving the
formula. And with 768 rows and 50257 columns, no intermediate matrix may become too large.
*/
using namespace epreuve::course;

/**
## The answer

It is true, and every printed number is right. But the formula needs a warning that the page does
not give: it loses digits twice as fast as it must, because $AA^T$ is rounded. The figure shows this
loss alone. One rounding is made, of $AA^T$ or of $A$, and everything after it is computed in exact
fractions.
*/
SECTION(answer)
{
  chapter.shows("one-rounding");
}

/**
## What the document has wrong

- That there are solutions, and that their space has the dimension $N - n$, is said to follow from
  $N > n$. It follows from the rank, about which the document makes its assumption only two
  sentences later.
- The way back is *required* to be linear. That is not wrong, but it need not be assumed: the
  shortest solution is a linear function of $y$ anyway.

## The printed example

The example has $n = 2$ and $N = 4$, and its answers are thirds. So we compute in rationals,
where a result is equal to what is printed, or it is not.
*/
SECTION(printed_example)
{
  const RationalMatrix A{{1, 2, 0, -1}, {1, 1, -1, 0}}, y{{2}, {-1}};
  chapter.claim("exo7-2.2-example-data", holds)
      .equal("printed example: the rows of A, and of y", A.rows(), y.rows())
      .equal("printed example: the columns of A, and N", A.cols(), 4)
      .equal("printed example: the rank of A, and n", rank(A), A.rows());

  const RationalMatrix At = transpose(A), AAt = A * At, inverted = inverse(AAt);
  chapter.claim("exo7-2.2-example-AT", reproduced)
      .prints_exactly("1 1; 2 1; 0 -1; -1 0", entries(At));
  chapter.claim("exo7-2.2-example-AAT", reproduced).prints_exactly("6 3; 3 3", entries(AAt));
  chapter.claim("exo7-2.2-example-inverse", reproduced)
      .prints_exactly("1/3 -1/3; -1/3 2/3", entries(inverted));

  const RationalMatrix B = At * inverted, x = B * y;
  chapter.claim("exo7-2.2-example-B", reproduced)
      .prints_exactly("0 1/3; 1/3 0; 1/3 -2/3; -1/3 1/3", entries(B));
  chapter.claim("exo7-2.2-example-xmin", reproduced)
      .prints_exactly("-1/3 2/3 4/3 -1", entries(x))
      .equal("printed example: A x_min, and y", A * x, y);

  /**
  Every entry is right. (The last one is printed as $\frac13 \cdot (-3)$.)

  The determinant, 9, can be had without multiplying $A$ by its transpose: Cauchy and Binet say
  that $\det AA^T$ is the sum of the squares of all the 2 x 2 minors of $A$. That is also why it
  cannot vanish as long as some two columns are independent.
  */
  Rational sum_of_squares = 0;
  for (arma::uword i = 0; i < 4; ++i)
    for (arma::uword j = i + 1; j < 4; ++j) {
      const Rational minor = A(0, i) * A(1, j) - A(0, j) * A(1, i);
      sum_of_squares += minor * minor;
    }
  chapter.claim("exo7-2.2-rank-hypothesis", holds)
      .equal("printed example: det A Aᵀ, and the sum of the squared minors of A",
             Rational(AAt(0, 0) * AAt(1, 1) - AAt(0, 1) * AAt(1, 0)), sum_of_squares);

  /**
  $A$ is not square, so it has no inverse. $B$ is half of one: $AB = I$, but $BA$ is a 4 x 4 matrix
  of rank 2. It equals its square and its transpose, so it is the orthogonal projection onto the
  space spanned by the rows of $A$.
  */
  const RationalMatrix P = B * A;
  chapter.claim("exo7-2.2-no-inverse", holds)
      .equal("printed example: A B = I", A * B, RationalMatrix::identity(2))
      .equal("printed example: rank of B A, which would be 4 if B were an inverse", rank(P), 2)
      .equal("printed example: B A is its own square, a projection", P * P, P)
      .equal("printed example: B A is its own transpose, an orthogonal projection", transpose(P),
             P);
}
