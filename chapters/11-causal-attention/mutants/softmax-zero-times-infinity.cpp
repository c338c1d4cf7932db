// [visible_softmax] 0 times infinity is not a number: where a key is seen, your mask subtracts one
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    arma::rowvec weights = row - arma::datum::inf * (1 - seen);
    weights = arma::exp(weights - weights.max());
    A.row(i) = arma::accu(seen) == 0 ? arma::rowvec(arma::zeros<arma::rowvec>(S.n_cols))
                                     : arma::rowvec(weights / arma::accu(weights));
  }
  return A;
}
