#include "epreuve/instruments/counted.hpp"
#include "epreuve/instruments/units.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

/**
# What the big matrix costs

So there is a matrix. Should one ever write it down? Forming it takes one multiplication per entry,
$p'p\,n'n$ of them; multiplying a vector by it takes one multiplication and one addition per entry.
Acting takes two ordinary products, $(BM)A^T$ or $B(MA^T)$, whichever is cheaper. When everything
is $d \times d$, that is $3d^4$ operations against $4d^3$. First we count the operations, then the
bytes, and at the end we ask the clock.
*/
using namespace epreuve::course;

/**
## Operations, counted

The number of operations that a formula takes can be derived, and it can be observed. A `Counted`
number records when it is multiplied or added, so running the schoolbook algorithms on matrices of
such numbers counts what they do.
*/
SECTION(operations)
{
  const Integers up_to_7{.largest_side = 7};
  const auto form = over_integer_matrices(all_triples, up_to_7, [](auto& A, auto& B, auto& M) {
    const CountedMatrix a(A), b(B), m(vec(M));
    const double watched = operations_of([&] { by_four_indices(a, b) * m; });
    return difference(kronecker_product_flops(arma::size(A), arma::size(B)), watched);
  });
  const auto act = over_integer_matrices(all_triples, up_to_7, [](auto& A, auto& B, auto& M) {
    const CountedMatrix at(A.t()), b(B), m(M);
    const double rows_first = operations_of([&] { (b * m) * at; });
    const double columns_first = operations_of([&] { b*(m * at); });
    return difference(kronecker_action_flops(arma::size(A), arma::size(B)),
                      std::min(rows_first, columns_first));
  });
  const auto bound = [](Draw& draw) {
    const arma::uword p_out = draw.size("p'", 2, 60), p = draw.size("p", 1, 60);
    const arma::uword n_out = draw.size("n'", 1, 60), n = draw.size("n", 2, 60);
    const arma::SizeMat a(p_out, p), b(n_out, n);
    return kronecker_action_flops(a, b) <= kronecker_product_flops(a, b) * 2 / 3;
  };
  chapter
      .finding("operations",
               "Forming A⊗B and multiplying by it takes 3 d⁴ operations, acting 4 d³.")
      .property("operations of forming A⊗B and multiplying vec(M): 3 p'p n'n", form, exactly(), 200)
      .property("operations of B M Aᵀ: those of the cheaper order", act, exactly(), 200)
      .property("acting takes no more than multiplying by A⊗B already formed, p', n ≥ 2", bound);
}

/**
The last of these results is worth a moment. One might hope to form the matrix once and use it
often. That never pays: $(BM)A^T$ takes $2n'p(n + p')$ operations, the formed matrix
$2n'p \cdot np'$ for each vector, and $n + p' \le np'$ as soon as both are at least 2.

## Memory, and where it ends

Memory comes next: $8\,(np)^2$ bytes. GPT-2 has $n = 768$ and $p$ up to 1024, and for these that is
five terabytes.
*/
static const arma::SizeMat gpt2_A(1024, 1024), gpt2_B(768, 768);

SECTION(costs)
{
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::string& name, arma::SizeMat a, arma::SizeMat b) {
    const double forming = kronecker_product_flops(a, b), acting = kronecker_action_flops(a, b);
    rows.push_back({name, with_unit(kronecker_bytes(a, b), "B"), with_unit(forming, ""),
                    with_unit(acting, ""), fmt::format("{:.3g}", forming / acting)});
  };
  for (const arma::uword d : {2, 8, 32, 64, 128, 256, 512})
    add(fmt::format("{}", d), arma::size(d, d), arma::size(d, d));
  add("GPT-2, n = 768, p = 1024", gpt2_A, gpt2_B);
  chapter.table("What A ⊗ B costs, both d x d: operations to form and multiply, and to act",
                {"d", "memory of A ⊗ B", "form and multiply", "act", "ratio of these"}, rows);
  chapter.figure("operations", [](Figure& figure) { draw_operations(figure, gpt2_A, gpt2_B); });
}

