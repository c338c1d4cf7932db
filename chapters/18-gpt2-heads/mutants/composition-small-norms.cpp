// [composition] you divide by norms of the d x d matrices W_Q W_K^T and W_V W_O, which are not those of A and C
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * first.W_O * first.W_V) /
         (arma::norm(second.W_Q * second.W_K.t(), "fro") *
          arma::norm(first.W_V * first.W_O, "fro"));
}
