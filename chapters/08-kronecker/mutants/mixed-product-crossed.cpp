// [mixed_product] you multiply A1 by B2 and B1 by A2; A1 meets A2, and B1 meets B2
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  return kronecker(left.A * right.B, left.B * right.A);
}
