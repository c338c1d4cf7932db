// [said_by_each] you give head h the columns h, h + H, h + 2 H, ...; its columns are neighbours
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  for (arma::uword h = 0; h < z.size(); ++h) {
    arma::mat y(W_O.n_rows, z[h].n_cols, arma::fill::zeros);
    for (arma::uword i = 0; i < z[h].n_rows; ++i)
      y += W_O.col((h + i * z.size()) % W_O.n_cols) * z[h].row(i);
    said.push_back(y);
  }
  return said;
}
