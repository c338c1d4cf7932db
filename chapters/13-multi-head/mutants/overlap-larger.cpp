// [overlap] you divide by the larger dimension; there are min(a, b) angles, and a subspace overlaps wholly with one that contains it
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  arma::mat Q_A, Q_B, R;
  arma::qr_econ(Q_A, R, A);
  arma::qr_econ(Q_B, R, B);
  return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::max(A.n_cols, B.n_cols));
}
