// [overlap] you divide by a b, the number of entries; there are min(a, b) angles
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  arma::mat Q_A, Q_B, R;
  arma::qr_econ(Q_A, R, A);
  arma::qr_econ(Q_B, R, B);
  return arma::accu(arma::square(Q_A.t() * Q_B)) / double(A.n_cols * B.n_cols);
}