/**
Both axes of the figure are logarithmic, so that powers are straight lines and exponents are slopes:
4 against 3 for the operations, 4 against 2 for the memory. The next table shows which product still
fits into which memory. $8d^4$ grows so fast that money hardly helps: sixteen times the memory
doubles $d$.

What does the library do when it is asked for the impossible? Linux grants more memory than it has
and kills the program that uses it, so `kronecker` checks first, and when it refuses it says how
many bytes are needed.
*/
/// The largest d for which A (x) B of two d x d matrices fits: 8 d^4 <= bytes.
static double largest_fitting(double bytes)
{
  return std::floor(std::sqrt(std::sqrt(bytes / 8)));
}

SECTION(limits)
{
  std::vector<std::vector<std::string>> rows;
  for (const double gigabytes : {8, 16, 64, 1024}) {
    const double d = largest_fitting(1e9 * gigabytes);
    rows.push_back({fmt::format("{} GB", gigabytes), fmt::format("{}", d), fmt::format("{}", d * d),
                    with_unit(8 * std::pow(d, 4), "B")});
  }
  chapter.table("The largest d for which A ⊗ B fits into memory",
                {"memory", "largest d", "rows of A ⊗ B", "bytes of A ⊗ B"}, rows);

  const arma::SizeMat fits(211, 211), does_not(212, 212);
  const auto too_large = arma::uword(largest_fitting(2 * available_bytes())) + 1;
  const auto form = [](arma::uword p, arma::uword n) {
    kronecker(arma::mat(p, p, arma::fill::zeros), arma::mat(n, n, arma::fill::zeros));
  };
  chapter
      .finding("impossible",
               "The last A⊗B that fits into 16 GB has d = 211; GPT-2's would take 4.9 TB.")
      .at_most("gigabytes of A⊗B at d = 211", kronecker_bytes(fits, fits) / 1e9, 16)
      .at_least("gigabytes of A⊗B at d = 212", kronecker_bytes(does_not, does_not) / 1e9, 16)
      .agree("bytes of A⊗B at GPT-2's size, 8 (768 · 1024)²", kronecker_bytes(gpt2_A, gpt2_B),
             4947802324992.0, exactly())
      .refuses(
          "kronecker, asked to form A⊗B at GPT-2's size", [&] { form(1024, 768); },
          " 4947802324992 bytes ")
      .refuses(
          "kronecker, asked to form twice as much as this machine has free",
          [&] { form(too_large, too_large); }, "kronecker_action")
      .measured();
}

/**
## But acting is possible

Let us do it, at GPT-2's full size, and check it in an independent way: for $M = u v^T$ the result is
$(Bu)(Av)^T$, which needs no matrix product at all. With positive entries nothing cancels, each entry
is a double sum of positive terms, and its relative error is at most $(n + p + 2)\,u$ on either side
with unit roundoff $u = \varepsilon/2$: together under 1800 $\varepsilon$, or 3600 ulp at the very
worst.
*/
SECTION(acting)
{
  const arma::mat A(gpt2_A, arma::fill::randu), B(gpt2_B, arma::fill::randu);
  const arma::vec u(768, arma::fill::randu), v(1024, arma::fill::randu);
  const arma::mat acted = kronecker_action(A, B, u * v.t());
  const arma::vec Bu = B * u, Av = A * v;
  chapter
      .finding("gpt2-action",
               "Acting at GPT-2's size takes 2.8 billion operations and, besides M, two matrices "
               "of 6.3 MB.")
      .agree("B (u vᵀ) Aᵀ = (Bu)(Av)ᵀ at GPT-2's size, 768 x 1024", acted, Bu * Av.t(), ulps(3600))
      .agree("operations of acting at GPT-2's size", kronecker_action_flops(gpt2_A, gpt2_B),
             2818572288.0, exactly())
      .equal("bytes of one 768 x 1024 matrix", 8 * acted.n_elem, 6291456);
}

