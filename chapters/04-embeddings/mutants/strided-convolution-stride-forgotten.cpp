// [strided_convolution] your kernel moves by one place; it moves by s
arma::mat exercise::strided_convolution(const arma::mat& image, const arma::mat& kernel,
                                        arma::uword s)
{
  arma::mat y(image.n_rows - kernel.n_rows + 1, image.n_cols - kernel.n_cols + 1);
  for (arma::uword i = 0; i < y.n_rows; ++i)
    for (arma::uword j = 0; j < y.n_cols; ++j)
      y(i, j) = arma::accu(kernel % image.submat(i, j, arma::size(kernel)));
  return y;
}
