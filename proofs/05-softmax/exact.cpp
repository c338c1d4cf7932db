// The derivatives of softmax, for all real x of length n, n = 1 to 6.
//
// Softmax is not a polynomial in x, but it is a quotient of polynomials in E_i = exp(x_i):
//
//     sigma_i = E_i / S,    S = E_1 + ... + E_n,    and    d/dx_j = E_j d/dE_j,
//
// by the chain rule, because E_j depends on x_j alone and is its own derivative. So let the E_i be
// independent symbols. By the rule for quotients, S^2 dsigma_i/dx_j is
//
//     E_j (dE_i/dE_j S - E_i dS/dE_j),
//
// a polynomial, and what is claimed about the Jacobian is shown times S^2, which is not 0: exponentials
// are positive. The identities hold for all E_i, so for the exponentials of any real x.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>

namespace epreuve::proofs {

namespace {

Polynomial sum(const Matrix& v)
{
  Polynomial total;
  for (std::size_t i = 0; i < v.rows(); ++i)
    total += v(i, 0);
  return total;
}

/// S^2 times the matrix of dsigma_i/dx_j, by differentiating.
Matrix jacobian(const Matrix& E)
{
  const Polynomial S = sum(E);
  Matrix J(E.rows(), E.rows());
  for (std::size_t i = 0; i < E.rows(); ++i)
    for (std::size_t j = 0; j < E.rows(); ++j)
      J(i, j) = E(j, 0) * (derivative(E(i, 0), E(j, 0)) * S - E(i, 0) * derivative(S, E(j, 0)));
  return J;
}

Polynomial square(const Polynomial& p)
{
  return p * p;
}

} // namespace

void prove(Proof& proof)
{
  Identities shift, entries, symmetry, action, form, diagonal, off_diagonal;
  for (std::size_t n = 1; n <= 6; ++n) {
    const std::string at = fmt::format("n = {}", n);
    const Matrix E = symbols("E", n), v = symbols("v", n), J = jacobian(E);
    const Polynomial S = sum(E);

    // x_i + t has the exponential T E_i, and the sum of those is S with T E_i for E_i.
    const Matrix shifted = symbol("T") * E;
    shift.add(at, S * shifted, sum(shifted) * E);

    Matrix formula(n, n), Jv(n, 1);
    Polynomial vJv;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        formula(i, j) = E(i, 0) * ((i == j ? S : 0) - E(j, 0));
        Jv(i, 0) += E(i, 0) * E(j, 0) * (v(i, 0) - v(j, 0));
        if (i < j)
          vJv += E(i, 0) * E(j, 0) * square(v(i, 0) - v(j, 0));
      }
    entries.add(at, J, formula);
    symmetry.add(at, J, transpose(J));
    action.add(at, J * v, Jv);
    form.add(at, (transpose(v) * J * v)(0, 0), vJv);

    for (std::size_t i = 0; i < n; ++i) {
      diagonal.add(fmt::format("{}, i = {}", at, i + 1), S * S - 4 * J(i, i),
                   square(S - 2 * E(i, 0)));
      for (std::size_t j = 0; j < n; ++j)
        if (i != j) {
          const Polynomial others = S - E(i, 0) - E(j, 0);
          off_diagonal.add(fmt::format("{}, i = {}, j = {}", at, i + 1, j + 1), S * S + 4 * J(i, j),
                           square(E(i, 0) - E(j, 0)) + others * (S + E(i, 0) + E(j, 0)));
        }
    }
  }

  const auto step = [&](const std::string& statement, const Identities& identities) {
    proof.step("For all real x of length n = 1 to 6: " + statement, identities.hold(),
               identities.seen());
  };
  step("softmax(x + t) = softmax(x) for all real t.", shift);
  step("∂σᵢ/∂xⱼ = σᵢ (δᵢⱼ - σⱼ).", entries);
  step("the Jacobian J of softmax is symmetric.", symmetry);
  step("(J v)ᵢ = σᵢ Σⱼ σⱼ (vᵢ - vⱼ) for all v; with all vⱼ = 1, the entries of J sum to 0 along "
       "every row and, by symmetry, every column.",
       action);
  step(
      "vᵀ J v = Σ σᵢ σⱼ (vᵢ - vⱼ)² over the pairs i < j, for all v; so J is positive semidefinite.",
      form);
  step("1 - 4 ∂σᵢ/∂xᵢ = (1 - 2 σᵢ)², a square, so ∂σᵢ/∂xᵢ, which is σᵢ (1 - σᵢ) > 0 or, for n = 1, "
       "0, is at most 1/4.",
       diagonal);
  step("1 + 4 ∂σᵢ/∂xⱼ = (σᵢ - σⱼ)² + r (1 + σᵢ + σⱼ) for i ≠ j, where r, the sum of the other σₖ, "
       "is not negative, so ∂σᵢ/∂xⱼ, which is -σᵢ σⱼ < 0, is at least -1/4.",
       off_diagonal);
}

} // namespace epreuve::proofs
