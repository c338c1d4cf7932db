// [fewest_heads] this is the number of heads that there are; fewer may do the same
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  return A.size();
}
