// [causal_mask] you write the lowest double where minus infinity belongs: it is a number, and not below every score
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(std::numeric_limits<double>::lowest());
  return M;
}
