#pragma once

#include <armadillo>

namespace epreuve::math {

/// An image cut into patches, each laid out as a column.
///
/// Patches follow each other as one reads, along each row of patches, and these from top to bottom.
/// Within a column: channel after channel, and of each channel the columns of the patch on top of each
/// other (its vec).
///
/// @param image  H x W, a slice for each of C channels; P divides H and W
/// @param P      side of a patch, at least 1
/// @return       C P^2 x H W / P^2
/// @throws       Error if the image is empty, or P is 0 or does not divide both sides
/// Source: notes, Etape 1; Dosovitskiy et al., "An Image is Worth 16x16 Words" (2021), 3.1.
arma::mat patches(const arma::cube& image, arma::uword P);

/// The image again: patches(image_of(X, H, W, P), P) = X.
/// @throws Error unless P divides H and W and X has a column for each patch and P^2 rows for each channel
arma::cube image_of(const arma::mat& X, arma::uword H, arma::uword W, arma::uword P);

/// A kernel laid over the image at every stride-th place, products summed over place and channel; what
/// networks call a convolution (the kernel is not turned round).
///
///     y_ij = sum_{c, a, b} kernel_abc image_{i s + a, j s + b, c}
///
/// @param image   H x W x C
/// @param kernel  h x w x C, with h <= H and w <= W
/// @param s       the stride, at least 1
/// @return        ((H - h) / s + 1) x ((W - w) / s + 1), quotients rounded down
/// @throws        Error if the shapes do not fit or s is 0
arma::mat strided_convolution(const arma::cube& image, const arma::cube& kernel, arma::uword s);

} // namespace epreuve::math
