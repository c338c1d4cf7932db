// [multi_head] you compute one head of n rows; there are H, each with a pattern of its own
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows;
  const arma::mat qkv = dense(attention.c_attn, x);
  const arma::mat Q = qkv.rows(0, n - 1), K = qkv.rows(n, 2 * n - 1), V = qkv.tail_rows(n);
  return dense(attention.c_proj, V * attention_pattern(Q, K).t());
}
