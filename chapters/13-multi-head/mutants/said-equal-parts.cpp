// [said_by_each] you give each head the same part of the sum; what a head says is made of its own output
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  arma::mat together;
  for (const arma::mat& z_h : z)
    together = arma::join_cols(together, z_h);
  return std::vector<arma::mat>(z.size(), W_O * together / double(z.size()));
}
