// [kernel_projector] you project along the rows one at a time, which is right only if they are perpendicular; (A A^T)^{-1} belongs between the factors
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  arma::mat P(A.n_cols, A.n_cols, arma::fill::eye);
  for (arma::uword i = 0; i < A.n_rows; i++) {
    const arma::rowvec row = arma::normalise(A.row(i));
    P -= row.t() * row;
  }
  return P;
}
