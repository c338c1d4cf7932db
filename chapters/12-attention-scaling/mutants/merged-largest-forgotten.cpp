// [merged] the largest score of the result is 0: it was not set
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double m = std::max(a.largest, b.largest);
  const double of_a = a.sum == 0 ? 0 : std::exp(a.largest - m);
  const double of_b = b.sum == 0 ? 0 : std::exp(b.largest - m);
  return {0, of_a * a.sum + of_b * b.sum, of_a * a.values + of_b * b.values};
}
