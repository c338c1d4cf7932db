#include "epreuve/math/patches.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::math {

namespace {

void check_grid(const char* function, arma::uword H, arma::uword W, arma::uword P)
{
  if (P == 0 || H == 0 || W == 0 || H % P != 0 || W % P != 0)
    throw Error(
        "{}: patches of side P must cover the image, so P divides both sides; got P = {} for "
        "an image of {} x {}",
        function, P, H, W);
}

/// Calls visit(patch, row, pixel row, pixel column, channel) for every entry of the patches.
template <typename Visit>
void for_each_pixel(arma::uword H, arma::uword W, arma::uword C, arma::uword P, Visit visit)
{
  for (arma::uword i = 0; i < H; ++i)
    for (arma::uword j = 0; j < W; ++j)
      for (arma::uword c = 0; c < C; ++c)
        visit((i / P) * (W / P) + j / P, c * P * P + (j % P) * P + i % P, i, j, c);
}

} // namespace

arma::mat patches(const arma::cube& image, arma::uword P)
{
  check_grid("patches", image.n_rows, image.n_cols, P);
  if (image.n_slices == 0)
    throw Error("patches: the image must have a channel, got none");
  arma::mat X(image.n_slices * P * P, (image.n_rows / P) * (image.n_cols / P));
  for_each_pixel(image.n_rows, image.n_cols, image.n_slices, P,
                 [&](arma::uword patch, arma::uword row, arma::uword i, arma::uword j,
                     arma::uword c) { X(row, patch) = image(i, j, c); });
  return X;
}

arma::cube image_of(const arma::mat& X, arma::uword H, arma::uword W, arma::uword P)
{
  check_grid("image_of", H, W, P);
  if (X.n_cols != (H / P) * (W / P) || X.n_rows == 0 || X.n_rows % (P * P) != 0)
    throw Error("image_of: an image of {} x {} has {} patches of {} numbers per channel, got {}", H,
                W, (H / P) * (W / P), P * P, shape(X));
  arma::cube image(H, W, X.n_rows / (P * P));
  for_each_pixel(H, W, image.n_slices, P,
                 [&](arma::uword patch, arma::uword row, arma::uword i, arma::uword j,
                     arma::uword c) { image(i, j, c) = X(row, patch); });
  return image;
}

arma::mat strided_convolution(const arma::cube& image, const arma::cube& kernel, arma::uword s)
{
  if (s == 0)
    throw Error("strided_convolution: the stride must be at least 1, got 0");
  if (kernel.is_empty() || kernel.n_slices != image.n_slices || kernel.n_rows > image.n_rows ||
      kernel.n_cols > image.n_cols)
    throw Error(
        "strided_convolution: the kernel must fit into the image and have its channels, got "
        "{} x {} for {} x {}",
        shape(kernel), kernel.n_slices, shape(image), image.n_slices);
  arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
  for (arma::uword i = 0; i < y.n_rows; ++i)
    for (arma::uword j = 0; j < y.n_cols; ++j)
      for (arma::uword c = 0; c < kernel.n_slices; ++c)
        for (arma::uword b = 0; b < kernel.n_cols; ++b)
          for (arma::uword a = 0; a < kernel.n_rows; ++a)
            y(i, j) += kernel(a, b, c) * image(i * s + a, j * s + b, c);
  return y;
}

} // namespace epreuve::math
