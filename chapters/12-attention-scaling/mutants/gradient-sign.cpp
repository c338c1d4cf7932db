// [pattern_gradient] your sign is wrong: a score that grows makes its own probability grow
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D(arma::size(A));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    const arma::rowvec p = A.row(i);
    const arma::mat J = p.t() * p - arma::diagmat(p);
    D.row(i) = G.row(i) * J;
  }
  return D;
}
