// [overlap] these are the sines: orthogonal subspaces are to have 0
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  arma::mat Q_A, Q_B, R;
  arma::qr_econ(Q_A, R, A);
  arma::qr_econ(Q_B, R, B);
  return 1 - arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
}
