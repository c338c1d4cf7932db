// [sines_then_cosines] you exchange sine and cosine within each pair; here all sines come first, then all cosines
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  arma::vec ordered(w.n_elem);
  for (arma::uword i = 0; i < w.n_elem; i += 2) {
    ordered(i) = w(i + 1);
    ordered(i + 1) = w(i);
  }
  return ordered;
}
