// [attention_head] you take V A; rows of A are queries, so the mixture for each of them is V A^T
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat A = attention_pattern(head.W_Q * x, head.W_K * x);
  const arma::mat V = head.W_V * x;
  arma::mat Z(V.n_rows, x.n_cols);
  for (arma::uword i = 0; i < x.n_cols; ++i)
    for (arma::uword j = 0; j < x.n_cols; ++j)
      Z.col(i) += A(j, i) * V.col(j);
  return Z;
}
