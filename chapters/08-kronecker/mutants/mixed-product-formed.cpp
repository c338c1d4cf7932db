// [mixed_product] you form both products, of 1.2 GB each for rows of 12 000, to multiply them; multiply the small matrices first
arma::mat exercise::mixed_product(const Factors& left, const Factors& right)
{
  const arma::mat first = kronecker(left.A, left.B);
  const arma::mat second = kronecker(right.A, right.B);
  return first * second;
}
