// [said_by_each] all your heads write through the first columns of W_O; each has columns of its own
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  arma::uword first = 0;
  for (const arma::mat& z_h : z) {
    said.push_back(W_O.cols(first, first + z_h.n_rows - 1) * z_h);
  }
  return said;
}
