// [multi_head] you divide the scores by the root of n; a head's queries have d = n / H entries
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::mat Q = qkv.rows(h * d, h * d + d - 1);
    const arma::mat K = qkv.rows(n + h * d, n + h * d + d - 1);
    const arma::mat V = qkv.rows(2 * n + h * d, 2 * n + h * d + d - 1);
    arma::mat A = arma::exp(causal_mask(Q.t() * K / std::sqrt(static_cast<double>(n))));
    A.each_col() /= arma::sum(A, 1);
    z.rows(h * d, h * d + d - 1) = V * A.t();
  }
  return dense(attention.c_proj, z);
}
