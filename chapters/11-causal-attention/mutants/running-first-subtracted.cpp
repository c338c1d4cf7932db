// [running_attention] you subtract the first score from all; a later one that is thousands larger overflows nevertheless
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  double sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    const double weight = std::exp(s(i) - s(0));
    sum += weight;
    values += weight * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}
