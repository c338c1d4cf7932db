// The vector of least norm with A x = y, exo7 2.2, Proposition 1, for all real A (n x N), y and x of
// the sizes below: A, y and x are made of independent symbols, and each formula is an identity of
// polynomials in them, so it holds whatever numbers are put in.
//
// Polynomials cannot be divided. With G = A A^T and D = det G, the inverse of G is adj(G) / D where
// D is not 0, and what is shown is always D times, or D^2 times, what the proposition says:
//
//     D is the sum of the squared n x n minors of A, so D > 0 if A has rank n, and G is invertible;
//     adj(G) G = G adj(G) = D I, so adj(G) / D is its inverse, and B = A^T adj(G) / D;
//     A A^T adj(G) y = D y, so x_min = B y solves A x = y;
//     D^2 |x|^2 = |D x_min|^2 + |D x - D x_min|^2 for every x, x_min being that of y = A x.
//
// The last line justifies both words of "the least": among the x with A x = y, which share one x_min,
// the norm is least at x_min and nowhere else.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

/// What the steps are about, for one size.
struct System
{
  System(std::size_t n, std::size_t N)
      : A(symbols("a", n, N)), x(symbols("x", N)), y(symbols("y", n)), G(A * transpose(A)),
        adj(adjugate(G)), D(determinant(G)), at(fmt::format("A {} x {}", n, N))
  {
  }

  Matrix A, x, y;
  Matrix G, adj; ///< A A^T and its adjugate
  Polynomial D;  ///< det(A A^T)
  std::string at;
};

Polynomial norm_squared(const Matrix& v)
{
  return (transpose(v) * v)(0, 0);
}

/// The sum of the squares of all minors of A that take all its rows, by choosing columns one by one.
Polynomial sum_of_squared_minors(const Matrix& A, const std::vector<Matrix>& chosen = {},
                                 std::size_t next = 0)
{
  if (chosen.size() == A.rows()) {
    const Polynomial minor = determinant(side_by_side(chosen));
    return minor * minor;
  }
  Polynomial sum;
  for (std::size_t j = next; j < A.cols(); ++j) {
    std::vector<Matrix> more = chosen;
    more.push_back(column(A, j));
    sum += sum_of_squared_minors(A, more, j + 1);
  }
  return sum;
}

} // namespace

void prove(Proof& proof)
{
  const std::vector<System> systems = {{1, 1}, {1, 2}, {1, 4}, {2, 2}, {2, 3},
                                       {2, 4}, {3, 3}, {3, 4}, {3, 5}};
  std::vector<std::string> sizes;
  Identities minors, inverse, solution, least, kernel;
  for (const auto& [A, x, y, G, adj, D, at] : systems) {
    sizes.push_back(size(A));
    minors.add(at, D, sum_of_squared_minors(A));

    const Matrix D_times_I = D * identity(A.rows());
    inverse.add(at + ", adj(G) G", adj * G, D_times_I);
    inverse.add(at + ", G adj(G)", G * adj, D_times_I);

    const Matrix B = transpose(A) * adj; // D times the document's B
    solution.add(at, A * (B * y), D * y);

    const Matrix x_min = B * (A * x); // D times the x_min of y = A x
    least.add(at, D * D * norm_squared(x), norm_squared(x_min) + norm_squared(D * x - x_min));

    kernel.add(at + ", A B A", A * B * A, D * A);
    kernel.add(at + ", trace", trace(B * A), static_cast<long>(A.rows()) * D);
  }

  const std::string for_all = fmt::format("For all real A of size {}: ", fmt::join(sizes, ", "));
  const auto step = [&](const std::string& statement, const Identities& identities) {
    proof.step(for_all + statement, identities.hold(), identities.seen());
  };
  step("det(A Aᵀ) is the sum of the squares of the n x n minors of A, so it is positive if A has "
       "rank n and 0 if not.",
       minors);
  step("with G = A Aᵀ, adj(G) G = G adj(G) = det(G) I, so if A has rank n, G has the inverse "
       "adj(G)/det(G).",
       inverse);
  step("det(G) A B y = det(G) y for all y, with B = Aᵀ G⁻¹, so x_min = B y solves A x = y.",
       solution);
  step("|x|² = |x_min|² + |x - x_min|² for all x, times det(G)², x_min being B y for y = A x; so "
       "of the solutions of A x = y, x_min has the least norm, and any other has more.",
       least);
  step("A B A = A and trace(B A) = n, times det(G); so I - B A projects onto the solutions of "
       "A z = 0, and those of A x = y are x_min and these added, an affine subspace of dimension "
       "N - n.",
       kernel);
}

} // namespace epreuve::proofs
