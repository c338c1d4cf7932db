// [multi_head] the bias of c_attn is missing; queries, keys and values all have one
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat& W = attention.c_attn.W;
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::uword a = h * d, b = a + d - 1;
    z.rows(a, b) =
        attention_head({W.rows(a, b), W.rows(n + a, n + b), W.rows(2 * n + a, 2 * n + b)}, x);
  }
  return dense(attention.c_proj, z);
}
