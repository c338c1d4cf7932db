// [unembed] the layer norm is missing: the logits are A^T ln_f(x)
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  arma::mat logits(A.n_cols, x.n_cols);
  for (arma::uword t = 0; t < A.n_cols; ++t)
    for (arma::uword k = 0; k < x.n_cols; ++k)
      logits(t, k) = arma::dot(A.col(t), x.col(k));
  return logits;
}
