// [match] your norm is the spectral one, which arma::norm takes of a matrix unless you pass "fro"; and A does not fit into memory
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const arma::mat A = W_Q.t() * W_K;
  return arma::trace(A) / arma::norm(A);
}
