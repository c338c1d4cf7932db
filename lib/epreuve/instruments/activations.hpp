#pragma once

#include "epreuve/instruments/reference.hpp"

/// Activation functions and what they are made of, to 50 digits. The formulas are computed as written, and can
/// afford what they lose to cancellation; they share no line with math/gelu.hpp, which they measure.
/// Arguments of size up to 1000; beyond, every function here is at its limit.
namespace epreuve::instruments {

/// Density of the standard normal law: exp(-x^2 / 2) / sqrt(2 pi).
Reference density_50(const Reference& x);

/// Its distribution function, the integral of the density up to x: erfc(-x / sqrt 2) / 2.
Reference distribution_50(const Reference& x);

/// The error function: 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x.
Reference erf_50(const Reference& x);

/// (exp(x) - exp(-x)) / (exp(x) + exp(-x)).
Reference tanh_50(const Reference& x);

/// 1 / (1 + exp(-x)).
Reference sigmoid_50(const Reference& x);

/// x times the normal distribution function of x. Source: exo7 7.
Reference gelu_50(const Reference& x);

/// x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))). Source: GPT-2's source.
Reference gelu_tanh_50(const Reference& x);

/// x / (1 + exp(-1.702 x)). Source: exo7 7.
Reference gelu_sigmoid_50(const Reference& x);

} // namespace epreuve::instruments
