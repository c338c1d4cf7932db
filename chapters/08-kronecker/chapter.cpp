#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/kronecker.hpp"
#include "epreuve/math/rational_matrix.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numbers>

/**
# Kronecker products: one matrix that does two jobs at once

A sentence is a matrix $M$ of $n$ rows and $p$ columns: $p$ tokens, each a column of $n$ numbers.
The tensor product $A \otimes B$ treats it from both sides,

$$ (A \otimes B) M = B M A^T, $$

$B$ mixing the coordinates inside each column and $A$ mixing the columns among themselves. So far
this is only a way of acting. Is there a *matrix* that acts like this, by plain multiplication?
There is, the Kronecker product (*produit de Kronecker*), and its price is the second subject of
this chapter: for GPT-2 that matrix would take five terabytes, while acting needs only two matrices
of six megabytes.

On the way we shall meet a pair of exchanged indices, a display that lost its shape, a mistake
that no program complains about, and the question which matrices are Kronecker products at all.
*/

using namespace epreuve::course;

/**
## Instruments

The library's `kronecker` copies scaled blocks. To judge it we want the definition at its most
naive: four indices, one product per entry, in exact rationals. With rows and columns counted from 0, and $B$ of shape $n' \times n$,

$$ (A \otimes B)_{i n' + k,\; j n + l} = a_{ij} b_{kl}. $$
*/

namespace {

RationalMatrix by_definition(const RationalMatrix& A, const RationalMatrix& B)
{
  RationalMatrix product(A.rows() * B.rows(), A.cols() * B.cols());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      for (arma::uword k = 0; k < B.rows(); ++k)
        for (arma::uword l = 0; l < B.cols(); ++l)
          product(i * B.rows() + k, j * B.cols() + l) = A(i, j) * B(k, l);
  return product;
}

/**
Almost everything below is an identity between polynomials in the entries, so we test it on random
*integer* matrices with entries from -9 to 9. No product here has more than a few dozen terms, so
no sum comes near $2^{53}$, and `double` computes every one of them exactly: two sides are equal or
they are not, and no tolerance can hide a mistake.
*/

arma::uword size(Draw& draw, const std::string& name, long smallest = 1, long largest = 5)
{
  return static_cast<arma::uword>(draw.integer(name, smallest, largest));
}

arma::mat integers(Draw& draw, const std::string& name, arma::uword n_rows, arma::uword n_cols)
{
  return draw.integer_matrix(name, n_rows, n_cols, -9, 9);
}

arma::mat integers_of_any_shape(Draw& draw, const std::string& name)
{
  const arma::uword n_rows = size(draw, "rows of " + name);
  const arma::uword n_cols = size(draw, "columns of " + name);
  return integers(draw, name, n_rows, n_cols);
}

struct Triple
{
  arma::mat A, B, M;
};

/// A p' x p, B n' x n, M n x p.
Triple rectangular_triple(Draw& draw)
{
  const arma::uword n = size(draw, "n"), p = size(draw, "p");
  const arma::mat A = integers(draw, "A", size(draw, "p'"), p);
  const arma::mat B = integers(draw, "B", size(draw, "n'"), n);
  return {A, B, integers(draw, "M", n, p)};
}

/// A p x p, B n x n, M n x p: the document's case.
Triple square_triple(Draw& draw)
{
  const arma::uword n = size(draw, "n"), p = size(draw, "p");
  const arma::mat A = integers(draw, "A", p, p);
  const arma::mat B = integers(draw, "B", n, n);
  return {A, B, integers(draw, "M", n, p)};
}

/**
### A proof by 7056 cases

Random matrices persuade, but here we can do better. Both sides of
$(A \otimes B)\,\mathrm{vec}(M) = \mathrm{vec}(B M A^T)$ are linear in $A$, linear in $B$ and linear
in $M$. If they agree whenever each of the three is a *unit matrix* $E_{ij}$ (a single 1 among
zeros), they agree always: every matrix is a combination of these. For given sizes that is a finite
number of cases, and going through all of them is a proof.
*/

arma::mat unit(arma::uword n_rows, arma::uword n_cols, arma::uword position)
{
  arma::mat E(n_rows, n_cols, arma::fill::zeros);
  E(position) = 1;
  return E;
}

struct Count
{
  int cases = 0;
  int failures = 0;
};

void check_unit_triples(arma::SizeMat a, arma::SizeMat b, Count& count)
{
  const arma::SizeMat m = arma::size(b.n_cols, a.n_cols);
  for (arma::uword x = 0; x < a.n_rows * a.n_cols; ++x)
    for (arma::uword y = 0; y < b.n_rows * b.n_cols; ++y)
      for (arma::uword z = 0; z < m.n_rows * m.n_cols; ++z) {
        const arma::mat A = unit(a.n_rows, a.n_cols, x);
        const arma::mat B = unit(b.n_rows, b.n_cols, y);
        const arma::mat M = unit(m.n_rows, m.n_cols, z);
        const arma::vec left = kronecker(A, B) * vec(M);
        ++count.cases;
        count.failures += !arma::approx_equal(left, vec(B * M * A.t()), "absdiff", 0.0);
      }
}

Count unit_triples_up_to(arma::uword largest)
{
  Count count;
  for (arma::uword p_out = 1; p_out <= largest; ++p_out)
    for (arma::uword p = 1; p <= largest; ++p)
      for (arma::uword n_out = 1; n_out <= largest; ++n_out)
        for (arma::uword n = 1; n <= largest; ++n)
          check_unit_triples(arma::size(p_out, p), arma::size(n_out, n), count);
  return count;
}

/**
### Looking for the smallest mistake

The warning that two conventions must not be mixed deserves its smallest counterexample. We go
through all shapes with sides 1 and 2, fewest entries first, and through all matrices of zeros and
ones of these shapes, fewest ones first.
*/

Triple zeros_and_ones(unsigned bits, arma::SizeMat a, arma::SizeMat b)
{
  Triple triple{arma::mat(a), arma::mat(b), arma::mat(b.n_cols, a.n_cols)};
  for (arma::mat* matrix : {&triple.A, &triple.B, &triple.M})
    for (double& entry : *matrix) {
      entry = bits & 1;
      bits >>= 1;
    }
  return triple;
}

Triple smallest_triple(const std::function<bool(const Triple&)>& is_wrong)
{
  using Sides = std::array<arma::uword, 4>; // p', p, n', n
  const auto entries = [](const Sides& s) { return s[0] * s[1] + s[2] * s[3] + s[3] * s[1]; };
  std::vector<Sides> shapes;
  for (arma::uword k = 0; k < 16; ++k)
    shapes.push_back({1 + k % 2, 1 + k / 2 % 2, 1 + k / 4 % 2, 1 + k / 8});
  std::ranges::sort(shapes, std::less(), [&](const Sides& s) { return std::pair(entries(s), s); });

  for (const Sides& s : shapes)
    for (int ones = 0; ones <= static_cast<int>(entries(s)); ++ones)
      for (unsigned bits = 0; bits < 1u << entries(s); ++bits) {
        if (std::popcount(bits) != ones)
          continue;
        const Triple triple = zeros_and_ones(bits, arma::size(s[0], s[1]), arma::size(s[2], s[3]));
        if (is_wrong(triple))
          return triple;
      }
  throw Error("smallest_triple: there is none with sides 1 and 2");
}

/**
### A determinant without rounding

Elimination on fractions: the product of the pivots, with a change of sign for each exchange.
*/

Rational determinant(RationalMatrix A)
{
  Rational product = 1;
  for (arma::uword k = 0; k < A.rows(); ++k) {
    arma::uword pivot = k;
    while (pivot < A.rows() && A(pivot, k) == 0)
      ++pivot;
    if (pivot == A.rows())
      return 0;
    if (pivot != k)
      product = -product;
    for (arma::uword j = k; j < A.cols(); ++j)
      std::swap(A(k, j), A(pivot, j));
    product *= A(k, k);
    for (arma::uword i = k + 1; i < A.rows(); ++i) {
      const Rational factor = A(i, k) / A(k, k);
      for (arma::uword j = k; j < A.cols(); ++j)
        A(i, j) -= factor * A(k, j);
    }
  }
  return product;
}

Rational trace(const RationalMatrix& A)
{
  Rational sum = 0;
  for (arma::uword i = 0; i < A.rows(); ++i)
    sum += A(i, i);
  return sum;
}

Rational power(const Rational& base, arma::uword exponent)
{
  Rational result = 1;
  for (arma::uword i = 0; i < exponent; ++i)
    result *= base;
  return result;
}

/**
### Numbers that count

The number of operations that a formula takes can be derived, and it can be watched. `Counted` has
no value at all: it only notes that it was multiplied or added. Running the schoolbook algorithms
on matrices of such numbers counts what they do.
*/

class Counted
{
public:
  static inline double operations = 0;
  friend Counted operator*(Counted, Counted)
  {
    ++operations;
    return {};
  }
  Counted& operator+=(Counted)
  {
    ++operations;
    return *this;
  }
};

using CountedMatrix = std::vector<std::vector<Counted>>;

CountedMatrix counted(arma::uword n_rows, arma::uword n_cols)
{
  return CountedMatrix(n_rows, std::vector<Counted>(n_cols));
}

CountedMatrix operator*(const CountedMatrix& X, const CountedMatrix& Y)
{
  CountedMatrix product = counted(X.size(), Y.front().size());
  for (std::size_t i = 0; i < X.size(); ++i)
    for (std::size_t j = 0; j < Y.front().size(); ++j)
      for (std::size_t k = 0; k < Y.size(); ++k)
        product[i][j] += X[i][k] * Y[k][j];
  return product;
}

CountedMatrix kronecker_of_counted(const CountedMatrix& A, const CountedMatrix& B)
{
  CountedMatrix product = counted(A.size() * B.size(), A.front().size() * B.front().size());
  for (std::size_t r = 0; r < product.size(); ++r)
    for (std::size_t c = 0; c < product.front().size(); ++c)
      product[r][c] = A[r / B.size()][c / B.front().size()] * B[r % B.size()][c % B.front().size()];
  return product;
}

double operations_of(const std::function<void()>& run)
{
  Counted::operations = 0;
  run();
  return Counted::operations;
}

/**
### A stopwatch and a pair of scales

Of several runs the fastest is the least disturbed. For memory we ask the system how many of our
pages are really in use. (Pages that were freed are handed back first; otherwise they would be used
again, and nothing would seem to grow.) OpenBLAS runs on one core throughout: our matrices are too
small to be worth sharing, and a slope through times measured on one core here and two there would
mean nothing.
*/

double seconds(int repetitions, const std::function<void()>& run)
{
  using clock = std::chrono::steady_clock;
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) {
    const auto start = clock::now();
    run();
    fastest = std::min(fastest, std::chrono::duration<double>(clock::now() - start).count());
  }
  return fastest;
}

