#include "epreuve/chapter.hpp"
#include "epreuve/instruments/cost.hpp"
#include "epreuve/math/linear_algebra/minimum_norm.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

/**
# At the size of GPT-2

Now $n = 768$ and $N = 50257$. This chapter does without the published weights: $A$ is random, of
the size and spread that such weights start from, with mean 0 and standard deviation 0.02, in single
precision as GPT-2 keeps its own (in double the chapter would take twice as long). That makes 39
million numbers. The number of ones among 64 random bits is nearly normal, with mean 32 and
standard deviation 4, and it is drawn more quickly than a normal number.
*/
using namespace epreuve::course;

static constexpr arma::uword n = 768, N = 50257;

static arma::fmat weights_like_gpt2(arma::uword rows, arma::uword columns, std::uint64_t seed)
{
  std::mt19937_64 bits(seed);
  arma::fmat A(rows, columns);
  A.imbue([&] { return 0.02F / 4 * float(std::popcount(bits()) - 32); });
  return A;
}

/**
Whether the formula is safe depends on $\kappa$, and for random entries that depends on the shape
alone: Marchenko and Pastur, and Bai and Yin, showed that the singular values fill the interval
$s\sqrt N \, (1 \pm \sqrt{n/N})$, $s$ being the standard deviation. With $N$ 65 times $n$ that is
narrow:

$$ \kappa \approx \frac{1 + \sqrt{768/50257}}{1 - \sqrt{768/50257}} = 1.28 . $$

We look at a matrix of the same proportions, 96 by 6282, whose singular values cost little. At a
finite size the two ends of the interval are not sharp: by the law of Tracy and Widom $\kappa$ is
$0.993 \pm 0.005$ of the limit. We allow six such deviations; a matrix with half as many rows
again, whose $\kappa$ is 1.05 times that limit, has to fall outside.
*/
static arma::mat small_matrix(arma::uword rows, std::uint64_t seed)
{
  return arma::conv_to<arma::mat>::from(weights_like_gpt2(rows, N / 8, seed));
}

SECTION(random_matrix)
{
  const auto singular_values = [&](arma::uword rows) {
    const arma::mat A = small_matrix(rows, chapter.seed());
    return arma::vec(minimum_norm_svd(A, arma::ones(rows)).singular_values);
  };
  const auto kappa = [](const arma::vec& values) { return values.front() / values.back(); };
  const arma::vec sigma = singular_values(n / 8);
  const double edge = std::sqrt(double(n) / N), limit = (1 + edge) / (1 - edge);
  chapter
      .finding("gpt2-condition", "A random matrix of GPT-2's proportions has κ ≈ 1.28")
      // Law: nothing is drawn.
      .within("limit of κ for GPT-2's proportions, (1 + √(n/N)) / (1 − √(n/N))", limit, 1.275,
              1.285)
      // Law of 2: Tracy and Widom's, in the text above; 1.05 with a standard deviation of 0.005.
      .within("κ of a random 96 x 6282 matrix over its limit", kappa(sigma) / limit, 0.963, 1.023)
      .at_least("κ of a random 144 x 6282 matrix over the limit of a 96 x 6282 one",
                kappa(singular_values(n / 8 * 3 / 2)) / limit, 1.02);
  chapter.figure("singular-values", [&](Figure& figure) {
    draw_singular_values(figure, sigma / (0.02 * std::sqrt(N / 8)), edge);
  });
}

/**
## The shortest x of a token

A condition number of 1.28 costs the formula a fifth of a digit. There it may be used, and does half
the arithmetic: $n^2N$ operations, as $AA^T$ is symmetric, against $2n^2N$ for QR. (We leave out the
semi-normal equations, which cost as much as QR, and SVD, which costs more and gains nothing here.)

The right-hand side is a token: $y$ is column $i$ of $A$, so the one-hot vector $e_i$ solves $Ax =
y$, with norm 1, and the shortest solution is shorter. We measure the time, and the peak of the
memory of the whole program, $A$ included. (Linux keeps that peak and lets a process reset its own.)
The library runs both methods on one thread, so that the times compare their arithmetic.

The worst-case bound does not say how close the two answers should be, as $nNu$ exceeds 1 in single
precision. But rounding errors are not all of one sign, and the sum of $N$ terms then errs by about
$\sqrt N u$ [@higham-mary-2019]; with a factor 8 for safety, and $\kappa^2$ for the formula, the
relative tolerance is $8 \sqrt N \kappa^2 u = 1.8 \cdot 10^{-4}$.
*/
static double relative_distance(const arma::fvec& x, const arma::fvec& reference)
{
  return double(arma::norm(x - reference) / arma::norm(reference));
}

