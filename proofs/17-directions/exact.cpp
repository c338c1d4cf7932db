// The bound of the fourth degree, from the two inequalities that formal.v proves and the two that are assumed,
// as one identity of polynomials; and what it comes to in R^768.
//
// With N the dimension, m the number of directions, s = eps^2, and W and V the sums of t_ij^2 and t_ij^4 over all
// pairs (i, j), these four are at least 0:
//
//     fourth  = (N + 2) (N^2 V - 2 N W + m^2) - 2 m^2 (N - 1)    formal.v, fourth_degree, times N^2 / (2 (N - 1))
//     second  = N W - m^2                                        formal.v, welch
//     near    = m (1 - s) - (V - s W)                            t^2 (t^2 - s) <= 0 off the diagonal
//     range   = 2 - N s                                          assumed: eps^2 <= 2 / N
//
// and N m times the claim, N (N + 2) (1 - s) - m (3 - (N + 2) s) >= 0, is their combination.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>

namespace epreuve::proofs {

namespace {

/// N (N + 2) (1 - s) - m (3 - (N + 2) s)
template <typename Number>
Number claim(const Number& N, const Number& m, const Number& s)
{
  return N * (N + 2) * (1 - s) - m * (3 - (N + 2) * s);
}

void prove_combination(Proof& proof)
{
  const Polynomial N = symbol("N"), m = symbol("m"), s = symbol("s");
  const Polynomial V = symbol("V"), W = symbol("W");
  const Polynomial fourth = (N + 2) * (N * N * V - 2 * N * W + m * m) - 2 * m * m * (N - 1);
  const Polynomial second = N * W - m * m;
  const Polynomial near = m * (1 - s) - (V - s * W);
  const Polynomial range = 2 - N * s;

  Identities identity;
  identity.add("all N, m, s, V, W", N * m * claim(N, m, s),
               fourth + N * N * (N + 2) * near + (N + 2) * range * second);
  proof.step("N m (N (N+2) (1 - s) - m (3 - (N+2) s)) is fourth + N² (N+2) near + (N+2) range "
             "second, for all "
             "real N, m, s, V, W; so it is at least 0",
             identity.hold(), identity.seen());

  // N^2 sum (t^2 - 1/N)^2 = N^2 V - 2 N W + m^2, and formal.v's inequality times N^2.
  Identities scaled;
  const Polynomial squares = N * N * V - 2 * N * W + m * m, left = 2 * m * (N - 1);
  scaled.add("all N, m, V, W", 2 * (N * N + N - 2) * squares - left * left, 2 * (N - 1) * fourth);
  proof.step("fourth_degree of formal.v, times N², is 2 (N - 1) fourth >= 0", scaled.hold(),
             scaled.seen());
}

void prove_number(Proof& proof)
{
  const Rational N = 768, s(1, 400), bound(23'595'264, 43);
  proof.step("N = 768, eps = 1/20: eps² <= 2/N and 3 - (N+2) eps² > 0, so the bound holds",
             s * N <= 2 && 3 - (N + 2) * s > 0,
             fmt::format("3 - (N+2) eps² = {}", Rational(3 - (N + 2) * s).str()));
  proof.step("N = 768, eps = 1/20: the largest m allowed is 548 727",
             claim<Rational>(N, bound, s) == 0 && claim<Rational>(N, 548'727, s) > 0 &&
                 claim<Rational>(N, 548'728, s) < 0,
             fmt::format("m <= {}", bound.str()));
}

} // namespace

void prove(Proof& proof)
{
  prove_combination(proof);
  prove_number(proof);
}

} // namespace epreuve::proofs
