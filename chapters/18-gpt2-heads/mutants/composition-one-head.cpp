// [composition] both your matrices belong to the second head; C is what the first one writes
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * second.W_O * second.W_V) / norm(second.W_Q, second.W_K) /
         norm(second.W_O.t(), second.W_V);
}
