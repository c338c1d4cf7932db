// [running_attention] when a larger score comes, both sums are still scaled by the old one: multiply them by e^{old - new}
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  double largest = s(0), sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    largest = std::max(largest, s(i));
    const double added = std::exp(s(i) - largest);
    sum = sum + added;
    values = values + added * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}
