// [merged] you divide the values by the sum; a Partial holds them undivided
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double scale_a = a.sum == 0 ? 0 : std::exp(a.largest - largest);
  const double scale_b = b.sum == 0 ? 0 : std::exp(b.largest - largest);
  const double sum = scale_a * a.sum + scale_b * b.sum;
  arma::vec values = scale_a * a.values + scale_b * b.values;
  if (sum > 0)
    values /= sum;
  return {largest, sum, values};
}
