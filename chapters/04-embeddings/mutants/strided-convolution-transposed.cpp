// [strided_convolution] your result is transposed: i counts rows and j columns
arma::mat exercise::strided_convolution(const arma::mat& image, const arma::mat& kernel,
                                        arma::uword s)
{
  arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
  for (arma::uword i = 0; i < y.n_rows; ++i)
    for (arma::uword j = 0; j < y.n_cols; ++j)
      y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
  return y.t();
}
