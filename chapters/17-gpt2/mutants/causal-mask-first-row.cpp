// [causal_mask] you mask the first row only; every query but the last has keys after it
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  M.row(0).tail(S.n_cols - 1).fill(-arma::datum::inf);
  return M;
}
