// [mixed_product] you multiply the factors entry by entry, %; these are products of matrices, *
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  return kronecker(left.A % right.A, left.B % right.B);
}
