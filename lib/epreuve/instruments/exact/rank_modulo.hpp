#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

namespace epreuve::instruments {

/// The rank of A, its entries taken modulo the prime p = 2^31 - 1: in no time, where fractions would grow.
///
/// A minor that is not 0 modulo p is not 0. So this is never more than the rank of A, and less only if p divides
/// each of its largest minors that are not 0.
///
/// @throws Error if p divides the denominator of an entry
arma::uword rank_modulo_prime(const RationalMatrix& A);

} // namespace epreuve::instruments
