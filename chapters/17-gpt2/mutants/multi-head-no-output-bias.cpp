// [multi_head] the bias b^O of c_proj is missing
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword first = 0; first < n; first += d) {
    const arma::mat Q = qkv.rows(first, first + d - 1);
    const arma::mat K = qkv.rows(n + first, n + first + d - 1);
    const arma::mat V = qkv.rows(2 * n + first, 2 * n + first + d - 1);
    z.rows(first, first + d - 1) = V * attention_pattern(Q, K).t();
  }
  return attention.c_proj.W * z;
}
