// [least_multiplications] you try left to right and right to left; with four matrices there are three more orders
double exercise::least_multiplications(const arma::uvec& sizes)
{
  double from_left = 0, from_right = 0;
  const arma::uword last = sizes.n_elem - 1;
  for (arma::uword k = 1; k < last; ++k) {
    from_left += double(sizes(0)) * double(sizes(k)) * double(sizes(k + 1));
    from_right += double(sizes(k - 1)) * double(sizes(k)) * double(sizes(last));
  }
  return std::min(from_left, from_right);
}
