// [visible_softmax] you keep what is 0 in M and mask what is 1: a 1 means seen
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::uvec keys = arma::find(seen == 0);
    if (keys.is_empty())
      continue;
    const double largest = arma::rowvec(row.cols(keys)).max();
    for (const arma::uword j : keys)
      A(i, j) = std::exp(row(j) - largest);
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}
