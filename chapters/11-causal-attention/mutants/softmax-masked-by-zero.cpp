// [visible_softmax] scores that you multiply by 0 become 0, and e^0 = 1: unseen keys are heard
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::rowvec scores = seen % row;
    const arma::rowvec weights = arma::exp(scores - scores.max());
    A.row(i) = weights / arma::accu(weights);
  }
  return A;
}
