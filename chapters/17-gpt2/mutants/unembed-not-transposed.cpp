// [unembed] you multiply by A itself, which is n x N; a logit is a scalar product with a column of A
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  return A * layer_norm(ln_f, x);
}
