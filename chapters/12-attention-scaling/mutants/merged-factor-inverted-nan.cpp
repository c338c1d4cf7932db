// [merged] your factor is the wrong way round: it is e^{old - new}, at most 1
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double of_a = std::exp(largest - a.largest), of_b = std::exp(largest - b.largest);
  return {largest, of_a * a.sum + of_b * b.sum, of_a * a.values + of_b * b.values};
}
