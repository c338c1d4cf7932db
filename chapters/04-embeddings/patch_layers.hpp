#pragma once

#include "epreuve/evidence/property.hpp"

#include <armadillo>

/// A dense layer on the patches of an image, and the same by convolutions: a row of W is a kernel, laid out as
/// math::patches lays out a patch. Each gives n x (number of patches), a column per patch in reading order.
namespace epreuve::instruments {

/// An image of 1 to 3 patches of side P down and across, of 1 to 3 channels of integers from -9 to 9.
arma::cube draw_image(evidence::Draw& draw, arma::uword P);

/// By math::strided_convolution with stride P, kernel by kernel.
/// @param W  n x C P^2
/// @throws   Error if the shapes do not fit
arma::mat convolved_with_stride(const arma::mat& W, const arma::cube& image, arma::uword P);

/// By Armadillo's conv2, which turns kernels round and goes to every place: each channel with the kernel turned
/// round, and of the sum every P-th place.
/// @throws Error if the shapes do not fit
arma::mat convolved_everywhere(const arma::mat& W, const arma::cube& image, arma::uword P);

} // namespace epreuve::instruments
