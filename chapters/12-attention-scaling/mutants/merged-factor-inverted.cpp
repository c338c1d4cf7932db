// [merged] your factor is the wrong way round: it is e^{old - new}, at most 1
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double scale_a = a.sum == 0 ? 0 : std::exp(largest - a.largest);
  const double scale_b = b.sum == 0 ? 0 : std::exp(largest - b.largest);
  return {largest, scale_a * a.sum + scale_b * b.sum, scale_a * a.values + scale_b * b.values};
}
