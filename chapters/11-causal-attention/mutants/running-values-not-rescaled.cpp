// [running_attention] the sum of the values is still scaled by the old largest score; the sum of the weights is not
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  double largest = s(0), sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    const double before = largest;
    largest = std::max(largest, s(i));
    const double kept = std::exp(before - largest), added = std::exp(s(i) - largest);
    sum = kept * sum + added;
    values = values + added * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}
