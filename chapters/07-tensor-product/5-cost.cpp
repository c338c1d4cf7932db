#include "epreuve/instruments/counted.hpp"
#include "epreuve/instruments/units.hpp"
#include "figures.hpp"
#include "tensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

/**
# What the order costs

$B M A^T$ needs no brackets, so a program may put them where they cost least. How much is there to gain,
and is there ever a reason to form a larger matrix first?

We count multiplications on paper, and observe them: numbers that record when they are multiplied
run through the schoolbook products. Each term there is one multiplication and one addition, so
multiplications are half of the operations.
*/
using namespace epreuve::course;

static double multiplications_of(const std::function<void()>& products)
{
  return operations_of(products) / 2;
}

/**
## Rows first or columns first

With $A$ of $p' \times p$ and $B$ of $n' \times n$,

$$ (BM)A^T:\ n'np + n'pp', \qquad B(MA^T):\ npp' + n'np' . $$

Divide both by $n n' p p'$: they are $\frac1{p'} + \frac1n$ and $\frac1{n'} + \frac1p$. So the rows go
first exactly if $\frac1n - \frac1{n'} < \frac1p - \frac1{p'}$: do first what shrinks the matrix more, measured
in inverses of sizes. If both factors are square, as the document has them, both sides are 0 and the two
orders cost *the same*, whatever $n$ and $p$ are.
*/
SECTION(two_orders)
{
  const Integers up_to_7{.largest_side = 7};
  const auto counted = [](bool rows_first) {
    return [rows_first](auto& A, auto& B, auto& M) {
      const CountedMatrix at(A.t()), b(B), m(M);
      const double n_out = B.n_rows, n = B.n_cols, p_out = A.n_rows, p = A.n_cols;
      return rows_first ? difference(multiplications_of([&] { (b * m) * at; }),
                                     n_out * n * p + n_out * p * p_out)
                        : difference(multiplications_of([&] { b*(m * at); }),
                                     n * p * p_out + n_out * n * p_out);
    };
  };
  const auto criterion = over_integer_matrices(all_triples, up_to_7, [](auto& A, auto& B, auto& M) {
    const CountedMatrix at(A.t()), b(B), m(M);
    const double rows_first = multiplications_of([&] { (b * m) * at; });
    const double columns_first = multiplications_of([&] { b*(m * at); });
    const Rational left = Rational(1, B.n_cols) - Rational(1, B.n_rows);
    const Rational right = Rational(1, A.n_cols) - Rational(1, A.n_rows);
    return (rows_first < columns_first) == (left < right) &&
           (rows_first == columns_first) == (left == right);
  });
  chapter
      .finding("two-orders",
               "(BM)Aᵀ is cheaper than B(MAᵀ) exactly if 1/n − 1/n' < 1/p − 1/p'; for square "
               "factors they cost the same.")
      .property("multiplications of (BM)Aᵀ, watched: n'np + n'pp'",
                over_integer_matrices(all_triples, up_to_7, counted(true)), exactly(), 200)
      .property("multiplications of B(MAᵀ), watched: npp' + n'np'",
                over_integer_matrices(all_triples, up_to_7, counted(false)), exactly(), 200)
      .property("the cheaper order, watched, is the one of the criterion, or both cost the same",
                criterion, 1000);
}

/**
## Is the large matrix ever worth it?

The Kronecker matrix of the next chapter costs one multiplication per entry to form, $n'np'p$, and
as many for each $M$ that it is applied to. Suppose that it is there already and cost nothing: when
is applying it cheaper than acting? It is cheaper than $(BM)A^T$ if $np' < n + p'$, that is $(n -
1)(p' - 1) < 1$: if $n$ or $p'$ is 1. It is cheaper than $B(MA^T)$ if $n'$ or $p$ is 1. One of each
leaves four cases, and in all of them one of the matrices $A$, $B$, $M$, $M'$ is a single number.
Forming it as well never pays at all.

All shapes with sides up to 4, watched:
*/
SECTION(large_matrix)
{
  unsigned shapes = 0, applied_wrong = 0, formed_cheaper = 0;
  for (unsigned k = 0; k < 256; ++k) {
    const arma::uword p_out = k % 4 + 1, p = k / 4 % 4 + 1, n_out = k / 16 % 4 + 1, n = k / 64 + 1;
    const CountedMatrix at(p, p_out), b(n_out, n), m(n, p);
    const CountedMatrix large(n_out * p_out, n * p), stacked(n * p, 1);
    const double acting = std::min(multiplications_of([&] { (b * m) * at; }),
                                   multiplications_of([&] { b*(m * at); }));
    const double applying = multiplications_of([&] { large* stacked; });
    const double forming = operations_of([&] {
      for (arma::uword entry_of_a = 0; entry_of_a < p * p_out; ++entry_of_a)
        for (arma::uword entry_of_b = 0; entry_of_b < n * n_out; ++entry_of_b)
          at(entry_of_a % p, entry_of_a / p) * b(entry_of_b % n_out, entry_of_b / n_out);
    });
    const bool number = p_out * p == 1 || n_out * n == 1 || n * p == 1 || n_out * p_out == 1;
    ++shapes;
    applied_wrong += (applying < acting) != number;
    formed_cheaper += forming + applying < acting;
  }
  chapter
      .finding("large-matrix",
               "A Kronecker matrix that is there already is cheaper than acting only if A, B, M or "
               "M' is a single number; one that has to be formed never is.")
      .equal("shapes with sides up to 4", shapes, 256)
      .fact("applying the large matrix takes fewer multiplications exactly if one of the four is a "
            "number",
            applied_wrong == 0, fmt::format("{} exceptions", applied_wrong))
      .fact("forming and applying it takes fewer multiplications", formed_cheaper == 0,
            fmt::format("{} of 256 shapes", formed_cheaper));
}

