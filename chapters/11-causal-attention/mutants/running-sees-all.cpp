// [running_attention] all outputs are the last one: token i is to hear the tokens up to itself, and not those after it
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  const arma::vec weights = arma::exp(s - s.max());
  return arma::repmat(V * weights / arma::accu(weights), 1, s.n_elem);
}
