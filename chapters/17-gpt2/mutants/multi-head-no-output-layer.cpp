// [multi_head] the last dense layer is missing: W^O (Z_0; Z_1; ...) + b^O
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z;
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::uword a = h * d, b = a + d - 1;
    const arma::mat A = attention_pattern(qkv.rows(a, b), qkv.rows(n + a, n + b));
    z = arma::join_cols(z, arma::mat(qkv.rows(2 * n + a, 2 * n + b) * A.t()));
  }
  return z;
}
