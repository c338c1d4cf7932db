// [residual_norm] you multiply x by A^T; the equations are A x = y
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  return arma::norm(A.t() * x - y);
}