/**
## What the clock says

Counts are promises; the machine has caches, pages and a dozen other things to do. So we measure:
forming and multiplying up to $d = 64$, where the matrix takes 134 MB (at 128 it would be 2 GB), acting
up to 512 and at GPT-2's size. For memory we ask the system how many of our pages are in use while the
results are alive. OpenBLAS runs on one core throughout: our matrices are too small to be worth sharing,
and a slope through times measured on one core here and two there would mean nothing.
*/
SECTION(clock)
{
  const auto inputs = [](arma::uword d) { return arma::cube(d, d, 3, arma::fill::randu); };
  const auto form = [](const arma::cube& t) { return kronecker(t.slice(0), t.slice(1)); };
  const auto multiply = [&](const arma::cube& t) { return arma::vec(form(t) * vec(t.slice(2))); };
  const auto act = [](const arma::cube& t) {
    return kronecker_action(t.slice(0), t.slice(1), t.slice(2));
  };
  const auto keep = [&](const arma::cube& t) {
    return std::pair(arma::mat(t.slice(1) * t.slice(2)), act(t));
  };
  const Growth forming = growth_of({4, 8, 16, 24, 32, 48, 64}, inputs, multiply, form);
  const Growth acting = growth_of({4, 8, 16, 32, 64, 128, 256, 512}, inputs, act, keep);
  const arma::mat A(gpt2_A, arma::fill::randu), B(gpt2_B, arma::fill::randu);
  const arma::mat M(768, 1024, arma::fill::randu);
  const double gpt2_seconds = seconds_of([&] { kronecker_action(A, B, M); });
  const double free_bytes = available_bytes();

  std::vector<std::vector<std::string>> rows;
  for (arma::uword k = 0; k < acting.d.n_elem; ++k) {
    const arma::uvec same = arma::find(forming.d == acting.d(k));
    const bool formed = !same.is_empty();
    rows.push_back({fmt::format("{}", acting.d(k)),
                    formed ? with_unit(forming.seconds(same(0)), "s") : "",
                    formed ? with_unit(forming.bytes(same(0)), "B") : "",
                    with_unit(acting.seconds(k), "s"), with_unit(acting.bytes(k), "B")});
  }
  rows.push_back({"GPT-2", "impossible", with_unit(kronecker_bytes(gpt2_A, gpt2_B), "B"),
                  with_unit(gpt2_seconds, "s"), with_unit(16.0 * M.n_elem, "B")});
  rows.push_back({"free here", "",
                  fmt::format("{}, enough for d = {}", with_unit(free_bytes, "B"),
                              largest_fitting(free_bytes)),
                  "", ""});

  /**
  The slopes in the figure, fitted over the larger half of the sizes, show what the counts cannot.
  In the runs that we looked at memory follows the counts, with slopes of 4 and 2, and the time of
  acting comes near 3. But the time of forming climbs faster than 4 as $d$ grows: beyond the caches
  it is no longer arithmetic that takes the time, but fetching page after page of a matrix that is
  read once and thrown away.

  Times change from run to run, so they are poor evidence. One comparison is safe on any machine,
  since the counts at $d = 64$ differ by a factor of 48.
  */
  const std::vector<std::string> headings{"d", "form and multiply", "memory of A ⊗ B", "act",
                                          "memory of B M and B M Aᵀ"};
  chapter.table("Time and memory, measured in this run", headings, rows,
                {headings.begin() + 1, headings.end()});
  chapter.figure("measured", [&](Figure& figure) {
    draw_measured(figure, forming, acting, gpt2_seconds, free_bytes);
  });
  chapter
      .finding("clock",
               "Measured at d = 64, acting is faster than forming A⊗B and multiplying by it.")
      // Law of 2: of the machine; nothing is compared that is drawn.
      .at_least("how many times faster acting is, at d = 64",
                forming.seconds.back() / acting.seconds(4), 5)
      .measured()
      .at_least("share of its 134 MB of memory that A⊗B occupies, at d = 64",
                forming.bytes.back() / (8 * std::pow(64, 4)), 0.9)
      .measured();
}

/**
## What is left of it

The proposition is right, the example is right to the last integer, and a display that our copy had
flattened has its shape again. Formula (†) needs its two indices exchanged. If one stacks rows, the
factors must be exchanged as well; otherwise the result is wrong, and nothing complains.

The Kronecker product is the right thing to *think* with: one matrix, one spectrum, one determinant,
and the rank of one rearrangement, which tells how many such products a matrix is the sum of. It is
hardly ever the right thing to *compute* with, because every one of its uses is two small products
in disguise. Attention will be of the form $B M A^T$ (values mixed by a pattern), and nobody who
implements it forms $A \otimes B$; now we know why, to the byte.
*/
