// [looked_up] you return each token once and in order; a text repeats its tokens, in its own order
arma::mat exercise::looked_up(const arma::mat& A, const arma::uvec& tokens)
{
  return A.cols(arma::unique(tokens));
}
