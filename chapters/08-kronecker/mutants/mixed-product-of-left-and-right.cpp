// [mixed_product] you multiply A1 by B1 and A2 by B2; A1 meets A2, and B1 meets B2
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  return kronecker(left.A * left.B, right.A * right.B);
}
