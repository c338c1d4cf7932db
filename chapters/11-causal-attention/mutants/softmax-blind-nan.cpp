// [visible_softmax] a query that sees nothing has 0 / 0 in its row; its row is to be 0
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    arma::rowvec weights = row;
    weights.elem(arma::find(seen == 0)).fill(-arma::datum::inf);
    weights = arma::exp(weights - weights.max());
    A.row(i) = weights / arma::accu(weights);
  }
  return A;
}
