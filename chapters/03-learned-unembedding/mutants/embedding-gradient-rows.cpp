// [embedding_gradient] your softmax goes along the rows; the logits after a token are a column
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_col() /= arma::sum(Q, 1);
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return B.t() * G;
}
