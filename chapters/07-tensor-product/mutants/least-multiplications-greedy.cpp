// [least_multiplications] you always carry out the cheapest product next; that may spoil the later ones
double exercise::least_multiplications(const arma::uvec& sizes)
{
  std::vector<double> left(sizes.begin(), sizes.end());
  double sum = 0;
  while (left.size() > 2) {
    std::size_t best = 1;
    const auto cost = [&](std::size_t k) { return left[k - 1] * left[k] * left[k + 1]; };
    for (std::size_t k = 2; k + 1 < left.size(); ++k)
      if (cost(k) < cost(best))
        best = k;
    sum += cost(best);
    left.erase(left.begin() + long(best));
  }
  return sum;
}