double resident_bytes()
{
  std::ifstream statm("/proc/self/statm");
  double pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// How much the resident memory grows while what `compute` returns is alive; at least one page.
template <typename Compute>
double held_bytes(const Compute& compute)
{
  malloc_trim(0);
  const double before = resident_bytes();
  [[maybe_unused]] const auto held = compute();
  return std::max(resident_bytes() - before, static_cast<double>(sysconf(_SC_PAGESIZE)));
}

double available_bytes()
{
  std::ifstream meminfo("/proc/meminfo");
  for (std::string key; meminfo >> key;) {
    double kilobytes = 0;
    if (key == "MemAvailable:" && meminfo >> kilobytes)
      return 1024 * kilobytes;
  }
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// The d at which A (x) B of two d x d matrices fills `bytes` exactly: 8 d^4 = bytes.
double filling_size(double bytes)
{
  return std::sqrt(std::sqrt(bytes / 8));
}

/**
Sizes, durations and matrices as a reader wants to see them:
*/

std::string with_prefix(double value, const char* unit)
{
  constexpr std::array prefixes{"", "k", "M", "G", "T", "P"};
  std::size_t k = 0;
  for (; value >= 999.5 && k + 1 < prefixes.size(); ++k)
    value /= 1000;
  return fmt::format("{:.{}f} {}{}", value, k > 0 && value < 9.95 ? 1 : 0, prefixes[k], unit);
}

std::string duration(double s)
{
  return s < 1e-3 ? fmt::format("{:.3g} µs", 1e6 * s) : fmt::format("{:.3g} ms", 1e3 * s);
}

std::string row_text(const arma::mat& M)
{
  std::string text;
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < M.n_cols; ++j)
      text += fmt::format("{}{:g}", j > 0 ? " " : i > 0 ? "; " : "", M(i, j));
  return fmt::format("({})", text);
}

} // namespace

