// [sines_then_cosines] your cosines come first; here the sines do
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  const arma::uword half = w.n_elem / 2;
  arma::vec ordered(w.n_elem);
  for (arma::uword i = 0; i < half; ++i) {
    ordered(i) = w(2 * i);
    ordered(half + i) = w(2 * i + 1);
  }
  return ordered;
}
