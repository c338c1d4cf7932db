#include "epreuve/chapter.hpp"
#include "epreuve/instruments/reference.hpp"
#include "figures.hpp"
#include "near_orthogonal.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

/**
# How many directions are there?

"A direction for gender, one for plurality, one for size": the notes give each property of a word a
direction of its own. If they are to be orthogonal, $\mathbb R^{768}$ has 768 of them, and no more. So
one hears that *nearly* orthogonal is enough, and that there are exponentially many of those. Let $M(\varepsilon)$
be the largest number of directions of $\mathbb R^{768}$ of which any two have $|\cos| \le \varepsilon$.
How large is it, for $\varepsilon = 0.05$, $0.1$ and $0.2$?
*/
using namespace epreuve::course;
static constexpr arma::uword n = 768;
static const std::vector<Rational> cosines{Rational(1, 20), Rational(1, 10), Rational(1, 5)};

/**
## At most

Let $u_1, \dots, u_M$ be such directions, $t_{ij} = u_i \cdot u_j$. Take the polynomial $f(t) = t^2(t^2
- \varepsilon^2)$. It is at most 0 where $|t| \le \varepsilon$, so

$$ \sum_{i,j} f(t_{ij}) \le M f(1) = M(1 - \varepsilon^2). $$

On the other hand, no set of directions can make the sum small. On the sphere there are polynomials $G_0
= 1$, $G_2, G_4, \dots$ (Gegenbauer's) for which $\sum_{ij} G_k(t_{ij}) \ge 0$, whatever the directions:
each sum is the squared length of a vector, $\sum_i Y(u_i)$, where $Y$ collects an orthonormal basis of
the polynomials of degree $k$ on the sphere that are orthogonal to all of lower degree. (For $k = 2$
that vector is the matrix $\sum_i (u_i u_i^T - I/n)$.) If $f = \sum_k c_k G_k$ with no $c_k$ negative,
then $\sum_{ij} f(t_{ij}) \ge c_0 M^2$, and the two together give $M \le f(1) / c_0$. Here

$$ c_0 = \frac{3}{n(n+2)} - \frac{\varepsilon^2}{n}, \qquad
M \le \frac{n(n+2)(1 - \varepsilon^2)}{3 - (n+2)\varepsilon^2}, $$

valid as long as the denominator is positive. For a larger $\varepsilon$ the polynomial needs a higher
degree: Levenshtein found the best ones. All their coefficients are rational if $\varepsilon$ is, so we
compute them as fractions: whether each $c_k \ge 0$ is then a fact, and the bound is exact.
*/
static DirectionsCertificate at_most_directions(arma::uword i)
{
  return directions_certificate(n, cosines[i], std::array{1U, 2U, 6U}[i], 1);
}

