#pragma once

#include "epreuve/evidence/estimate.hpp"

#include <armadillo>

namespace epreuve::instruments {

/// The exponent of a growth from random systems, each of which is looked at twice.
///
///     b = ln(mean(after) / mean(before)) / ln(factor)
///
/// The errors of the two means belong together, since every system gives both; that of b is to first
/// order the one of the mean of after_i / mean(after) - before_i / mean(before), divided by ln(factor).
///
/// @param before, after  what each system gives, > 0, at least 2
/// @param factor         between the two, > 0 and not 1: the means grow by factor^b
/// @throws               Error unless the lengths agree and all are in their domains
evidence::Estimate paired_exponent(const arma::vec& before, const arma::vec& after, double factor);

} // namespace epreuve::instruments
