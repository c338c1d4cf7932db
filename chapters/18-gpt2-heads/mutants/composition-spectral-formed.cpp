// [composition] your norm is the spectral one, which arma::norm takes of a matrix unless you pass "fro"; and A and C do not fit into memory
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(A * C) / (arma::norm(A) * arma::norm(C));
}
