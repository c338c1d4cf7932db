// [unembed] you norm the embedding's columns; norm x
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  return layer_norm(ln_f, A).t() * x;
}
