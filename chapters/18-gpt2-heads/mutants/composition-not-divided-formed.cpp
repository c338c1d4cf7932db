// [composition] you return the norm of A C; divide it by the norms of A and of C
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(A * C, "fro");
}
