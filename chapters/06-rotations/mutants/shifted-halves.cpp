// [shifted] you pair coordinate i with i + n/2; a pair is made of neighbours, 2i and 2i + 1
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  const arma::vec angles = l * frequencies(x.n_elem, p);
  const arma::vec c = arma::cos(angles), s = arma::sin(angles);
  const arma::vec first = x.head(x.n_elem / 2), second = x.tail(x.n_elem / 2);
  return arma::join_cols(c % first - s % second, s % first + c % second);
}
