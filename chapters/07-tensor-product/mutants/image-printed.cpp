// [image] you take column j of A, as in the document's (†); take row j
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  arma::vec sum(B.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < M.n_cols; ++i)
    sum += A(i, j) * (B * M.col(i));
  return sum;
}