SECTION(size_of_gpt2)
{
  const arma::uword token = 4314;
  const double tolerance = 1.8e-4;
  const arma::fmat A = weights_like_gpt2(n, N, chapter.seed());
  const arma::fvec y = A.col(token);
  arma::fvec x, x_qr;
  const auto formula = instruments::cost_of([&] { x = minimum_norm_normal_equations(A, y); });
  const auto qr = instruments::cost_of([&] { x_qr = minimum_norm_solution(A, y); });
  const arma::vec seconds{formula.seconds, qr.seconds};
  const arma::vec gigabytes{formula.peak_bytes / 1e9, qr.peak_bytes / 1e9, 4e-9 * N * N};
  const arma::vec missed{relative_distance(A * x, y), relative_distance(A * x_qr, y)};
  chapter.table("Solving A x = y at GPT-2's size, 768 x 50257, single precision",
                Columns()
                    .column("", {"formula", "QR"})
                    .column("time", seconds, "{:.2f} s")
                    .measured()
                    .column("peak memory", arma::vec(gigabytes.head(2)), "{:.2f} GB")
                    .measured()
                    .column("|A x − y| / |y|", missed, "{:.1e}")
                    .rounding()
                    .column("|x|", {arma::norm(x), arma::norm(x_qr)}, "{:.4f}"));
  chapter
      .finding("gpt2-size", "768 x 50257 is solved without any N x N matrix")
      // Law of 3: memory, which no seed changes.
      .at_most("768 x 50257 by the formula: peak memory in GB", gigabytes(0), 1.2)
      .measured()
      .at_most("768 x 50257 by QR: peak memory in GB", gigabytes(1), 1.2)
      .measured()
      .at_least("size of a 50257 x 50257 matrix in single precision, GB", gigabytes(2), 10)
      // Law of 3: roundings, whose sizes hardly vary; the tolerance is derived in the text.
      .at_most("768 x 50257 by the formula: |A x − y| / |y|", missed(0), tolerance)
      .rounding()
      .at_most("768 x 50257 by QR: |A x − y| / |y|", missed(1), tolerance)
      .rounding()
      .at_most("768 x 50257, formula against QR: |x − x′| / |x|", relative_distance(x, x_qr),
               tolerance)
      .rounding();
  chapter.figure("gpt2-cost", [&](Figure& figure) { draw_cost(figure, seconds, gigabytes); });

  /**
  What came back is a projection: $BA$ is the orthogonal projection $P$ on the row space, and
  $x = Pe_i$. So its $i$-th entry is $P_{ii} = \|Pe_i\|^2$, the square of its own length; and as the
  trace of $P$ is its rank, 768, such an entry is $n/N = 0.0153$ on average. The other entries are
  of the size $\sqrt{n}/N$, 28 times smaller.

  How far a single entry may be from the average is shown by the small matrix, for which we can
  afford all 6282 diagonal entries $P_{ii}$. If the entries of $A$ are normal, the $P_{ii}$ follow a
  Beta law of variance $\frac{2n(N-n)}{N^2(N+2)}$, a standard deviation of about $\sqrt{2/n}$ times
  their mean. Ours are not quite normal: their fourth moment is $3 - \frac1{32}$, which takes
  $\frac{1 - n/N}{64}$ off. We ask for that variance to within 12 %, the smallest effect that the
  test detects. It does detect the law: entries $\pm s$, whose columns all have the same length,
  give next to no variance at all. At GPT-2's size that deviation is 5.1 %, and we allow six of
  them, 31 %.

  So the token is found, as the largest of 50257 entries, and hardly believed: as a logit, 0.0153 is
  next to nothing, and softmax turns it into a probability about 1.5 % above that of the others. The
  shortest vector is a poor logit vector. It is no accident that the next section of the course
  learns its unembedding instead.
  */
  const auto over_beta_law = [](const arma::mat& small) {
    const double rows = small.n_rows, cols = small.n_cols;
    const double variance = 2 * rows * (cols - rows) / (cols * cols * (cols + 2));
    return arma::vec(arma::sum(small.t() % right_inverse(small), 1) / std::sqrt(variance));
  };
  const arma::mat small = small_matrix(n / 8, chapter.seed());
  const arma::mat of_equal_lengths = arma::sign(arma::sign(small) + 0.5);
  const arma::vec found = arma::conv_to<arma::vec>::from(x_qr);
  const double mean = double(n) / N, allowed = 6 * std::sqrt(2.0 / n);
  chapter.finding("gpt2-token", "The shortest x finds the token again, with next to no confidence")
      .equal("the token put in, and the largest entry of the shortest x", token, found.index_max())
      .agree("entry of the token in the shortest x, against |x|²", found(token),
             arma::dot(found, found), absolute(tolerance * mean))
      .estimates("96 x 6282: variance of the entries P_ii over that of their Beta law",
                 variance_of(over_beta_law(small)), 1 - (1 - mean) / 64, 0.12)
      // Law: 6282 entries of one length have next to no variance, for every draw of signs.
      .at_most("96 x 6282, entries ±s: variance of the P_ii over that of the Beta law",
               arma::var(over_beta_law(of_equal_lengths)), 0.1)
      // Law of 2: Beta, six standard deviations, in the text above.
      .within("entry of the token in the shortest x, over n/N", found(token) / mean, 1 - allowed,
              1 + allowed)
      .within("softmax's probability of the token, in units of 1/N", softmax(found)(token) * N,
              std::exp(mean * (1 - allowed)), std::exp(mean * (1 + allowed)));

  /**
  The size of what has to be held at once does not depend on the machine. To compute $BA$, or
  $A^TA$, or the full $Q$ of a QR factorisation, one needs an $N \times N$ matrix, and 16 gigabytes
  are exhausted near $N = 63000$; QR in its thin form goes on to millions of tokens.
  */
  chapter.figure("memory-by-size", [](Figure& figure) { draw_memory(figure, n, N); });
}

/**
## What is left of it

Every number of the section is right, and so is its proposition. What the formula loses is lost in
one product: with the triangle of a QR factorisation in place of $AA^T$ the same formula loses
digits no faster than QR. At GPT-2's size neither loss matters; what would matter is a matrix with
$N$ rows and $N$ columns, and none is needed.
*/