/**
For square $A$ and $B$ of $d \times d$ acting costs $2d^3$ multiplications, applying the large
matrix $d^4$, and the two cross at $d = 2$, where both are 16.

## The five orders of a head

A head has one factor more, $W_O W_V x A^T$, and four factors can be multiplied in five orders. With $K$
tokens:

- $W_O\,((W_V x) A^T)$, read, attend, write: $2nrK + rK^2$;
- $(W_O (W_V x))\,A^T$ and $W_O (W_V (x A^T))$: $2nrK + nK^2$;
- $((W_O W_V)\,x)\,A^T$ and $(W_O W_V)(x A^T)$: $n^2r + n^2K + nK^2$.

The first attends in the small space, so it beats the second line as long as $r < n$. It is cheaper
than the third by $n^2 r + nK(n - 2r) + K^2(n - r)$. For $r \le n/2$ no term is negative. What if
the head is larger? Write $r = \rho n$, $K = \kappa n$ and divide by $n^3$:

$$ \rho + \kappa\,(1 - 2\rho) + \kappa^2 (1 - \rho) $$

has a zero in $\kappa$ only if $(1 - 2\rho)^2 \ge 4\rho(1 - \rho)$, and for $\rho > \frac12$ that means
$\rho \ge \frac{2 + \sqrt2}4 = 0.854$. So there *is* a crossing: a single head with $r = n$ that reads more than
$n$ tokens is cheaper with $W_{OV}$ formed.
*/
SECTION(five_orders)
{
  const auto watched = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 6), r = draw.size("r", 1, 6), K = draw.size("K", 1, 6);
    const CountedMatrix W_O(n, r), W_V(r, n), x(n, K), at(K, K);
    const arma::vec seen{multiplications_of([&] { W_O*((W_V * x) * at); }),
                         multiplications_of([&] { (W_O * (W_V * x)) * at; }),
                         multiplications_of([&] { W_O*(W_V * (x * at)); }),
                         multiplications_of([&] { ((W_O * W_V) * x) * at; }),
                         multiplications_of([&] { (W_O * W_V) * (x * at); })};
    const auto expected = orders_of_head(double(n), double(r), double(K));
    return difference(seen, arma::vec(expected.data(), 5));
  };

  /**
  The threshold lies between two fractions. For $\rho = 853/1000$ the polynomial's discriminant is
  negative, so read, attend, write is cheapest for every $K$; for $854/1000$ it is positive. And whole
  numbers show both sides of it: for $n = 1000$ we go through all $r$ and all $K$ up to 8000 in steps.
  */
  const auto discriminant = [](const Rational& rho) {
    return Rational((1 - 2 * rho) * (1 - 2 * rho) - 4 * rho * (1 - rho));
  };
  double least_r = 1000;
  for (double r = 1; r < 1000; ++r)
    for (double K = 20; K <= 8000; K += 20)
      if (const auto of = orders_of_head(1000, r, K); of[3] < of[0])
        least_r = std::min(least_r, r);
  const auto one_head = orders_of_head(768, 768, 1024), gpt2 = orders_of_head(768, 64, 1024);
  chapter
      .finding("five-orders",
               "Read, attend, write is the cheapest of a head's five orders up to r = 0.853 n; for "
               "r = n and K > n forming W_OV is cheaper.")
      .property("multiplications of the five orders, watched", watched, exactly(), 200)
      .fact("threshold of r/n between 0.853 and 0.854",
            discriminant(Rational(853, 1000)) < 0 && discriminant(Rational(854, 1000)) > 0,
            "discriminant changes sign, in fractions")
      .equal("least r for which forming W_OV is cheaper for some K, n = 1000", arma::uword(least_r),
             854)
      .equal("multiplications of read, attend, write at GPT-2's size", arma::uword(gpt2[0]),
             167772160)
      .equal("multiplications with W_OV formed at GPT-2's size", arma::uword(gpt2[3]), 1447034880)
      .fact("one head with r = n = 768 and K = 1024: forming W_OV is cheaper",
            one_head[3] < one_head[0],
            fmt::format("{} against {}", with_unit(one_head[3], ""), with_unit(one_head[0], "")));
  chapter.figure("orders-map", draw_orders_map);
  chapter.figure("five-orders", draw_five_orders);
}

/**
GPT-2's heads have $\rho = 1/12$. Their order alone saves a factor of more than eight compared with
forming $W_{OV}$, and one of five compared with attending in $n$ dimensions. The other figure shows
how the costs of the orders grow with $K$.

## What is left of it

The definition is sound, the example is right, (†) needs its indices exchanged, and the rules hold
for rectangular factors as well. The transposition may be dropped as long as $A$ is a matrix of free
numbers. It is needed so that the factors multiply in the order in which they act, and for a pattern
whose rows are probabilities. A head is $A \otimes W_{OV}$: one formula, whose eigenvalues are
products of those of its factors, and which is computed in neither of the forms in which it is
written, but in three steps.
*/
