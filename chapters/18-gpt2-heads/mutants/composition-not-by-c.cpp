// [composition] you divide by the norm of A alone; divide by that of C too
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * first.W_O * first.W_V) / norm(second.W_Q, second.W_K);
}
