// [composition] A and C have n x n entries and do not fit into memory; all norms come from d x d products
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(A * C, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}
