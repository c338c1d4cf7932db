// [multi_head] a head has one row too many: rows(first, last) includes the last, so d rows end at first + d - 1
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat all = dense(attention.c_attn, x);
  arma::mat Z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h)
    Z.rows(h * d, h * d + d) = all.rows(2 * n + h * d, 2 * n + h * d + d);
  return dense(attention.c_proj, Z);
}
