// [running_attention] exponentials of scores of thousands are infinite, and of -1000 they are 0: subtract the largest score so far
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  double sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    sum += std::exp(s(i));
    values += std::exp(s(i)) * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}
