// [visible_softmax] you subtract the largest of all scores; if an unseen one is far larger than those seen, these have the exponential 0, and 0 / 0 is left
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    if (arma::accu(seen) == 0)
      continue;
    const arma::rowvec weights = seen % arma::exp(row - row.max());
    A.row(i) = weights / arma::accu(weights);
  }
  return A;
}
