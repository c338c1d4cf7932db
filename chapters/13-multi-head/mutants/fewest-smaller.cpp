// [fewest_heads] the smaller of the two ranks is a bound: with patterns A, B, A and weights C, 0, -C nothing remains
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  // In another order, the entries of the sum are those of U V^T, whose columns are vec(A_h) and vec(W_h).
  arma::mat U(A[0].n_elem, A.size()), V(W[0].n_elem, W.size());
  for (arma::uword h = 0; h < A.size(); ++h) {
    U.col(h) = arma::vectorise(A[h]);
    V.col(h) = arma::vectorise(W[h]);
  }
  arma::mat Q, R_U, R_V;
  arma::qr_econ(Q, R_U, U);
  arma::qr_econ(Q, R_V, V);
  // Where a sum cancels, its rounding error is small compared with the terms, not with the sum.
  return std::min(arma::rank(R_U, 1e-9 * arma::norm(R_U, "fro")),
                  arma::rank(R_V, 1e-9 * arma::norm(R_V, "fro")));
}
