// [composition] you divide by the norms of the factors; the norms of the products A and C are other numbers
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * first.W_O * first.W_V) /
         (arma::norm(second.W_Q, "fro") * arma::norm(second.W_K, "fro") *
          arma::norm(first.W_O, "fro") * arma::norm(first.W_V, "fro"));
}
