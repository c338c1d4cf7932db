// [row_entropies] you sum over the queries; each row has its entropy, a sum over the keys
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::mat logarithms = arma::log(A);
  logarithms.replace(-arma::datum::inf, 0);
  return -arma::sum(A % logarithms, 0).t();
}
