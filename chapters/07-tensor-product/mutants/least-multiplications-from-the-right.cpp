// [least_multiplications] you multiply from right to left; other orders may be cheaper
double exercise::least_multiplications(const arma::uvec& sizes)
{
  double sum = 0;
  const arma::uword last = sizes.n_elem - 1;
  for (arma::uword k = 1; k < last; ++k)
    sum += double(sizes(k - 1)) * double(sizes(k)) * double(sizes(last));
  return sum;
}
