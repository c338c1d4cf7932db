// [unembed] your layer norm leaves out gain and bias
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  const LayerNorm plain{arma::ones(x.n_rows), arma::zeros(x.n_rows), ln_f.epsilon};
  return A.t() * layer_norm(plain, x);
}
