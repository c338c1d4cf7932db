#include "patch_layers.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/patches.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>

namespace epreuve::instruments {

namespace {

arma::mat every_pth_of_conv2(const arma::cube& image, const arma::cube& kernel, arma::uword P)
{
  arma::mat sum(image.n_rows + P - 1, image.n_cols + P - 1);
  for (arma::uword c = 0; c < image.n_slices; ++c)
    sum += arma::conv2(image.slice(c), arma::flipud(arma::fliplr(kernel.slice(c))));
  return sum(arma::regspace<arma::uvec>(P - 1, P, image.n_rows - 1),
             arma::regspace<arma::uvec>(P - 1, P, image.n_cols - 1));
}

template <typename Convolution>
arma::mat kernel_by_kernel(const arma::mat& W, const arma::cube& image, arma::uword P,
                           Convolution convolution)
{
  if (W.is_empty() || W.n_cols != P * P * image.n_slices || image.n_rows % P != 0 ||
      image.n_cols % P != 0)
    throw Error(
        "convolved: W needs a column for each of the {} numbers of a patch, and patches of side {} "
        "must cover the image of {}; got W {}",
        P * P * image.n_slices, P, shape(image), shape(W));
  arma::mat y(W.n_rows, image.n_rows * image.n_cols / (P * P));
  for (arma::uword r = 0; r < W.n_rows; ++r) {
    arma::cube kernel(P, P, image.n_slices);
    for (arma::uword entry = 0; entry < W.n_cols; ++entry)
      kernel(entry) = W(r, entry);
    y.row(r) = arma::vectorise(convolution(image, kernel, P).t()).t();
  }
  return y;
}

} // namespace

arma::cube draw_image(evidence::Draw& draw, arma::uword P)
{
  const arma::uword down = draw.size("patches down", 1, 3);
  const arma::uword across = draw.size("patches across", 1, 3);
  arma::cube image(down * P, across * P, draw.size("channels", 1, 3));
  for (arma::uword c = 0; c < image.n_slices; ++c)
    image.slice(c) = draw.integer_matrix("channel", down * P, across * P, -9, 9);
  return image;
}

arma::mat convolved_with_stride(const arma::mat& W, const arma::cube& image, arma::uword P)
{
  return kernel_by_kernel(W, image, P, math::strided_convolution);
}

arma::mat convolved_everywhere(const arma::mat& W, const arma::cube& image, arma::uword P)
{
  return kernel_by_kernel(W, image, P, every_pth_of_conv2);
}

} // namespace epreuve::instruments
