// [dense] you left out the bias b
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y(layer.W.n_rows, x.n_cols);
  for (arma::uword i = 0; i < y.n_rows; ++i)
    for (arma::uword k = 0; k < y.n_cols; ++k)
      y(i, k) = arma::dot(layer.W.row(i), x.col(k));
  return y;
}
