// [visible_softmax] the exponential of a score of thousands is infinite; subtract the largest score seen first
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::rowvec weights = seen % arma::exp(row);
    if (arma::accu(weights) > 0)
      A.row(i) = weights / arma::accu(weights);
  }
  return A;
}
