// [attention_pattern] a matrix and a column have different sizes: Armadillo does not repeat the column for you
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat E =
      arma::trimatl(arma::exp(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows))));
  return E / arma::sum(E, 1);
}
