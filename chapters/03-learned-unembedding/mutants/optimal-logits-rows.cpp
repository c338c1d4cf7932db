// [optimal_logits] you centre the rows; the logits after a token are a column
arma::mat exercise::optimal_logits(const arma::mat& J)
{
  const arma::mat L = arma::log(J);
  return L.each_col() - arma::mean(L, 1);
}
