// [mixed_product] your factors are exchanged, this is B1 B2 (x) A1 A2
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  const arma::mat AA = left.A * right.A, BB = left.B * right.B;
  return arma::kron(BB, AA);
}
