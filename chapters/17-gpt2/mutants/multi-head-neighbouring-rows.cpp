// [multi_head] you give each head 3d neighbouring rows; all queries come first, then all keys, then all values
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword d = x.n_rows / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(x.n_rows, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::mat part = qkv.rows(3 * d * h, 3 * d * h + 3 * d - 1);
    const arma::mat A = attention_pattern(part.head_rows(d), part.rows(d, 2 * d - 1));
    z.rows(h * d, h * d + d - 1) = part.tail_rows(d) * A.t();
  }
  return dense(attention.c_proj, z);
}
