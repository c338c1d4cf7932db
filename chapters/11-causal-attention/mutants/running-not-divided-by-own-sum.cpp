// [running_attention] you divide by the sum over all tokens: a mask after the softmax lets the weights of a token sum to less than 1
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  const arma::vec weights = arma::exp(s - s.max());
  return arma::cumsum(V.each_row() % (weights.t() / arma::accu(weights)), 1);
}
