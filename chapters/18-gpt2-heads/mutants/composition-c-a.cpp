// [composition] you multiply C A; the score is of A C, where C writes first and A reads
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(first.W_O.t(), first.W_V * second.W_Q.t() * second.W_K) /
         norm(second.W_Q, second.W_K) / norm(first.W_O.t(), first.W_V);
}
