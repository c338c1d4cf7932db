// [composition] you return the square of the score; take the root
double exercise::composition(const Head& first, const Head& second)
{
  const auto squared_norm = [](const arma::mat& L, const arma::mat& R) { // of L^T R, L and R d x n
    return arma::trace(L * L.t() * (R * R.t()));
  };
  const arma::mat between = second.W_K * first.W_O;
  return squared_norm(second.W_Q, between * first.W_V) / squared_norm(second.W_Q, second.W_K) /
         squared_norm(first.W_O.t(), first.W_V);
}
