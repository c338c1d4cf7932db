// [row_entropies] you leave out the factor p in front of ln p
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::mat terms = A;
  terms.transform([](double p) { return p == 0 ? 0 : -std::log(p); });
  return arma::sum(terms, 1);
}
