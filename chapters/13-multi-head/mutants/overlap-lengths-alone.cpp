// [overlap] you have made the columns of length 1, but they are not orthogonal; the overlap must not depend on the basis
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  const arma::mat Q_A = arma::normalise(A), Q_B = arma::normalise(B);
  return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
}
