// [shifted] you turn x itself, which the caller still needs; turn a copy
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  // No copy: y has the memory of x.
  arma::vec y(const_cast<double*>(x.memptr()), x.n_elem, false, true);
  const arma::vec omega = frequencies(x.n_elem, p);
  for (arma::uword i = 0; i < omega.n_elem; ++i) {
    const arma::vec turned = rotation(l * omega(i)) * y.subvec(2 * i, 2 * i + 1);
    y.subvec(2 * i, 2 * i + 1) = turned;
  }
  return y;
}
