// [sines_then_cosines] you go the other way, from halves to pairs: coordinate 2i + 1 goes to i, not i to 2i + 1
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  const arma::uword half = w.n_elem / 2;
  arma::vec ordered(w.n_elem);
  for (arma::uword i = 0; i < half; ++i) {
    ordered(2 * i + 1) = w(i);
    ordered(2 * i) = w(half + i);
  }
  return ordered;
}