SECTION(at_most)
{
  const DirectionsCertificate at_005 = at_most_directions(0), at_01 = at_most_directions(1);
  const DirectionsCertificate at_02 = at_most_directions(2);
  const Rational s(1, 400);
  const auto magnitude = [](const DirectionsCertificate& c) {
    return rounded(log10(in_50_digits(c.bound)));
  };
  chapter
      .finding("directions-at-most",
               "In R⁷⁶⁸ at most 548 727 directions have |cos| ≤ 0.05, fewer than "
               "10^11.06 have ≤ 0.1, and fewer than 10^26.4 have ≤ 0.2.")
      .fact(
          "every coefficient c_k of the three polynomials is at least 0, in fractions, and c₀ > 0",
          at_005.proves && at_01.proves && at_02.proves,
          fmt::format("{}, {} and {} coefficients", at_005.coefficients.size(),
                      at_01.coefficients.size(), at_02.coefficients.size()))
      .equal("ε = 0.05: the bound, and n(n+2)(1 − ε²) / (3 − (n+2) ε²), as fractions", at_005.bound,
             (1 - s) * n * (n + 2) / (3 - (n + 2) * s))
      .equal("ε = 0.05: whole part of the bound",
             Integer(numerator(at_005.bound) / denominator(at_005.bound)), Integer(548'727))
      .at_most("ε = 0.1: log₁₀ of the bound", magnitude(at_01), 11.06)
      .at_most("ε = 0.2: log₁₀ of the bound", magnitude(at_02), 26.4)
      .fact("with a polynomial of degree 2 there is no bound for ε = 0.05, whose c₀ is negative",
            !directions_certificate(n, cosines[0], 1, 0).proves, "1 / n < ε²");
}

/**
The last line is Welch's bound, the one that is usually quoted; it ends at $\varepsilon = 1/\sqrt{768} =
0.036$. The bound of degree 4, for $\varepsilon^2 \le 2/n$, is proven for all sizes, with matrices in
the place of Gegenbauer's polynomials; so is Welch's, and so are the vectors of the next section:
*/
SECTION(proposition)
{
  chapter.proposition("directions", {"fourth_degree", "exact", "welch", "length_of_direction",
                                     "different_polynomials", "same_polynomial"});
}

/**
## At least

To have many directions one must exhibit them. Take a prime $q$, and polynomials over the integers
modulo $q$ of degree below $k$. Two different ones agree in at most $k - 1$ places: their difference has
no more roots. So let a polynomial $h$ be a vector with $r$ entries of $\pm 1$ among zeros, one for each
place $x = 0, \dots, r-1$, at the coordinate $(x, h(x))$. That takes $qr$ coordinates. Two of these
vectors share at most $k - 1$ nonzero coordinates, so their cosine is at most $(k-1)/r$. And the signs
are still free: the same polynomial can be used with several patterns of signs, as long as *their*
cosines are small, such as the columns of a Hadamard matrix. The figure has two lines modulo 7, and the
one place where they meet.

For $\varepsilon = 0.05$ the best choice is $q = 37$, $r = 20$, $k = 2$ (straight lines) and the 20 columns of
Paley's Hadamard matrix: $37^2 \cdot 20 = 27\,380$ vectors in $740$ coordinates, and in the other 28 as many
unit vectors. That is almost 36 directions for each coordinate, by pencil and paper.
*/
SECTION(at_least)
{
  std::vector<PolynomialDirections> sets;
  for (const Rational& epsilon : cosines)
    sets.push_back(polynomial_directions(n, epsilon));
  chapter
      .finding("directions-at-least",
               "In R⁷⁶⁸ at least 27 408 directions have |cos| ≤ 0.05, 1 013 088 have "
               "≤ 0.1, and 14 275 759 747 have ≤ 0.2.")
      .equal("q² · 20 + 28 with q = 37", sets[0].count, Integer(37 * 37 * 20 + 28))
      .equal("q³ · 20 + 28 with q = 37", sets[1].count, Integer(37 * 37 * 37 * 20 + 28))
      .equal("q⁶ · 24 + 43 with q = 29 and 25 places", sets[2].count,
             Integer(29 * 29 * 29) * (29 * 29 * 29) * 24 + (768 - 29 * 25))
      .equal("which is", sets[2].count.str(), std::string("14275759747"))
      .fact("lines modulo 37, all differences: places out of 20 where they vanish, at most",
            most_roots(37, 20, 2) == 1, "1, so |cos| ≤ 1/20")
      .fact("parabolas modulo 37, all differences: places out of 20 where they vanish, at most",
            most_roots(37, 20, 3) == 2, "2, so |cos| ≤ 2/20")
      .at_most("largest product of two patterns of 20 signs", largest_sign_product(sets[0].signs),
               0)
      .at_most("largest product of two patterns of 25 signs", largest_sign_product(sets[2].signs),
               5)
      .property(
          "ε = 0.2: the vectors themselves, two at random, the same polynomial once in four",
          [&](Draw& draw) { return two_are_nearly_orthogonal(draw, sets[2], 0.2); }, 200);
  chapter.figure("lines-meet-once", draw_lines_meet_once);
}

/**
(For polynomials of degree 5 we do not try all $29^6$: that a polynomial has no more roots than its degree is
in the formal proof.)

## What chance gives

The usual argument is about random directions. A sign vector drawn at random has, with a given one, a
cosine of about $1/\sqrt{768} = 0.036$; so cosines of 0.05 and even 0.1 are nothing special, but among
*many* random directions some pairs will exceed any such bound. Gilbert's greedy
argument gets the most out of chance: as long as $M$ times the share of sign vectors that are too near
is less than 1, there is room for another. The share is a sum of binomial coefficients, so the number is
exact.
*/
SECTION(chance)
{
  std::vector<std::string> at_least, at_most, greedy;
  arma::vec ratios(3);
  for (arma::uword i = 0; i < 3; ++i) {
    const Integer below = polynomial_directions(n, cosines[i]).count;
    const Reference upper = in_50_digits(at_most_directions(i).bound);
    ratios(i) = rounded(log(Reference(below)) / log(upper));
    at_least.push_back(below.str());
    at_most.push_back(fmt::format("{:.4g}", rounded(upper)));
    greedy.push_back(gilbert_directions(n, cosines[i]).str());
  }
  chapter.table("Directions of R⁷⁶⁸ with |cos| ≤ ε",
                Columns()
                    .column("ε", arma::vec{0.05, 0.1, 0.2}, "{}")
                    .column("random, greedily", greedy)
                    .column("at least", at_least)
                    .column("at most", at_most)
                    .column("ln least / ln most", ratios, "{:.3f}"));
  chapter
      .finding("chance-finds-few",
               "For |cos| ≤ 0.05 and 0.1 the argument from chance finds fewer directions "
               "than there are axes.")
      .fact("Gilbert's number of sign vectors, ε = 0.05 and 0.1, is below 768",
            gilbert_directions(n, cosines[0]) < n && gilbert_directions(n, cosines[1]) < n,
            greedy[0] + " and " + greedy[1])
      .fact("at ε = 0.2 it is above 10⁷, and still below the polynomials' number",
            gilbert_directions(n, cosines[2]) > 10'000'000 &&
                gilbert_directions(n, cosines[2]) < polynomial_directions(n, cosines[2]).count,
            greedy[2])
      .within("ln of the lower over ln of the upper bound, ε = 0.05", ratios(0), 0.773, 0.774)
      .within("the same, ε = 0.1", ratios(1), 0.543, 0.544)
      .within("the same, ε = 0.2", ratios(2), 0.385, 0.386)
      .agree(
          "the same for ε = 0.05 by closed forms, (37² · 20 + 28) and n(n+2)(1 − ε²)/(3 − (n+2)ε²)",
          ratios(0), std::log(37 * 37 * 20 + 28) / std::log(n * (n + 2) * 399. / (1200 - n - 2)),
          ulps(8));
  chapter.figure("how-many-directions", draw_how_many_directions);
  chapter.figure("random-cosines", draw_random_cosines);
}

/**
The lower bound has 77 % of the logarithm of the upper one at $\varepsilon = 0.05$, 54 % at 0.1 and 39 %
at 0.2. Between them lies what these arguments leave open. "Exponentially many" is true for a fixed
$\varepsilon$ when $n$ is large; at $n = 768$ and 0.05 there are fewer than 715 directions per
coordinate.

## Fifty thousand tokens

GPT-2 puts $N = 50\,257$ vectors there. Nothing it could learn makes all of them nearly orthogonal:
$\sum_{ij} t_{ij}^2 \ge N^2/n$ for any unit vectors, by Welch's argument, and the $N$ diagonal terms
give only $N$. So the mean of $t_{ij}^2$ over the pairs is at least $(N-n)/(n(N-1))$, and some pair has
a cosine above its root.
*/
SECTION(fifty_thousand)
{
  const Rational N = 50257, mean = (N - n) / (n * (N - 1));
  chapter
      .finding("fifty-thousand-tokens",
               "Of GPT-2's 50 257 token vectors, whatever they are, two have |cos| "
               "above 0.0358; and vectors of that number exist with |cos| ≤ 0.1.")
      .fact("(N − n) / (n (N − 1)) exceeds 0.0358², in fractions",
            mean > Rational(358, 10000) * Rational(358, 10000),
            fmt::format("its root is {:.5f}", rounded(sqrt(in_50_digits(mean)))))
      .fact("the construction for 0.1 has room for 50 257",
            polynomial_directions(n, cosines[1]).count > 50257,
            polynomial_directions(n, cosines[1]).count.str())
      .property(
          "Σ t_ij² ≥ M²/n for random unit vectors, M from 1 to 30, n from 1 to 8",
          [](Draw& draw) {
            const arma::uword rows = draw.size("n", 1, 8), M = draw.size("M", 1, 30);
            arma::mat u = draw.matrix("u", rows, M, -1, 1);
            u.row(0) += 2; // no column is 0
            u = arma::normalise(u);
            const double sum = arma::accu(arma::square(u.t() * u));
            const double least = double(M * M) / double(rows);
            return sum >= least * (1 - 1e-13);
          },
          200);
}

/**
Whether 50 257 fit with 0.05, between 27 408 and 548 727, we do not know.

## What a cosine costs

A small cosine is not zero. Let a vector be the sum of $m$ of the directions, one for each property that
a word has, and read property $i$ off it by the product with $u_i$:

$$ u_i \cdot \sum_{j \in S} u_j = [i \in S] + \sum_{j \in S,\, j \ne i} t_{ij}. $$

It should be 1 or 0, and it is wrong by up to $m\varepsilon$. With $\varepsilon = 0.05$ ten properties
at once may make an error of a half, and then 1 and 0 cannot be told apart; if the signs of the cosines are as good as
random, the error is about $\varepsilon\sqrt m$: a quarter for twenty-five, and for a hundred a half
again. So the room for directions is not the room for properties that are *used together*: tens of
thousands of directions and more, but one or two dozen at a time. A table of words needs few at a time.
For that reason, and not for the number alone, nearly orthogonal is enough.
*/
