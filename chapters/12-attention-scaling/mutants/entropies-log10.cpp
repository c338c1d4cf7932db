// [row_entropies] your logarithm is to base 10; nats need the natural one, std::log
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::mat terms = A;
  terms.transform([](double p) { return p == 0 ? 0 : -p * std::log10(p); });
  return arma::sum(terms, 1);
}
