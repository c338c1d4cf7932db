// [composition] you multiply C A; the score is of A C, where C writes first and A reads
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(C * A, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}
