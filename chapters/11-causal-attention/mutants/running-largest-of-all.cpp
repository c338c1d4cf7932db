// [running_attention] you subtract the largest score of all: before it comes, all weights may be 0, and 0 / 0 is left; besides, that score may still be in the future
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  const double largest = s.max();
  double sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    const double weight = std::exp(s(i) - largest);
    sum += weight;
    values += weight * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}
