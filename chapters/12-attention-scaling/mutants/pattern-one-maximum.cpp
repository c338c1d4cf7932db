// [attention_pattern] you subtract the largest score of the whole matrix: all exponentials of a row far below it are 0; each row has its own largest
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = arma::exp(S - S.max());
  for (arma::uword i = 0; i < A.n_rows; ++i)
    A.row(i) /= arma::accu(A.row(i));
  return A;
}
