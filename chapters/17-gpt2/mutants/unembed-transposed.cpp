// [unembed] your result is transposed: tokens of the text are columns, those of the vocabulary rows
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  return layer_norm(ln_f, x).t() * A;
}
