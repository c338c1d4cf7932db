// [mixed_product] you multiply A1 A2 by B1 B2; the result is their Kronecker product
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  return left.A * right.A * left.B * right.B;
}
