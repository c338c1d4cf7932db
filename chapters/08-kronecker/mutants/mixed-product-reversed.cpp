// [mixed_product] you multiply the last factor first, as for an inverse or a transpose; here the order is kept
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  // As if it were an inverse or a transpose: the last first.
  return kronecker(right.A * left.A, right.B * left.B);
}
