// [said_by_each] you cut W_O as if all heads had as many rows as head 0; head h has m_h
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  for (arma::uword h = 0; h < z.size(); ++h)
    said.push_back(W_O.cols(h * z[0].n_rows, (h + 1) * z[0].n_rows - 1) * z[h]);
  return said;
}
