// [minimum_norm_solution] you treat A A^T as diagonal: you divide by the squares of the rows' lengths, which is right only for rows that are perpendicular
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::mat G = A * A.t();
  return A.t() * (y / G.diag());
}
