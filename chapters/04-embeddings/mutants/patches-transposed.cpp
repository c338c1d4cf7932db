// [patches] your patches are rows; as tokens are, they are columns
arma::mat exercise::patches(const arma::mat& image, arma::uword P)
{
  const arma::uword down = image.n_rows / P, across = image.n_cols / P;
  arma::mat X(P * P, down * across);
  for (arma::uword i = 0; i < down; ++i)
    for (arma::uword j = 0; j < across; ++j)
      X.col(i * across + j) = arma::vectorise(image.submat(i * P, j * P, arma::size(P, P)));
  return X.t();
}
