// [dimensions_needed] rank of ln P at most n + 1 is necessary, but not sufficient: the ones may not be among the combinations of the columns
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  return M.is_zero() ? 0 : arma::rank(M, 1e-9) - 1;
}
