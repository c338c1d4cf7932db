// [visible_softmax] every column sums to 1 instead of every row: a row is what one query hears
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword j = 0; j < S.n_cols; ++j) {
    const arma::uvec seen = arma::find(M.col(j));
    if (seen.is_empty())
      continue;
    const arma::vec column = S.col(j);
    for (const arma::uword i : seen)
      A(i, j) = std::exp(column(i) - column.elem(seen).max());
    A.col(j) /= arma::accu(A.col(j));
  }
  return A;
}
