// [row_entropies] you add up the entropies of all rows; each row has its own
arma::vec exercise::row_entropies(const arma::mat& A)
{
  double sum = 0;
  for (const double p : A)
    sum -= p == 0 ? 0 : p * std::log(p);
  return arma::vec(A.n_rows, arma::fill::value(sum));
}
