// [composition] the heads are exchanged: the first one writes, the keys of the second one read
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = first.W_Q.t() * first.W_K, C = second.W_O * second.W_V;
  return arma::norm(A * C, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}
