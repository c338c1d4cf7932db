// [unembed] you return probabilities; logits are what softmax would be given
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  arma::mat p = arma::exp(A.t() * layer_norm(ln_f, x));
  for (arma::uword k = 0; k < p.n_cols; ++k)
    p.col(k) /= arma::accu(p.col(k));
  return p;
}
