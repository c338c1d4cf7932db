// [said_by_each] you return what has been said so far, heads 0 to h together
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  arma::uword first = 0;
  for (const arma::mat& z_h : z) {
    const arma::mat alone = W_O.cols(first, first + z_h.n_rows - 1) * z_h;
    said.push_back(said.empty() ? alone : arma::mat(said.back() + alone));
    first += z_h.n_rows;
  }
  return said;
}
