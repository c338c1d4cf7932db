// [composition] you return the square of the score; take the root
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::accu(arma::square(A * C)) /
         (arma::accu(arma::square(A)) * arma::accu(arma::square(C)));
}
