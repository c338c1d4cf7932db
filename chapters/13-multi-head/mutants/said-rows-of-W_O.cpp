// [said_by_each] you cut W_O into rows; z_h is multiplied by some of its columns, and by all of its rows
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  arma::uword first = 0;
  for (const arma::mat& z_h : z) {
    said.push_back(W_O.rows(first, first + z_h.n_rows - 1) * z_h);
    first += z_h.n_rows;
  }
  return said;
}
