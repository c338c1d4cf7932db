// [visible_softmax] a query that sees nothing has 0 / 0 in its row; its row is to be 0
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::uvec keys = arma::find(seen);
    const double largest = keys.is_empty() ? 0 : arma::rowvec(row.cols(keys)).max();
    arma::rowvec weights(S.n_cols, arma::fill::zeros);
    for (const arma::uword j : keys)
      weights(j) = std::exp(row(j) - largest);
    A.row(i) = weights / arma::accu(weights);
  }
  return A;
}