CHAPTER(chapter)
{
  /**
  ## The definition

  Take $A$, and replace each entry $a_{ij}$ by the whole matrix $B$, multiplied by that entry. This
  is the definition, and the document writes it for square $A$ ($p \times p$) and $B$
  ($n \times n$): the result has $np$ rows and $np$ columns. Nothing forces them to be square, so we
  test all shapes. There are three programs to compare: the library's blocks, our four indices, and
  Armadillo's own `kron`, which was written by people who do not know us.
  */
  const auto two_matrices = [](Draw& draw) {
    const arma::mat A = integers_of_any_shape(draw, "A");
    return std::pair(A, integers_of_any_shape(draw, "B"));
  };

  chapter.claim("exo7-5.3-kronecker", holds)
      .property("A⊗B is np x np if A is p x p and B is n x n",
                [](Draw& draw) {
                  const auto& [A, B, M] = square_triple(draw);
                  const arma::uword np = B.n_rows * A.n_rows;
                  return arma::size(kronecker(A, B)) == arma::size(np, np);
                })
      .property(
          "block (i, j) of A⊗B is a_ij B, all shapes",
          [&](Draw& draw) {
            const auto [A, B] = two_matrices(draw);
            const arma::uword i = size(draw, "i", 0, static_cast<long>(A.n_rows) - 1);
            const arma::uword j = size(draw, "j", 0, static_cast<long>(A.n_cols) - 1);
            const arma::mat block =
                arma::mat(kronecker(A, B)).submat(i * B.n_rows, j * B.n_cols, arma::size(B));
            return difference(block, A(i, j) * B);
          },
          exactly())
      .property(
          "entry (i n' + k, j n + l) of A⊗B is a_ij b_kl, in rationals",
          [&](Draw& draw) {
            const auto [A, B] = two_matrices(draw);
            return RationalMatrix(kronecker(A, B)) ==
                   by_definition(RationalMatrix(A), RationalMatrix(B));
          },
          200)
      .property(
          "A⊗B is what Armadillo's kron computes, all shapes",
          [&](Draw& draw) {
            const auto [A, B] = two_matrices(draw);
            return difference(kronecker(A, B), arma::kron(A, B));
          },
          exactly());

  /**
  ## Laying a matrix out as a vector

  A matrix of $np$ columns multiplies vectors of $np$ entries, and $M$ is not one. So $M$ has to be
  *vectorised*: $\mathrm{vec}(M)$ puts its columns on top of each other, the first one on top.
  Column $j$ starts at position $nj$, so $M_{ij}$ lands at $i + nj$. For Armadillo, which stores a
  matrix column after column, this costs nothing: it is what lies in memory anyway.
  */
  chapter.claim("exo7-5.3-vec", holds)
      .property(
          "vec(M) is the columns of M, joined one below the other",
          [](Draw& draw) {
            const arma::mat M = integers_of_any_shape(draw, "M");
            arma::mat stacked = M.col(0);
            for (arma::uword j = 1; j < M.n_cols; ++j)
              stacked = arma::join_cols(stacked, arma::mat(M.col(j)));
            return difference(vec(M), stacked);
          },
          exactly())
      .property("entry i + n j of vec(M) is M_ij",
                [](Draw& draw) {
                  const arma::uword n = size(draw, "n"), p = size(draw, "p");
                  const arma::mat M = integers(draw, "M", n, p);
                  const arma::uword i = size(draw, "i", 0, static_cast<long>(n) - 1);
                  const arma::uword j = size(draw, "j", 0, static_cast<long>(p) - 1);
                  return vec(M)(i + n * j) == M(i, j);
                })
      .property("unvec undoes vec", [](Draw& draw) {
        const arma::mat M = integers_of_any_shape(draw, "M");
        return arma::approx_equal(unvec(vec(M), M.n_rows, M.n_cols), M, "absdiff", 0.0);
      });

  /**
  ## The two definitions agree

  Now the proposition: the big matrix does to $\mathrm{vec}(M)$ what the product $B M A^T$ does to
  $M$. To see why, look at one block of rows. Block row $i$ of $A \otimes B$ is $(a_{i1} B, a_{i2} B, \dots, a_{ip}
  B)$, and $\mathrm{vec}(M)$ is the stack of $C_1, \dots, C_p$, so block $i$ of their product is

  $$ \sum_j a_{ij} B C_j = B \sum_j C_j (A^T)_{ji} = B M \,(\text{column } i \text{ of } A^T), $$

  which is column $i$ of $B M A^T$. That is a proof, for every size. And because a proof on paper
  can have its indices wrong (we are about to see one), here are the unit matrices as well: all
  triples, all shapes with sides up to 3.
  */
  const Count units = unit_triples_up_to(3);
  chapter.claim("exo7-5.3-vec-identity", holds)
      .fact("(A⊗B) vec(M) = vec(B M Aᵀ) for unit matrices, all shapes up to 3",
            units.cases == 7056 && units.failures == 0,
            fmt::format("{} triples, {} fail", units.cases, units.failures))
      .property(
          "(A⊗B) vec(M) = vec(B M Aᵀ), A and B square",
          [](Draw& draw) {
            const auto& [A, B, M] = square_triple(draw);
            return difference(kronecker(A, B) * vec(M), vec(B * M * A.t()));
          },
          exactly())
      .property(
          "(A⊗B) vec(M) = vec(B M Aᵀ), A and B of any shape",
          [](Draw& draw) {
            const auto& [A, B, M] = rectangular_triple(draw);
            return difference(kronecker(A, B) * vec(M), vec(B * M * A.t()));
          },
          exactly())
      .property(
          "vec of kronecker_action against Armadillo's kron times vec(M)",
          [](Draw& draw) {
            const auto& [A, B, M] = rectangular_triple(draw);
            return difference(vec(kronecker_action(A, B, M)), arma::kron(A, B) * vec(M));
          },
          exactly());

  /**
  Unit matrices settle these shapes, since both sides are linear in each of the three. Entries that
  are independent symbols settle each shape in a single case, and a checked proof settles every
  shape:
  */
  chapter.proposition("kronecker");

  /**
  The number of triples has to be right too, or we have proven less than we think. Over sides 1 to
  3 it is $\sum p' \cdot \sum p^2 \cdot \sum n' \cdot \sum n^2 = 6 \cdot 14 \cdot 6 \cdot 14 = 7056$.

  ## The printed example

  The example is small enough for pencil and paper, with integers throughout. Every printed number
  must come out exactly.
  */
  const arma::mat A{{1, 2}, {3, 4}};
  const arma::mat B{{2, -1}, {1, 0}};
  const arma::mat M{{1, 2}, {0, 1}};
  const arma::mat A_times_B = kronecker(A, B);

  chapter.claim("exo7-5.3-example-matrix", reproduced)
      .prints_exactly("2 -1 4 -2; 1 0 2 0; 6 -3 8 -4; 3 0 4 0", A_times_B)
      .equal("the example's A⊗B by four indices, in rationals", RationalMatrix(A_times_B),
             by_definition(RationalMatrix(A), RationalMatrix(B)));

  /**
  Between "$A \otimes B$" and this matrix the page has one step more, showing the four blocks $1B$,
  $2B$, $3B$, $4B$. In our copy they stand in a single column, and there is no equals sign before
  it. Let us take the copy at its word, in each of the ways it can be read. A stack of four
  $2 \times 2$ blocks is $8 \times 2$; the matrix after the next equals sign is $4 \times 4$. And
  what stands behind $A \otimes B$ without a sign between them is multiplied by it, or acted on by
  it, with $B$ from the left.
  */
  const std::vector<arma::mat> blocks{1 * B, 2 * B, 3 * B, 4 * B};
  const auto side_by_side = [&](const std::array<std::size_t, 4>& order) {
    return arma::mat(arma::join_cols(arma::join_rows(blocks[order[0]], blocks[order[1]]),
                                     arma::join_rows(blocks[order[2]], blocks[order[3]])));
  };
  arma::mat column_of_blocks;
  for (const arma::mat& block : blocks)
    column_of_blocks = arma::join_cols(column_of_blocks, block);

  /**
  In none of these readings do the shapes fit. With two blocks per row the display says what it
  must: the blocks stand where the entries of $A$ stood. Four blocks go into a $2 \times 2$ layout
  in $4! = 24$ orders, and we compare each of them with the matrix printed behind the equals sign.
  If only one fits, the restoration is not a matter of taste.
  */
  int fitting_orders = 0;
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  do
    fitting_orders += arma::approx_equal(side_by_side(order), A_times_B, "absdiff", 0.0);
  while (std::ranges::next_permutation(order).found);

  chapter.claim("exo7-5.3-example-layout", damaged)
      .as_copied("A⊗B = 1B over 2B over 3B over 4B")
      .same_shape("the column of blocks", arma::size(column_of_blocks), "the matrix after it",
                  arma::size(A_times_B))
      .as_copied("A⊗B times the column of blocks")
      .conformable("A⊗B", arma::size(A_times_B), "the column", arma::size(column_of_blocks))
      .as_copied("A⊗B acting on the column of blocks, B · column · Aᵀ")
      .conformable("B", arma::size(B), "the column", arma::size(column_of_blocks))
      .restored("A⊗B = (1B 2B; 3B 4B)")
      .same_shape("(1B 2B; 3B 4B)", arma::size(side_by_side({0, 1, 2, 3})), "A⊗B",
                  arma::size(A_times_B))
      .prints_exactly("2 -1 4 -2; 1 0 2 0; 6 -3 8 -4; 3 0 4 0", side_by_side({0, 1, 2, 3}))
      .fact("orders of the blocks 1B, 2B, 3B, 4B that give the printed matrix", fitting_orders == 1,
            fmt::format("{} of 24", fitting_orders));

  /**
  So the conversion flattened a block matrix; the mathematics was never wrong. Here is the product
  as it should look: each entry of $A$ has become a tile, and in each tile one sees $B$, brighter
  or darker, but always $B$.
  */
  chapter.figure("blocks", [&](Figure& figure) {
    const HeatMap integers_shown{
        .range = Range{-10, 10}, .palette = Palette::diverging, .value_text = true, .digits = 0};
    figure.title("The example's Kronecker product: a copy of B for each entry of A")
        .size(960, 330)
        .panel("A")
        .heat_map(A, integers_shown)
        .x_label("column")
        .y_label("row")
        .panel("B")
        .heat_map(B, integers_shown)
        .x_label("column")
        .y_label("row")
        .panel("A ⊗ B")
        .heat_map(A_times_B, integers_shown)
        .x_label("column")
        .y_label("row")
        .segment(2.5, 0.5, 2.5, 4.5, "", {.width = 3})
        .segment(0.5, 2.5, 4.5, 2.5, "", {.width = 3})
        .caption("The Kronecker product of the worked example. The thick lines cut it into the "
                 "blocks 1B, 2B, 3B and 4B, which stand where A has 1, 2, 3 and 4.")
        .alt("Three heat maps with their values: A with rows 1 2 and 3 4, B with rows 2 -1 and "
             "1 0, and the 4 by 4 matrix of the products, cut into four blocks by thick lines.");
  });

  /**
  On to the vectors. $M$ becomes $(1, 0, 2, 1)$, the big matrix multiplies it, and the result is
  folded back into two columns.
  */
  const arma::vec product = A_times_B * vec(M);

  chapter.claim("exo7-5.3-example-vec", reproduced)
      .prints_exactly("1 0 2 1", vec(M))
      .prints_exactly("8 5 18 11", product)
      .equal("the example's (A⊗B) vec(M) by four indices, in rationals",
             by_definition(RationalMatrix(A), RationalMatrix(B)) * RationalMatrix(vec(M)),
             RationalMatrix(product));

  chapter.claim("exo7-5.3-example-reshape", reproduced)
      .prints_exactly("8 18; 5 11", unvec(product, 2, 2))
      .equal("the example's B M Aᵀ, in rationals",
             RationalMatrix(B) * RationalMatrix(M) * transpose(RationalMatrix(A)),
             RationalMatrix(unvec(product, 2, 2)));

  /**
  The last display writes the result as $(A \otimes B) M$. As a product of matrices this would be a
  $4 \times 4$ matrix times a $2 \times 2$ one; it is the *action* that is meant, and the document
  says so in 5.1. The figure shows both ways from $M$ to $M'$: along the top through the vectors and
  the big matrix, along the bottom with two small products.
  */
  chapter.figure("vec-diagram", [&](Figure& figure) { draw_vec_diagram(figure, M, product); });

  /**
  ## A pair of exchanged indices

  The document introduces the identity with a remark: one finds again the formula (†) of section
  5.1. That formula is for the columns $C'_j$ of the result, and it is printed as

  $$ C'_j = \sum_i a_{ij} B C_i . \tag{†, as printed} $$

  But one does not find it again. Above we computed block $i$ of the product:
  $\sum_j a_{ij} B C_j$. The coefficient is the same, $a_{ij}$, but the sum runs over the *second*
  index. Written for block $j$ it is $\sum_i a_{ji} B C_i$. The printed formula, with $i$ and $j$
  exchanged, takes column $j$ of $A$ where row $j$ is needed, and so computes $B M A$ instead of
  $B M A^T$. The identity is not touched by this; what fails is the way back to 5.1, until (†) is
  mended.
  */
  const auto dagger_as_printed = [](const arma::mat& a, const arma::mat& b, const arma::mat& m) {
    arma::mat columns(b.n_rows, a.n_cols, arma::fill::zeros);
    for (arma::uword j = 0; j < a.n_cols; ++j)
      for (arma::uword i = 0; i < a.n_rows; ++i)
        columns.col(j) += a(i, j) * (b * m.col(i));
    return columns;
  };
  const auto dagger_corrected = [](const arma::mat& a, const arma::mat& b, const arma::mat& m) {
    arma::mat columns(b.n_rows, a.n_rows, arma::fill::zeros);
    for (arma::uword j = 0; j < a.n_rows; ++j)
      for (arma::uword i = 0; i < a.n_cols; ++i)
        columns.col(j) += a(j, i) * (b * m.col(i));
    return columns;
  };

  chapter
      .finding("dagger",
               "The columns of what (A⊗B) vec(M) folds back to are C'ⱼ = Σᵢ aⱼᵢ B Cᵢ, not the "
               "printed (†).")
      .agree("first column of the example with the printed aᵢⱼ: (11, 7)",
             arma::mat(dagger_as_printed(A, B, M).col(0)), arma::mat(arma::vec{11, 7}), exactly())
      .agree("first column of the example with the right aⱼᵢ: (8, 5)",
             arma::mat(dagger_corrected(A, B, M).col(0)), arma::mat(arma::vec{8, 5}), exactly())
      .property(
          "(†) with aⱼᵢ gives the blocks of (A⊗B) vec(M)",
          [&](Draw& draw) {
            const auto& [a, b, m] = rectangular_triple(draw);
            return difference(vec(dagger_corrected(a, b, m)), arma::kron(a, b) * vec(m));
          },
          exactly())
      .property(
          "(†) with the printed aᵢⱼ gives the columns of B M A",
          [&](Draw& draw) {
            const auto& [a, b, m] = square_triple(draw);
            return difference(dagger_as_printed(a, b, m), b * m * a);
          },
          exactly())
      .property(
          "(†) as printed gives the columns of B M Aᵀ if A is symmetric",
          [&](Draw& draw) {
            const auto& [a, b, m] = square_triple(draw);
            const arma::mat s = a + a.t();
            return difference(dagger_as_printed(s, b, m), b * m * s.t());
          },
          exactly())
      .property("(†) as printed is right for B = M = I only if A is symmetric", [&](Draw& draw) {
        const arma::uword p = size(draw, "p", 1, 3);
        const arma::mat a = draw.integer_matrix("A", p, p, 0, 1);
        const arma::mat I = arma::eye(p, p);
        return arma::approx_equal(dagger_as_printed(a, I, I), a.t(), "absdiff", 0.0) ==
               a.is_symmetric();
      });

  /**
  On the document's own example the printed index would give $(11, 7)$ for the first column, where
  the page itself has $(8, 5)$. The slip is invisible to anyone who tests with a symmetric $A$, and
  that is how such slips usually survive. (It does no harm in training, either: a network that
  learns $A$ learns $A^T$ just as well.)

  ## The other convention, and how to mix them up

  numpy stores a matrix row after row, and so its `ravel` and `reshape` stack *rows*. Call that
  $\mathrm{vec}_r$; of course $\mathrm{vec}_r(M) = \mathrm{vec}(M^T)$. To see what becomes of the
  identity, transpose the right side, $(B M A^T)^T = A M^T B^T$, and read it as the identity for $M^T$ with
  the roles of $A$ and $B$ exchanged:

  $$ \mathrm{vec}_r(B M A^T) = \mathrm{vec}(A M^T B^T) = (B \otimes A)\, \mathrm{vec}(M^T)
     = (B \otimes A)\, \mathrm{vec}_r(M). $$

  The factors change places. Anyone who takes the formula from a page that stacks columns and the
  function from a library that stacks rows computes something else. We look for the smallest case in
  which the mistake shows.
  */
  const auto mixed_up = [](const Triple& t) {
    return !arma::approx_equal(arma::vec(kronecker(t.A, t.B) * vec_rows(t.M)),
                               vec_rows(t.B * t.M * t.A.t()), "absdiff", 0.0);
  };
  const auto right_order = [](const Triple& t) {
    return arma::approx_equal(arma::vec(kronecker(t.B, t.A) * vec_rows(t.M)),
                              vec_rows(t.B * t.M * t.A.t()), "absdiff", 0.0);
  };
  const Triple smallest = smallest_triple(mixed_up);
  const arma::mat mixed_example = unvec_rows(A_times_B * vec_rows(M), 2, 2);

  chapter
      .finding("rows-stacked",
               "When rows are stacked, the factors change places: (B⊗A) vecᵣ(M) = vecᵣ(B M Aᵀ).")
      .property(
          "(B⊗A) vecᵣ(M) = vecᵣ(B M Aᵀ), A and B of any shape",
          [](Draw& draw) {
            const auto& [a, b, m] = rectangular_triple(draw);
            return difference(kronecker(b, a) * vec_rows(m), vec_rows(b * m * a.t()));
          },
          exactly())
      .agree("the example with the conventions mixed up gives (-2 1; -4 3)", mixed_example,
             arma::mat{{-2, 1}, {-4, 3}}, exactly())
      .property(
          "(A⊗B) vecᵣ(M) is vecᵣ(A M Bᵀ), all of them n x n",
          [](Draw& draw) {
            const arma::uword n = size(draw, "n");
            const arma::mat a = integers(draw, "A", n, n), b = integers(draw, "B", n, n);
            const arma::mat m = integers(draw, "M", n, n);
            return difference(unvec_rows(kronecker(a, b) * vec_rows(m), n, n), a * m * b.t());
          },
          exactly())
      .fact("smallest case in which mixing vec and vecᵣ shows",
            mixed_up(smallest) && right_order(smallest) &&
                smallest.A.n_elem + smallest.B.n_elem + smallest.M.n_elem == 5,
            fmt::format("A = {}, B = {}, M = {}", row_text(smallest.A), row_text(smallest.B),
                        row_text(smallest.M)));

  /**
  Mixed up, the example turns into $(-2\ 1;\ -4\ 3)$: all shapes fit, and no program complains. We
  expected a $2 \times 2$ matrix $M$ in the smallest case, but the search found a smaller one, in
  which $M$ is a single number. It is the *result*, a column times a row, whose rows and columns come
  out exchanged. The mistake is hidden when input and result are vectors, which have no order to get
  wrong, and when $A = B$, since then $A \otimes B = B \otimes A$: just the cases one tries first.

  ## The shuffle between the two

  The two conventions list the same $np$ numbers in different orders, so a permutation leads from
  one to the other: $\mathrm{vec}(M) = S\, \mathrm{vec}_r(M)$, where $S$ has its ones at $(i + nj,\
  pi + j)$. Card players know it: cut the deck into $n$ packets of $p$ cards and take one from each
  packet in turn, the *perfect shuffle*. Together the two identities then say how $A \otimes B$ and
  $B \otimes A$ are related:

  $$ A \otimes B = S' \,(B \otimes A)\, S^T, $$

  with $S'$ the shuffle of the result's shape. They differ, but only in the order of rows and
  columns: they have the same norm, the same rank and, for square factors, where $S' = S$, the same
  eigenvalues.
  */
  const auto shuffle = [](arma::uword n, arma::uword p) {
    arma::mat S(n * p, n * p, arma::fill::zeros);
    for (arma::uword i = 0; i < n; ++i)
      for (arma::uword j = 0; j < p; ++j)
        S(i + n * j, p * i + j) = 1;
    return S;
  };

  chapter
      .finding("shuffle",
               "A⊗B = S' (B⊗A) Sᵀ with perfect shuffles S' and S: A⊗B and B⊗A differ only in the "
               "order of rows and columns.")
      .agree("B⊗A of the example, which is another matrix", kronecker(B, A),
             arma::mat{{2, 4, -1, -2}, {6, 8, -3, -4}, {1, 2, 0, 0}, {3, 4, 0, 0}}, exactly())
      .property(
          "S vecᵣ(M) = vec(M), all shapes",
          [&](Draw& draw) {
            const arma::mat m = integers_of_any_shape(draw, "M");
            return difference(shuffle(m.n_rows, m.n_cols) * vec_rows(m), vec(m));
          },
          exactly())
      .property(
          "A⊗B = S' (B⊗A) Sᵀ, all shapes",
          [&](Draw& draw) {
            const auto [a, b] = two_matrices(draw);
            return difference(kronecker(a, b), shuffle(b.n_rows, a.n_rows) * kronecker(b, a) *
                                                   shuffle(b.n_cols, a.n_cols).t());
          },
          exactly());

  chapter.figure("shuffle", [&](Figure& figure) {
    const arma::uword n = 3, p = 4;
    const arma::vec count = arma::regspace(1, 12);
    figure.title("Two orders of the same twelve numbers")
        .size(1020, 360)
        .panel("place in vec(M)")
        .heat_map(unvec(count, n, p), {.value_text = true, .digits = 0})
        .x_label("column of M")
        .y_label("row of M")
        .panel("place in vecᵣ(M)")
        .heat_map(unvec_rows(count, n, p), {.value_text = true, .digits = 0})
        .x_label("column of M")
        .y_label("row of M")
        .panel("S")
        .heat_map(shuffle(n, p))
        .x_label("place in vecᵣ(M)")
        .y_label("place in vec(M)")
        .segment(4.5, 0.5, 4.5, 12.5, "", {.ink = Ink::muted})
        .segment(8.5, 0.5, 8.5, 12.5, "", {.ink = Ink::muted})
        .caption("A matrix M of 3 rows and 4 columns: where each entry lands when columns are "
                 "stacked, where when rows are, and the permutation S with vec(M) = S vecᵣ(M). "
                 "The lines separate the rows of M: S deals one entry from each in turn.")
        .alt("Two 3 by 4 tables, numbered 1 to 12 down the columns and along the rows, and a "
             "12 by 12 permutation matrix whose ones lie on steep parallel lines.");
  });

  /**
  ## The algebra: everything goes factor by factor

  Act twice: $B_1 (B_2 M A_2^T) A_1^T = (B_1 B_2) M (A_1 A_2)^T$. So the product of two Kronecker
  products is the Kronecker product of the products (*formule du produit*). This mixed product rule
  is the one from which most others follow. Transposes and inverses keep the order of the factors,
  unlike $(AB)^T = B^T A^T$. For $A$ of $p \times p$ and $B$ of $n \times n$, split $A \otimes B =
  (A \otimes I)(I \otimes B)$: the first matrix is $n$ copies of $A$ up to a shuffle, the second is
  $p$ copies of $B$, hence

  $$ \det(A \otimes B) = (\det A)^n (\det B)^p . $$

  Mind the exponents: each factor is raised to the *other* one's size. The tests use $n \ne p$ too,
  for otherwise they could not tell. Rank, inverse and determinant are computed in rationals.
  */
  const auto exact_factors = [](Draw& draw) {
    const arma::uword p = size(draw, "p", 1, 3), n = size(draw, "n", 1, 3);
    const RationalMatrix a(integers(draw, "A", p, p));
    return std::pair(a, RationalMatrix(integers(draw, "B", n, n)));
  };
  const auto low_rank = [](Draw& draw, const char* left, const char* right) {
    const arma::uword r = size(draw, "r", 1, 3);
    const arma::mat tall = draw.integer_matrix(left, 3, r, -2, 2);
    return RationalMatrix(arma::mat(tall * draw.integer_matrix(right, r, 4, -2, 2)));
  };

  chapter
      .finding("mixed-product", "(A₁⊗B₁)(A₂⊗B₂) = A₁A₂ ⊗ B₁B₂, and the rules that follow from it.")
      .property(
          "(A₁⊗B₁)(A₂⊗B₂) = A₁A₂ ⊗ B₁B₂, all shapes",
          [](Draw& draw) {
            const arma::uword a = size(draw, "a"), b = size(draw, "b");
            const arma::mat A1 = integers(draw, "A1", size(draw, "rows of A1"), a);
            const arma::mat A2 = integers(draw, "A2", a, size(draw, "columns of A2"));
            const arma::mat B1 = integers(draw, "B1", size(draw, "rows of B1"), b);
            const arma::mat B2 = integers(draw, "B2", b, size(draw, "columns of B2"));
            return difference(kronecker(A1, B1) * kronecker(A2, B2), kronecker(A1 * A2, B1 * B2));
          },
          exactly())
      .property(
          "(A⊗B)ᵀ = Aᵀ⊗Bᵀ, all shapes",
          [&](Draw& draw) {
            const auto [a, b] = two_matrices(draw);
            return difference(kronecker(a, b).t(), kronecker(a.t(), b.t()));
          },
          exactly())
      .property(
          "(A⊗B)⁻¹ = A⁻¹⊗B⁻¹, in rationals",
          [&](Draw& draw) {
            auto [a, b] = exact_factors(draw);
            // Diagonally dominant, so invertible.
            a = a + Rational(28) * RationalMatrix::identity(a.rows());
            b = b + Rational(28) * RationalMatrix::identity(b.rows());
            return inverse(by_definition(a, b)) == by_definition(inverse(a), inverse(b));
          },
          60)
      .property(
          "tr(A⊗B) = tr A · tr B, in rationals",
          [&](Draw& draw) {
            const auto [a, b] = exact_factors(draw);
            return trace(by_definition(a, b)) == trace(a) * trace(b);
          },
          200)
      .property(
          "det(A⊗B) = (det A)ⁿ (det B)ᵖ, in rationals",
          [&](Draw& draw) {
            const auto [a, b] = exact_factors(draw);
            return determinant(by_definition(a, b)) ==
                   power(determinant(a), b.rows()) * power(determinant(b), a.rows());
          },
          100)
      .property(
          "rank(A⊗B) = rank A · rank B, in rationals",
          [&](Draw& draw) {
            const RationalMatrix a = low_rank(draw, "X", "Y"), b = low_rank(draw, "Z", "W");
            return rank(by_definition(a, b)) == rank(a) * rank(b);
          },
          60);

  /**
  ## Eigenvalues multiply

  If $A u = \lambda u$ and $B v = \mu v$, the mixed product rule gives $(A \otimes B)(u \otimes v) =
  Au \otimes Bv = \lambda\mu\,(u \otimes v)$. So the $np$ products $\lambda_i \mu_j$ are
  eigenvalues, and as there are $np$ of them, there are no others. (This holds also when eigenvectors
  are missing: make both factors triangular.)

  On the example this can be seen without computing a single eigenvalue. $A$ has trace 5 and
  determinant $-2$, its eigenvalues are the roots of $x^2 - 5x - 2$. $B$ has trace 2 and determinant
  1, so both of its eigenvalues are 1, and it has only one eigenvector. If eigenvalues multiply, $K
  = A \otimes B$ has the two eigenvalues of $A$, each twice, and by Cayley and Hamilton $(K^2 - 5K -
  2I)^2 = 0$. The square is needed because $B$ lacks an eigenvector.

  For random matrices we need floating point, and a tolerance. Symmetric matrices make that easy: by
  Weyl's inequality an error $E$ moves no eigenvalue further than $\|E\|$. Let $m = np$. The solver
  commits about $m\varepsilon$ times the norm on $A \otimes B$ and $p\varepsilon$, $n\varepsilon$ on
  the factors, rounding the entries of the product at most $\sqrt m\,\varepsilon$; with $n, p \le 5$
  that is $(25 + 5 + 5 + 5)\,\varepsilon$ times the largest eigenvalue, and $\varepsilon$ times a
  number is at most 2 of its ulp: 80 ulp of the largest one.
  */
  const arma::mat I4 = arma::eye(4, 4);
  const arma::mat annihilated = A_times_B * A_times_B - 5 * A_times_B - 2 * I4;
  const auto symmetric = [](Draw& draw, const char* name, arma::uword n) {
    const arma::mat X = draw.matrix(name, n, n, -1, 1);
    return arma::mat(X + X.t());
  };
  const auto all_pairs = [](const arma::vec& lambda, const arma::vec& mu) {
    return arma::mat(lambda * mu.t());
  };

  chapter.finding("eigenvalues", "The eigenvalues of A⊗B are the products λᵢ μⱼ.")
      .agree("(K² − 5K − 2I)² = 0 for the example's K = A⊗B", arma::mat(annihilated * annihilated),
             arma::mat(4, 4, arma::fill::zeros), exactly())
      .at_least("largest entry of K² − 5K − 2I, which is not 0 without the square",
                arma::abs(annihilated).max(), 1)
      .property(
          "sorted eigenvalues of A⊗B against λᵢ μⱼ, A and B symmetric",
          [&](Draw& draw) {
            const arma::mat a = symmetric(draw, "X", size(draw, "p"));
            const arma::mat b = symmetric(draw, "Y", size(draw, "n"));
            return difference(arma::eig_sym(kronecker(a, b)),
                              arma::sort(vec(all_pairs(arma::eig_sym(a), arma::eig_sym(b)))));
          },
          ulps_of_norm(80), 300)
      .property(
          "sorted eigenvalues of A⊗I + I⊗B against λᵢ + μⱼ, A and B symmetric",
          [&](Draw& draw) {
            const arma::uword p = size(draw, "p"), n = size(draw, "n");
            const arma::mat a = symmetric(draw, "X", p), b = symmetric(draw, "Y", n);
            const arma::mat I_p = arma::eye(p, p), I_n = arma::eye(n, n);
            const arma::vec lambda = arma::eig_sym(a), mu = arma::eig_sym(b);
            const arma::mat sums = all_pairs(lambda, arma::ones(n)) + all_pairs(arma::ones(p), mu);
            // Sums cancel, so errors are measured by the factors' norms (at most 10 each), not by
            // what is left: 40 epsilon of 20.
            return difference(arma::eig_sym(kronecker(a, I_n) + kronecker(I_p, b)),
                              arma::sort(vec(sums)));
          },
          absolute(40 * 20 * arma::datum::eps), 300);

  /**
  For a picture, take matrices whose eigenvalues are known in closed form: the $m \times m$ matrix
  with $a$ on the diagonal and 1 beside it has the eigenvalues $a + 2\cos\frac{k\pi}{m+1}$.
  */
  const auto second_difference = [](arma::uword m, double diagonal) {
    arma::mat T = diagonal * arma::eye(m, m);
    T.diag(1).ones();
    T.diag(-1).ones();
    return T;
  };
  const auto known_eigenvalues = [](arma::uword m, double diagonal) {
    const arma::vec angles = arma::linspace(0, std::numbers::pi, m + 2);
    return arma::vec(diagonal + 2 * arma::cos(angles.subvec(1, m)));
  };
  const arma::vec lambda = known_eigenvalues(4, 2), mu = known_eigenvalues(3, 1);
  const arma::vec spectrum =
      arma::eig_sym(kronecker(second_difference(4, 2), second_difference(3, 1)));

  chapter.figure("eigenvalues", [&](Figure& figure) {
    const auto labels = [](const arma::vec& values) {
      std::vector<std::string> texts;
      for (const double value : values)
        texts.push_back(fmt::format("{}{:.2f}", value < 0 ? "−" : "", std::abs(value)));
      return texts;
    };
    const arma::vec place = arma::regspace(1, 12);
    figure.title("The spectrum of A ⊗ B is the multiplication table of two spectra")
        .size(920, 420)
        .panel("products λ μ")
        .heat_map(all_pairs(lambda, mu), {.row_labels = labels(lambda),
                                          .column_labels = labels(mu),
                                          .palette = Palette::diverging,
                                          .value_text = true})
        .x_label("μ, eigenvalues of B")
        .y_label("λ, eigenvalues of A")
        .panel("the same twelve numbers, sorted")
        .line(place, arma::sort(vec(all_pairs(lambda, mu))), "products λ μ, in closed form")
        .points(place, spectrum, "eigenvalues of A ⊗ B, computed")
        .x_label("place in the sorted list")
        .y_label("eigenvalue")
        .caption("A has 2 on the diagonal and 1 beside it, B has 1 on the diagonal and 1 beside "
                 "it. Left: the products of their eigenvalues. Right: these products, and the "
                 "eigenvalues of the 12 x 12 matrix found by LAPACK.")
        .alt("A 4 by 3 table of products, and a curve of the sorted products on which the twelve "
             "computed eigenvalues lie.");
  });

  chapter
      .finding("eigenvalues-closed-form",
               "A⊗B of two tridiagonal matrices has products of cosines as eigenvalues.")
      .agree("twelve eigenvalues of a 12 x 12 A⊗B, LAPACK against cosines", arma::mat(spectrum),
             arma::mat(arma::sort(vec(all_pairs(lambda, mu)))), ulps_of_norm(80));

  /**
  ## Which matrices are Kronecker products?

  A matrix of $np \times np$ has $n^2p^2$ entries, and $A \otimes B$ is made of $n^2 + p^2$ numbers, so
  few matrices can be one. Which? Compare $A \otimes B$ with the outer product
  $\mathrm{vec}(A)\,\mathrm{vec}(B)^T$. Both hold each product $a_{ij} b_{kl}$ once, in different
  places. So cut any matrix $M$ into blocks of $B$'s shape, and write the vec of each block as a
  row, the blocks in the order of vec. This *rearrangement* $\mathcal R(M)$ only moves entries, and

  $$ \mathcal R(A \otimes B) = \mathrm{vec}(A)\, \mathrm{vec}(B)^T . $$

  Therefore $M$ is a Kronecker product exactly when $\mathcal R(M)$ has rank 1 (or 0). A sum of $r$
  products has a rearrangement of rank at most $r$, and one of rank $r$ can be written as such a
  sum. The operator of the tensor sum, $A \otimes I + I \otimes B$, needs two terms unless $A$ or $B$
  is a multiple of $I$. At the other end stands the shuffle of a square matrix, $n = p$, which
  transposes $M$: its rearrangement is a permutation, of full rank $n^2$. No sum of fewer than $n^2$
  actions $B M A^T$ transposes every $n \times n$ matrix.
  */
  const auto rational_rearrangement = [](const arma::mat& m, arma::SizeMat a, arma::SizeMat b) {
    return RationalMatrix(kronecker_rearrangement(m, a, b));
  };

  chapter
      .finding("rearrangement",
               "R(A⊗B) = vec(A) vec(B)ᵀ: a matrix is a Kronecker product exactly when its "
               "rearrangement has rank 1.")
      .property(
          "R(A⊗B) = vec(A) vec(B)ᵀ, all shapes",
          [&](Draw& draw) {
            const auto [a, b] = two_matrices(draw);
            return difference(
                kronecker_rearrangement(kronecker(a, b), arma::size(a), arma::size(b)),
                vec(a) * vec(b).t());
          },
          exactly())
      .property(
          "vec(A)ᵀ R(M) vec(B) is the sum of the entries of M times those of A⊗B",
          [&](Draw& draw) {
            const auto [a, b] = two_matrices(draw);
            const arma::mat m = integers(draw, "M", a.n_rows * b.n_rows, a.n_cols * b.n_cols);
            const arma::mat R = kronecker_rearrangement(m, arma::size(a), arma::size(b));
            return difference(arma::as_scalar(vec(a).t() * R * vec(b)),
                              arma::accu(m % kronecker(a, b)));
          },
          exactly())
      .property(
          "R of a sum of r Kronecker products has rank at most r, in rationals",
          [&](Draw& draw) {
            const arma::uword r = size(draw, "r", 1, 3);
            arma::mat sum(6, 6, arma::fill::zeros);
            for (arma::uword k = 0; k < r; ++k) {
              const arma::mat a = integers(draw, fmt::format("A{}", k + 1), 2, 3);
              sum += kronecker(a, integers(draw, fmt::format("B{}", k + 1), 3, 2));
            }
            return rank(rational_rearrangement(sum, arma::size(2, 3), arma::size(3, 2))) <= r;
          },
          200)
      .property(
          "R(A⊗I + I⊗B) has rank 2 unless A or B is a multiple of I, in rationals",
          [&](Draw& draw) {
            const auto any = [&](const char* name) {
              const arma::uword side = size(draw, name, 1, 2);
              return draw.integer_matrix(fmt::format("matrix of {}", name), side, side, -1, 1);
            };
            const arma::mat a = any("p"), b = any("n");
            const arma::mat I_p = arma::eye(arma::size(a)), I_n = arma::eye(arma::size(b));
            const auto is_multiple_of_identity = [](const arma::mat& x) {
              return x.is_diagmat() && arma::all(x.diag() == x(0));
            };
            const bool two_terms = !is_multiple_of_identity(a) && !is_multiple_of_identity(b);
            const arma::mat sum = kronecker(a, I_n) + kronecker(I_p, b);
            return (rank(rational_rearrangement(sum, arma::size(a), arma::size(b))) == 2) ==
                   two_terms;
          },
          300)
      .property(
          "R of the shuffle that transposes n x n matrices is a permutation, R Rᵀ = I",
          [&](Draw& draw) {
            const arma::uword n = size(draw, "n");
            const arma::mat R =
                kronecker_rearrangement(shuffle(n, n), arma::size(n, n), arma::size(n, n));
            return difference(R * R.t(), arma::eye(n * n, n * n));
          },
          exactly(), 20);

  chapter.figure("rearrangement", [&](Figure& figure) {
    const HeatMap integers_shown{
        .range = Range{-10, 10}, .palette = Palette::diverging, .value_text = true, .digits = 0};
    HeatMap outer_product = integers_shown;
    outer_product.row_labels = {"a₁₁ = 1", "a₂₁ = 3", "a₁₂ = 2", "a₂₂ = 4"};
    outer_product.column_labels = {"b₁₁ = 2", "b₂₁ = 1", "b₁₂ = −1", "b₂₂ = 0"};
    figure.title("A Kronecker product, rearranged, is a multiplication table")
        .size(920, 400)
        .panel("A ⊗ B")
        .heat_map(A_times_B, integers_shown)
        .x_label("column")
        .y_label("row")
        .segment(2.5, 0.5, 2.5, 4.5, "", {.width = 3})
        .segment(0.5, 2.5, 4.5, 2.5, "", {.width = 3})
        .panel("its rearrangement, vec(A) vec(B)ᵀ")
        .heat_map(kronecker_rearrangement(A_times_B, arma::size(A), arma::size(B)), outer_product)
        .x_label("entry of B")
        .y_label("entry of A")
        .caption("The Kronecker product of the worked example. Each of its blocks becomes a row of "
                 "the rearrangement, which is the table of all products of an entry of A and an "
                 "entry of B: a matrix of rank 1.")
        .alt("Two 4 by 4 heat maps with the same sixteen numbers. Left the Kronecker product, cut "
             "into four blocks; right the multiplication table of 1, 3, 2, 4 and 2, 1, -1, 0.");
  });

  /**
  As $\mathcal R$ keeps the sum of the squared entries, it also answers the next question: which
  $A \otimes B$ is *nearest* to a given $M$? The one whose rearrangement is the nearest matrix of rank
  1 to $\mathcal R(M)$, and that is known from the singular values
  $\sigma_1 \ge \sigma_2 \ge \dots$ of $\mathcal R(M)$ (Van Loan and Pitsianis, 1993):

  $$ \min_{A, B} \lVert M - A \otimes B \rVert_F^2 = \sigma_2^2 + \sigma_3^2 + \dots, \qquad
     \mathrm{vec}(A) = \sqrt{\sigma_1}\, u_1, \quad \mathrm{vec}(B) = \sqrt{\sigma_1}\, v_1 . $$

  `nearest_kronecker` computes it. That the distance is right we check against the *squared entries* of
  $M$, less $\sigma_1^2$; that nothing is nearer, against competitors. Their best multiple is at the
  squared distance $\lVert M \rVert^2 - \langle M, C \otimes D\rangle^2 / \lVert C \otimes D\rVert^2$,
  whether they are drawn at random or near the winner. LAPACK's singular values of at most
  $16 \times 16$ entries err by some $16\varepsilon\sigma_1$, and norms and products add as much;
  relative to $\lVert M \rVert^2$ we allow $100\varepsilon$.
  */
  const auto squared_norm = [](const arma::mat& x) { return arma::accu(arma::square(x)); };
  const double slack = 100 * arma::datum::eps;
  struct Approximation
  {
    arma::mat m;
    KroneckerFactors<double> nearest;
    double squared_distance; ///< as a share of |M|^2
  };
  const auto approximation = [&](Draw& draw) {
    const arma::uword p_out = size(draw, "p'", 1, 4), p = size(draw, "p", 1, 4);
    const arma::uword n_out = size(draw, "n'", 1, 4), n = size(draw, "n", 1, 4);
    const arma::SizeMat a(p_out, p), b(n_out, n);
    const arma::mat m = draw.matrix("M", n_out * p_out, n * p, -1, 1);
    const auto nearest = nearest_kronecker(m, a, b);
    const double all = std::max(squared_norm(m), arma::datum::eps);
    return Approximation{m, nearest, squared_norm(m - kronecker(nearest.A, nearest.B)) / all};
  };

  chapter
      .finding("nearest-kronecker",
               "The Kronecker product nearest to M is the best approximation of R(M) by rank 1.")
      .property(
          "squared distance of nearest_kronecker is 1 − σ₁²/‖M‖², relative to ‖M‖²",
          [&](Draw& draw) {
            const auto [m, nearest, squared_distance] = approximation(draw);
            if (m.is_zero())
              return difference(squared_distance, 0);
            const double sigma = arma::norm(
                kronecker_rearrangement(m, arma::size(nearest.A), arma::size(nearest.B)), 2);
            return difference(squared_distance, 1 - sigma * sigma / squared_norm(m));
          },
          absolute(slack), 300)
      .property(
          "no multiple of a random C⊗D, or of one near A⊗B, is nearer to M",
          [&](Draw& draw) {
            const auto [m, nearest, squared_distance] = approximation(draw);
            const double step = std::pow(10, draw.real("log10 of the step", -4, 2));
            const auto moved = [&](const arma::mat& factor, const std::string& name) {
              return arma::mat(factor +
                               step * draw.matrix(name, factor.n_rows, factor.n_cols, -1, 1));
            };
            const arma::mat c = moved(nearest.A, "dA");
            const arma::mat competitor = kronecker(c, moved(nearest.B, "dB"));
            if (m.is_zero() || competitor.is_zero())
              return true;
            const double inner = arma::accu(m % competitor);
            const double other = 1 - inner * inner / squared_norm(competitor) / squared_norm(m);
            return squared_distance <= other + slack;
          },
          300)
      .property(
          "the nearest to A⊗B is A⊗B: squared distance, relative to its squared norm",
          [&](Draw& draw) {
            const auto [a, b] = two_matrices(draw);
            const arma::mat m = kronecker(a, b);
            const auto nearest = nearest_kronecker(m, arma::size(a), arma::size(b));
            const double all = std::max(squared_norm(m), 1.0);
            return difference(squared_norm(m - kronecker(nearest.A, nearest.B)) / all, 0);
          },
          absolute(slack), 300)
      .property(
          "the shuffle of n x n matrices: the nearest removes 1/n² of its squared norm",
          [&](Draw& draw) {
            const arma::uword n = size(draw, "n");
            const arma::mat S = shuffle(n, n);
            const auto nearest = nearest_kronecker(S, arma::size(n, n), arma::size(n, n));
            const auto squares = static_cast<double>(n * n);
            return difference(squared_norm(S - kronecker(nearest.A, nearest.B)) / squares,
                              1 - 1 / squares);
          },
          absolute(slack), 20);

  /**
  This will matter for attention. A head, with its pattern held fixed, is one action $B M A^T$; a
  layer of $h$ heads adds up $h$ of them, so its rearrangement has a rank of at most $h$. What $h$
  heads do, fewer can do only if that rank is smaller.

  ## What the big matrix costs

  So there is a matrix. Should one ever write it down? Forming it takes one multiplication per entry,
  $p'p\,n'n$ of them; multiplying a vector by it takes one multiplication and one addition per entry.
  Acting takes two ordinary products, $(BM)A^T$ or $B(MA^T)$, whichever is cheaper. When everything
  is $d \times d$, that is $3d^4$ operations against $4d^3$. Before we trust these formulas, we let
  numbers count for themselves.
  */
  const auto counted_sizes = [](Draw& draw) {
    const auto side = [&](const char* name) { return size(draw, name, 1, 7); };
    const arma::uword p_out = side("p'"), p = side("p"), n_out = side("n'"), n = side("n");
    return std::pair(arma::size(p_out, p), arma::size(n_out, n));
  };

  chapter
      .finding("operations",
               "Forming A⊗B and multiplying by it takes 3 d⁴ operations, acting 4 d³.")
      .property(
          "operations of forming A⊗B and multiplying vec(M): 3 p'p n'n",
          [&](Draw& draw) {
            const auto [a, b] = counted_sizes(draw);
            const double watched = operations_of([&] {
              kronecker_of_counted(counted(a.n_rows, a.n_cols), counted(b.n_rows, b.n_cols)) *
                  counted(b.n_cols * a.n_cols, 1);
            });
            return difference(kronecker_product_flops(a, b), watched);
          },
          exactly(), 200)
      .property(
          "operations of B M Aᵀ: those of the cheaper order",
          [&](Draw& draw) {
            const auto [a, b] = counted_sizes(draw);
            const CountedMatrix At = counted(a.n_cols, a.n_rows);
            const CountedMatrix Bc = counted(b.n_rows, b.n_cols);
            const CountedMatrix Mc = counted(b.n_cols, a.n_cols);
            const double columns_first = operations_of([&] { (Bc * Mc) * At; });
            const double rows_first = operations_of([&] { Bc*(Mc * At); });
            return difference(kronecker_action_flops(a, b), std::min(columns_first, rows_first));
          },
          exactly(), 200)
      .property("acting takes no more than multiplying by A⊗B already formed, p', n ≥ 2",
                [](Draw& draw) {
                  const arma::uword p_out = size(draw, "p'", 2, 60), p = size(draw, "p", 1, 60);
                  const arma::uword n_out = size(draw, "n'", 1, 60), n = size(draw, "n", 2, 60);
                  const arma::SizeMat a(p_out, p), b(n_out, n);
                  return kronecker_action_flops(a, b) <= kronecker_product_flops(a, b) * 2 / 3;
                });

  /**
  The last of these results is worth a moment. One might hope to form the matrix once and use it
  often. That never pays: $(BM)A^T$ takes $2n'p(n + p')$ operations, the formed matrix $2n'p \cdot np'$ for each
  vector, and $n + p' \le np'$ as soon as both are at least 2.

  Memory comes next: $8\,(np)^2$ bytes. GPT-2 has $n = 768$ and $p$ up to 1024.
  */
  const arma::SizeMat gpt2_A(1024, 1024), gpt2_B(768, 768);
  const auto square = [](double d) {
    return arma::size(static_cast<arma::uword>(d), static_cast<arma::uword>(d));
  };
  const auto cost_row = [](std::string name, arma::SizeMat a, arma::SizeMat b) {
    return std::vector<std::string>{
        std::move(name), with_prefix(kronecker_bytes(a, b), "B"),
        with_prefix(kronecker_product_flops(a, b), ""),
        with_prefix(kronecker_action_flops(a, b), ""),
        fmt::format("{:.3g}", kronecker_product_flops(a, b) / kronecker_action_flops(a, b))};
  };
  std::vector<std::vector<std::string>> costs;
  for (const double d : {2, 8, 32, 64, 128, 256, 512})
    costs.push_back(cost_row(fmt::format("{}", d), square(d), square(d)));
  costs.push_back(cost_row("GPT-2, n = 768, p = 1024", gpt2_A, gpt2_B));
  chapter.table("What A ⊗ B costs, both d x d: operations to form and multiply, and to act",
                {"d", "memory of A ⊗ B", "form and multiply", "act", "ratio of these"}, costs);

  /**
  For GPT-2 it is five terabytes. The next table shows which product still fits into which memory.
  $8d^4$ grows so fast that money hardly helps: sixteen times the memory doubles $d$.
  */
  std::vector<std::vector<std::string>> limits;
  for (const double gigabytes : {8, 16, 64, 1024}) {
    const double d = std::floor(filling_size(1e9 * gigabytes));
    limits.push_back({fmt::format("{} GB", gigabytes), fmt::format("{}", d),
                      fmt::format("{}", d * d),
                      with_prefix(kronecker_bytes(square(d), square(d)), "B")});
  }
  chapter.table("The largest d for which A ⊗ B fits into memory",
                {"memory", "largest d", "rows of A ⊗ B", "bytes of A ⊗ B"}, limits);

  /**
  What does the library do when it is asked for the impossible? Linux grants more memory than it
  has and kills the program that uses it, so `kronecker` looks first, and its refusal names the
  number of bytes. We ask for GPT-2's.
  */
  const auto refusal = [](arma::SizeMat a, arma::SizeMat b) -> std::string {
    try {
      (void)kronecker(arma::mat(a, arma::fill::zeros), arma::mat(b, arma::fill::zeros));
    } catch (const Error& error) {
      return error.what();
    }
    return "no refusal";
  };
  const bool refuses_gpt2 =
      refusal(gpt2_A, gpt2_B).find(" 4947802324992 bytes ") != std::string::npos;
  const double too_large = std::ceil(filling_size(2 * available_bytes()));
  const bool refuses_here =
      refusal(square(too_large), square(too_large)).find("kronecker_action") != std::string::npos;

  chapter
      .finding("impossible",
               "The last A⊗B that fits into 16 GB has d = 211; GPT-2's would take 4.9 TB.")
      .at_most("gigabytes of A⊗B at d = 211", kronecker_bytes(square(211), square(211)) / 1e9, 16)
      .at_least("gigabytes of A⊗B at d = 212", kronecker_bytes(square(212), square(212)) / 1e9, 16)
      .agree("bytes of A⊗B at GPT-2's size, 8 (768 · 1024)²", kronecker_bytes(gpt2_A, gpt2_B),
             4947802324992.0, exactly())
      .fact("kronecker refuses to form A⊗B at GPT-2's size", refuses_gpt2,
            refuses_gpt2 ? "it names the 4947802324992 bytes it would need"
                         : "it does not, or without the 4947802324992 bytes it would need")
      .fact("kronecker refuses to form twice as much as this machine has free", refuses_here,
            refuses_here ? "it points to kronecker_action instead"
                         : "it does not, or without pointing to kronecker_action");

  /**
  But acting is possible. Let us do it, at GPT-2's full size, and check it in an independent way:
  for $M = u v^T$ the result is $(Bu)(Av)^T$, which needs no matrix product at all. With positive
  entries nothing cancels, each entry is a double sum of positive terms, and its relative error is
  at most $(n + p + 2)\,u$ on either side with unit roundoff $u = \varepsilon/2$: together under
  1800 $\varepsilon$, or 3600 ulp at the very worst.
  */
  const arma::mat A_large(gpt2_A, arma::fill::randu), B_large(gpt2_B, arma::fill::randu);
  const arma::vec u(768, arma::fill::randu), v(1024, arma::fill::randu);
  const arma::mat M_large = u * v.t();
  arma::mat acted;
  const double gpt2_seconds =
      seconds(1, [&] { acted = kronecker_action(A_large, B_large, M_large); });
  const arma::mat by_vectors = arma::vec(B_large * u) * arma::vec(A_large * v).t();

  chapter
      .finding("gpt2-action",
               "Acting at GPT-2's size takes 2.8 billion operations and three matrices of 6.3 MB.")
      .agree("B (u vᵀ) Aᵀ = (Bu)(Av)ᵀ at GPT-2's size, 768 x 1024", acted, by_vectors, ulps(3600))
      .agree("operations of acting at GPT-2's size", kronecker_action_flops(gpt2_A, gpt2_B),
             2818572288.0, exactly())
      .agree("bytes of one 768 x 1024 matrix", 8.0 * static_cast<double>(acted.n_elem), 6291456.0,
             exactly());

  /**
  The figure shows these counts. Both axes are logarithmic, so that powers are straight lines and
  exponents are slopes: 4 against 3 for the operations, 4 against 2 for the memory.
  */
  const arma::vec d = arma::exp2(arma::regspace(1, 0.25, 10.5));
  const double gpt2_d = std::sqrt(768.0 * 1024.0);
  chapter.figure("operations", [&](Figure& figure) {
    const arma::vec gpt2_x{gpt2_d, gpt2_d};
    const std::vector<double> ticks{2, 8, 32, 128, 512};
    figure.title("Forming A ⊗ B against acting with it, all matrices d x d")
        .panel("operations")
        .log_x()
        .log_y()
        .x_label("d")
        .y_label("multiplications and additions")
        .x_ticks(ticks)
        .line(d, 3 * arma::pow(d, 4), "form and multiply: 3 d⁴")
        .line(d, 4 * arma::pow(d, 3), "act: 4 d³")
        .points(gpt2_x,
                arma::vec{kronecker_product_flops(gpt2_A, gpt2_B),
                          kronecker_action_flops(gpt2_A, gpt2_B)},
                "GPT-2")
        .panel("memory")
        .log_x()
        .log_y()
        .x_label("d")
        .y_label("bytes")
        .x_ticks(ticks)
        .line(d, 8 * arma::pow(d, 4), "A ⊗ B: 8 d⁴")
        .line(d, 16 * arma::pow(d, 2), "B M and B M Aᵀ: 16 d²")
        .points(gpt2_x, arma::vec{kronecker_bytes(gpt2_A, gpt2_B), 16.0 * 768 * 1024}, "GPT-2")
        .horizontal_line(16e9, "16 GB")
        .caption(
            "Operations and memory of forming the Kronecker product and multiplying by it, and "
            "of acting by two matrix products. GPT-2's sizes, 768 and 1024, stand at their "
            "geometric mean. In 16 GB the product fits up to d = 211.")
        .alt("Two log-log plots against d from 2 to 1448. Operations: a line of slope 4 above one "
             "of "
             "slope 3. Memory: a line of slope 4 that crosses 16 GB near 211, and one of slope 2. "
             "Points mark GPT-2 near 887: 1.9e12 against 2.8e9 operations, 4.9 TB against 13 MB.");
  });

  /**
  ## What the clock says

  Counts are promises; the machine has caches, pages and a dozen other things to do. We measure
  forming and multiplying up to $d = 64$, where the matrix takes 134 MB (at 128 it would be 2 GB),
  acting up to 512. Slopes are fitted over the larger half of the sizes.
  */
  const arma::vec forming_d{4, 8, 16, 24, 32, 48, 64}, acting_d{4, 8, 16, 32, 64, 128, 256, 512};
  const auto inputs = [](double dd) {
    const auto n = static_cast<arma::uword>(dd);
    return Triple{arma::randu(n, n), arma::randu(n, n), arma::randu(n, n)};
  };
  arma::vec forming_s(forming_d.n_elem), acting_s(acting_d.n_elem);
  arma::vec forming_bytes(forming_d.n_elem), acting_bytes(acting_d.n_elem);
  for (arma::uword k = 0; k < forming_d.n_elem; ++k) {
    const Triple t = inputs(forming_d(k));
    forming_bytes(k) = held_bytes([&] { return kronecker(t.A, t.B); });
    forming_s(k) = seconds(forming_d(k) < 30 ? 5 : 1,
                           [&] { const arma::vec result = kronecker(t.A, t.B) * vec(t.M); });
  }
  for (arma::uword k = 0; k < acting_d.n_elem; ++k) {
    const Triple t = inputs(acting_d(k));
    acting_s(k) = seconds(acting_d(k) < 200 ? 5 : 1, [&] { kronecker_action(t.A, t.B, t.M); });
    acting_bytes(k) = held_bytes(
        [&] { return std::pair(arma::mat(t.B * t.M), kronecker_action(t.A, t.B, t.M)); });
  }
  const auto slope = [](const arma::vec& x, const arma::vec& y) {
    const arma::uword half = x.n_elem / 2;
    return arma::polyfit(arma::log(x.tail(half + 1)), arma::log(y.tail(half + 1)), 1).eval()(0);
  };

  std::vector<std::vector<std::string>> measurements;
  for (arma::uword k = 0; k < acting_d.n_elem; ++k) {
    const arma::uvec same = arma::find(forming_d == acting_d(k));
    const bool formed = !same.is_empty();
    measurements.push_back({fmt::format("{}", acting_d(k)),
                            formed ? duration(forming_s(same(0))) : "",
                            formed ? with_prefix(forming_bytes(same(0)), "B") : "",
                            duration(acting_s(k)), with_prefix(acting_bytes(k), "B")});
  }
  measurements.push_back({"GPT-2", "impossible", with_prefix(kronecker_bytes(gpt2_A, gpt2_B), "B"),
                          duration(gpt2_seconds), with_prefix(16.0 * 768 * 1024, "B")});
  const double free_bytes = available_bytes();
  measurements.push_back({"free here", "",
                          fmt::format("{}, enough for d = {}", with_prefix(free_bytes, "B"),
                                      std::floor(filling_size(free_bytes))),
                          "", ""});
  chapter.table("Time and memory, measured in this run",
                {"d", "form and multiply", "memory of A ⊗ B", "act", "memory of B M and B M Aᵀ"},
                measurements,
                {"form and multiply", "memory of A ⊗ B", "act", "memory of B M and B M Aᵀ"});

  /**
  The slopes tell what the counts cannot. Memory follows the counts, with slopes of 4 and 2, and the
  time of acting comes near 3. But the time of forming climbs faster than 4 as $d$ grows: beyond the
  caches it is no longer arithmetic that takes the time, but fetching page after page of a matrix
  that is read once and thrown away.

  Times change from run to run, so they are no evidence. One comparison is safe on any machine,
  since the counts differ by a factor of 48.
  */
  const bool faster = forming_s.back() > 5 * acting_s(4);
  const bool occupied = forming_bytes.back() > 0.9 * 8 * std::pow(64, 4);
  chapter
      .finding("clock",
               "Measured at d = 64, acting is faster than forming A⊗B and multiplying by it.")
      .fact("acting is more than 5 times faster, measured at d = 64", faster,
            faster ? "it is" : "it is not")
      .fact("A⊗B occupies its 134 MB of memory, measured at d = 64", occupied,
            occupied ? "at least nine tenths of them" : "less than nine tenths of them");

  chapter.figure("measured", [&](Figure& figure) {
    figure.title("Forming A ⊗ B against acting with it: measured")
        .size(920, 460)
        .measured()
        .panel("time")
        .log_x()
        .log_y()
        .x_label("d")
        .y_label("seconds")
        .x_range(3, 1200)
        .line_points(forming_d, forming_s,
                     fmt::format("form and multiply, slope {:.1f}", slope(forming_d, forming_s)))
        .line_points(acting_d, acting_s,
                     fmt::format("act, slope {:.1f}", slope(acting_d, acting_s)))
        .points(arma::vec{gpt2_d}, arma::vec{gpt2_seconds}, "act, GPT-2")
        .panel("memory")
        .log_x()
        .log_y()
        .x_label("d")
        .y_label("bytes of resident memory")
        .x_range(3, 1200)
        .y_range(1e3, 1e13)
        .line_points(forming_d, forming_bytes,
                     fmt::format("A ⊗ B, slope {:.1f}", slope(forming_d, forming_bytes)))
        .line(arma::vec{64, 1200}, 8 * arma::pow(arma::vec{64, 1200}, 4), "8 d⁴, continued")
        .line_points(acting_d, acting_bytes,
                     fmt::format("B M and B M Aᵀ, slope {:.1f}", slope(acting_d, acting_bytes)))
        .horizontal_line(free_bytes, fmt::format("free here: {}", with_prefix(free_bytes, "B")))
        .vertical_line(filling_size(free_bytes),
                       fmt::format("d = {:.0f}", std::floor(filling_size(free_bytes))))
        .caption(
            "Time of forming the Kronecker product of two d x d matrices and multiplying, and of "
            "acting; memory held by the results. The vertical line is the d from which the "
            "product no longer fits on the machine that drew this.")
        .alt("Two log-log plots of measurements: forming rises far more steeply than acting, in "
             "time "
             "and in memory, and meets the machine's free memory at a few hundred.");
  });

  /**
  The Kronecker product is the right thing to *think* with: one matrix, one spectrum, one
  determinant. It is hardly ever the right thing to *compute* with, because every one of its
  uses is two small products in disguise. Attention will be of the form $B M A^T$ (values mixed by a
  pattern), and nobody who implements it forms $A \otimes B$; now we know why, to the byte.
  */
}
