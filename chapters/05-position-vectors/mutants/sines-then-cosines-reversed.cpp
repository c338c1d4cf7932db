// [sines_then_cosines] you reverse w: the sines are to be in their order, slowest last, and the cosines after them
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  return arma::reverse(w);
}
