#pragma once

#include "epreuve/ball.hpp"

/// How often two vectors share a bucket of Reformer's hash, enclosed.
namespace epreuve::instruments {

/// The probability that two vectors, the cosine of whose angle is c, share one of 2k buckets: of k independent normal
/// directions and their negatives both are closest to the same.
///
///     P(c) = sum_n w_n c^n,    w_n = 2k sum over |a| = n of (E f H_a)^2 / a!
///
/// Their dot products with the directions are normal vectors, whose coordinates have the correlation c in pairs; f is 1
/// where x_1 > |x_2|, ..., |x_k| and else 0, the indicator of a bucket, and H_a is a product of Hermite polynomials. No
/// w_n is negative, and P(1) = 1 is their sum; so what comes after degree N is between 0 and c^{N+1} (1 - w_0 - ... - w_N).
/// With the normal density phi
///
///     E f H_a = integral from 0 to infinity of H_{a_1} phi g_{a_2} ... g_{a_k} dt
///
///     g_0(t) = erf(t / sqrt 2),    g_n = -2 H_{n-1} phi for even n,    0 for odd n
///
/// Up to k = 3 these are elementary. Integrated by parts, I(m, j, r), the integral of t^m e^{-j t^2 / 2} g_0^r, is
///
///     j I(m, j, r) = (m - 1) I(m - 2, j, r) + r sqrt(2 / pi) I(m - 1, j + 1, r - 1)
///
/// @param half    k, from 1 to 3
/// @param cosine  from 0 to 1
/// @param degree  N
/// @throws        Error unless k is from 1 to 3
/// Source: the expansion is that of noise stability: O'Donnell, Analysis of Boolean Functions (2014), 11.1 and 11.2.
Ball shared_bucket(unsigned half, const Ball& cosine, unsigned degree);

} // namespace epreuve::instruments
