// [token_reader] your matrix keeps positions as it keeps tokens; multiply by (V 0), not by (V W)
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  const arma::mat both = arma::join_rows(V, W);
  return both * arma::pinv(both);
}
