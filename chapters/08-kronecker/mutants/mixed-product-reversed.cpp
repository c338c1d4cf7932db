// [mixed_product] incompatible matrix dimensions
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  // As if it were an inverse or a transpose: the last first.
  return kronecker(right.A * left.A, right.B * left.B);
}
