// [composition] you take W_K and W_O alone; W_Q and W_V change the norms too
double exercise::composition(const Head& first, const Head& second)
{
  return arma::norm(second.W_K * first.W_O, "fro") /
         (arma::norm(second.W_K, "fro") * arma::norm(first.W_O, "fro"));
}
