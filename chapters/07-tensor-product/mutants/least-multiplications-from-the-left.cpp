// [least_multiplications] you multiply from left to right; other orders may be cheaper
double exercise::least_multiplications(const arma::uvec& sizes)
{
  double sum = 0;
  for (arma::uword k = 1; k + 1 < sizes.n_elem; ++k)
    sum += double(sizes(0)) * double(sizes(k)) * double(sizes(k + 1));
  return sum;
}
