// [sines_then_cosines] you exchange the halves of w; its sines are at every second index, not in its second half
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  const arma::uword half = w.n_elem / 2;
  return arma::join_cols(w.tail(half), w.head(half));
}
