// [attention_head] you mix the tokens themselves; a head mixes their values, W_V x
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat A = attention_pattern(head.W_Q * x, head.W_K * x);
  arma::mat Z(arma::size(x));
  for (arma::uword i = 0; i < x.n_cols; ++i)
    for (arma::uword j = 0; j <= i; ++j)
      Z.col(i) += A(i, j) * x.col(j);
  return Z;
}
