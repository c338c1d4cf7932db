// The derivative of layer norm, for all real x of length n, n = 2 to 6, and all epsilon.
//
// With c_i = n x_i - sum x, which is n (x_i - mu), and W = c_1^2 + ... + c_n^2 + n^3 epsilon, which is n^3 s^2, the
// result is y_i = c_i / (n s). By the rules for quotients and roots, n^4 s^3 dy_i/dx_j is
//
//     W dc_i/dx_j - c_i (dW/dx_j) / 2,
//
// a polynomial. What is claimed is shown times 2 n^4 s^3, which is not 0.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace epreuve::proofs {

void prove(Proof& proof)
{
  Identities derivatives, squares, kernel, traces, kept;
  for (int n = 2; n <= 6; ++n) {
    const auto size = static_cast<std::size_t>(n);
    const std::string at = fmt::format("n = {}", n);
    const Matrix x = symbols("x", size);
    const Polynomial epsilon = symbol("e");
    Polynomial sum, V;
    for (std::size_t i = 0; i < size; ++i)
      sum += x(i, 0);
    Matrix c(size, 1), ones(size, 1);
    for (std::size_t i = 0; i < size; ++i) {
      c(i, 0) = n * x(i, 0) - sum;
      ones(i, 0) = 1;
      V += c(i, 0) * c(i, 0);
    }
    const Polynomial W = V + n * n * n * epsilon;

    Matrix by_rules(size, size), claimed(size, size), P(size, size);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) {
        const int delta = i == j ? 1 : 0;
        by_rules(i, j) = 2 * W * derivative(c(i, 0), x(j, 0)) - c(i, 0) * derivative(W, x(j, 0));
        claimed(i, j) = 2 * (n * delta - 1) * W - 2 * n * c(i, 0) * c(j, 0);
        P(i, j) = (n * delta - 1) * V - n * c(i, 0) * c(j, 0);
      }
    derivatives.add(at, by_rules, claimed);
    if (n <= 5)
      squares.add(at, P * P, n * V * P);
    kernel.add(at + ", 1", n * V * ones - P * ones, n * V * ones);
    kernel.add(at + ", x - mu", n * V * c - P * c, n * V * c);
    Polynomial trace;
    for (std::size_t i = 0; i < size; ++i)
      trace += P(i, i);
    traces.add(at, trace, n * (n - 2) * V);
    // c for y; W - V is n^3 epsilon.
    kept.add(at, claimed * c, 2 * n * (W - V) * c);
  }
  proof.step(
      "The rules for quotients and roots give J = (I - 1 1^T/n - y y^T/n) / s, n = 2, ..., 6.",
      derivatives.hold(), derivatives.seen());
  proof.step("For epsilon = 0 the matrix P = s J has P P = P, n = 2, ..., 5.", squares.hold(),
             squares.seen());
  proof.step("I - P keeps (1, ..., 1) and x - mu: P takes both to 0.", kernel.hold(),
             kernel.seen());
  proof.step("The trace of P, hence its rank, is n - 2.", traces.hold(), traces.seen());
  proof.step("For epsilon > 0, J y = epsilon / (sigma^2 + epsilon) y / s.", kept.hold(),
             kept.seen());
}

} // namespace epreuve::proofs
