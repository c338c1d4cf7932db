#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

/// How parameters follow their gradient. Each function takes one step in place, on stretches of equal length, each
/// component by itself: the bits do not depend on the number of threads.
namespace epreuve::training {

/// A stretch of parameters, gradients or moments, beside another that says what Real is.
template <typename Real>
using Stretch = std::span<std::type_identity_t<Real>>;
template <typename Real>
using ConstStretch = std::span<const std::type_identity_t<Real>>;

/// Gradient descent (SGD, where the gradient is that of a random batch): w <- w - rate g
template <typename Real>
void gradient_descent(std::span<Real> w, ConstStretch<Real> g, double rate);

/// Gradient descent with momentum:
///
///     u <- mu u + g,    w <- w - rate u
///
/// @param u   0 before the first step
/// @param mu  0 <= mu < 1; under a constant gradient the steps grow to rate g / (1 - mu)
/// Source: Polyak, "Some methods of speeding up the convergence of iteration methods" (1964).
template <typename Real>
void momentum(std::span<Real> w, Stretch<Real> u, ConstStretch<Real> g, double rate, double mu);

struct Adam
{
  double beta1 = 0.9;    ///< 0 <= beta1 < 1: how much of the mean of g is kept
  double beta2 = 0.999;  ///< 0 <= beta2 < 1: how much of the mean of g^2 is kept
  double epsilon = 1e-8; ///< >= 0; with 0, a component without any gradient yet becomes NaN
};

/// The t-th step of AdamW, with g multiplied by `factor` first (clipping):
///
///     m <- beta1 m + (1 - beta1) g          m^ = m / (1 - beta1^t)
///     v <- beta2 v + (1 - beta2) g^2        v^ = v / (1 - beta2^t)
///     w <- w - rate (m^ / (sqrt(v^) + epsilon) + decay w)
///
/// The means begin at 0, and the divisions undo that, so the first step is -rate g / (|g| + epsilon). The decay is apart
/// from the gradient: in g it would be divided by sqrt(v^) too.
/// @param m, v   0 before the first step
/// @param t      from 1
/// Source: Loshchilov, Hutter, "Decoupled Weight Decay Regularization" (2019), algorithm 2.
template <typename Real>
void adamw(std::span<Real> w, Stretch<Real> m, Stretch<Real> v, ConstStretch<Real> g,
           const Adam& adam, double rate, double decay, std::uint64_t t, double factor = 1);

/// The Euclidean norm, summed in double. The parts of the sum have fixed places, so it does not depend on the number of
/// threads.
template <typename Real>
double norm(std::span<const Real> g);

/// What clipping by the global norm multiplies a gradient by: min(1, c / norm); 1 for c = 0, which does not clip.
double clipping_factor(double norm, double c);

/// The t-th step of AdamW without decay on weights that are kept in several stretches, their gradient clipped as one vector.
/// @param m, v, g  as many stretches as w, of the same lengths; m and v are 0 before the first step
/// @param t        from 1
/// @param clip     the c of clipping_factor
template <typename Real>
void clipped_step(const std::vector<std::span<Real>>& w, const std::vector<std::span<Real>>& m,
                  const std::vector<std::span<Real>>& v, const std::vector<std::span<Real>>& g,
                  const Adam& adam, double rate, std::uint64_t t, double clip);

/// How the rate changes from step to step.
struct Schedule
{
  double rate = 0;           ///< after the warm-up
  double final_rate = 0;     ///< at the last step; equal to `rate`: constant
  std::uint64_t warm_up = 0; ///< W: steps before the first with the full rate
  std::uint64_t steps = 1;   ///< N: 0 .. N - 1
};

/// A linear warm-up, then half a period of a cosine:
///
///     step < W     rate (step + 1) / (W + 1)
///     otherwise    final + (rate - final) (1 + cos(pi (step - W) / (N - 1 - W))) / 2
///
/// The full rate is that of step W, the final rate that of step N - 1 and of any later one.
double learning_rate(const Schedule& schedule, std::uint64_t step);

} // namespace epreuve::training
