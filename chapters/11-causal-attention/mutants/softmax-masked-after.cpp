// [visible_softmax] you mask after the softmax: what is left of a row sums to less than 1
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::rowvec weights = arma::exp(row - row.max());
    A.row(i) = seen % weights / arma::accu(weights);
  }
  return A;
}
