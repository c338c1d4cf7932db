// [multi_head] you add x to the result; that is the addition of the block
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat all = dense(attention.c_attn, x);
  arma::mat Z(n, x.n_cols);
  for (arma::uword i = 0; i < n; i += d) {
    const arma::mat A = attention_pattern(all.rows(i, i + d - 1), all.rows(n + i, n + i + d - 1));
    Z.rows(i, i + d - 1) = all.rows(2 * n + i, 2 * n + i + d - 1) * A.t();
  }
  return x + dense(attention.c_proj, Z);
}
