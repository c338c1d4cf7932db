// [strided_convolution] you move by the side of the kernel; the stride is s, whatever the kernel
arma::mat exercise::strided_convolution(const arma::mat& image, const arma::mat& kernel,
                                        arma::uword s)
{
  arma::mat y((image.n_rows - kernel.n_rows) / kernel.n_rows + 1,
              (image.n_cols - kernel.n_cols) / kernel.n_cols + 1);
  for (arma::uword i = 0; i < y.n_rows; ++i)
    for (arma::uword j = 0; j < y.n_cols; ++j)
      y(i, j) = arma::accu(kernel %
                           image.submat(i * kernel.n_rows, j * kernel.n_cols, arma::size(kernel)));
  return y;
}
