// [scaled_scores] you divide by d; the formula divides by its square root
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S = attention_scores(Q, K);
  for (double& s : S)
    s = s / Q.n_rows;
  return S;
}
