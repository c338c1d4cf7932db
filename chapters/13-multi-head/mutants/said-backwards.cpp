// [said_by_each] you begin at the last columns of W_O; head 0 has the first
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  arma::uword end = W_O.n_cols;
  for (const arma::mat& z_h : z) {
    said.push_back(W_O.cols(end - z_h.n_rows, end - 1) * z_h);
    end -= z_h.n_rows;
  }
  return said;
}
