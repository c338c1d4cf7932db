// [dimensions_needed] N - 1 dimensions always suffice, but fewer may
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  return M.n_rows - 1;
}
