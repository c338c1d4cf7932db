#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/instruments/heads/exact_head.hpp"

#include <functional>
#include <vector>

/// A layer of heads as programs store it, in fractions: four square matrices, whose bands are the heads. What the
/// documents write as sums of heads is compared with it.
namespace epreuve::instruments {

/// n = H r; the head j has the rows j r ... (j + 1) r - 1 of W_Q, W_K and W_V, and these columns of W_O.
struct LayerOfHeads
{
  arma::uword r;
  RationalMatrix W_Q, W_K, W_V, W_O; ///< n x n, integers
};

/// So many rows, or columns, of M from the `first` on.
/// @throws Error if M has not as many
RationalMatrix rows_of(const RationalMatrix& M, arma::uword first, arma::uword count);
RationalMatrix columns_of(const RationalMatrix& M, arma::uword first, arma::uword count);

/// The heads one by one.
/// @throws Error unless r divides n and all matrices are n x n
std::vector<ExactHead> heads_of(const LayerOfHeads& layer);

/// The layer's contribution to the stream, as a program computes it: all queries, keys and values by three products; each
/// row of values mixed, number by number, with the pattern in base 2 of the band that it is in; one product with W_O.
///
///     y = W_O Z,    Z_ik = sum_l A^{(j)}_kl V_il,    j the band of row i
///
/// @param x  n x K, integers
/// @return   n x K
/// @throws   Error as heads_of, or as rational_pattern
RationalMatrix by_bands(const LayerOfHeads& layer, const RationalMatrix& x);

/// A statement about layers of one to three heads of one or two dimensions with one to three tokens, all entries
/// drawn from -1, 0 and 1: for Claim::property.
std::function<bool(evidence::Draw&)> over_layers(
    std::function<bool(evidence::Draw&, const LayerOfHeads&, const RationalMatrix& x)> holds);

} // namespace epreuve::instruments
