// [mixed_product] you multiply A1 A2 and B1 B2 with one another; between them stands the Kronecker product
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  return left.A * right.A * left.B * right.B;
}
