// [multi_head] you give head h every H-th row; it owns d neighbouring ones, from row h d on
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, heads = attention.heads, d = n / heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < heads; ++h) {
    const arma::uvec rows = arma::regspace<arma::uvec>(h, heads, n - 1);
    const arma::mat Q = qkv.rows(rows), K = qkv.rows(n + rows), V = qkv.rows(2 * n + rows);
    z.rows(h * d, h * d + d - 1) = V * attention_pattern(Q, K).t();
  }
  return dense(attention.c_proj, z);
}
