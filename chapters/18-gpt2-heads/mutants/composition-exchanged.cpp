// [composition] the heads are exchanged: the first one writes, the keys of the second one read
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(first.W_Q, first.W_K * second.W_O * second.W_V) / norm(first.W_Q, first.W_K) /
         norm(second.W_O.t(), second.W_V);
}
